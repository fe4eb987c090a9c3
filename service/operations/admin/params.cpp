// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/params.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

Result<void> onlyKeys(const QJsonObject &params, std::initializer_list<QLatin1StringView> known)
{
    for (auto it = params.begin(); it != params.end(); ++it) {
        const bool found = std::ranges::any_of(known, [&](QLatin1StringView key) { return it.key() == key; });
        if (!found)
            return failure("invalid_request", "the method knows no \""_L1 + it.key() + '"'_L1, {{"pointer"_L1, QString('/'_L1 + it.key())}});
    }
    return {};
}

Result<PolicyText> readPolicyText(const QJsonObject &params)
{
    const QJsonValue text = params.value("text"_L1), format = params.value("format"_L1);
    if (!text.isString())
        return failure("invalid_request", u"expected the policy as a string"_s, {{"pointer"_L1, "/text"_L1}});
    if (format != "yaml"_L1 && format != "json"_L1)
        return failure("invalid_request", u"expected yaml or json"_s, {{"pointer"_L1, "/format"_L1}});
    return PolicyText {text.toString().toUtf8(), format == "json"_L1 ? Policy::Format::Json : Policy::Format::Yaml};
}

} // namespace Cofferdam::Admin
