// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/provenance.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

QByteArrayView layerName(Layer layer)
{
    switch (layer) {
    case Layer::Default: return "default";
    case Layer::Code: return "code";
    case Layer::Preset: return "preset";
    case Layer::Policy: return "policy";
    case Layer::Environment: return "environment";
    }
    return {};
}

QJsonObject Provenance::toJson() const
{
    QJsonObject object {{u"rule"_s, QString::fromUtf8(rule)}, {u"layer"_s, QString::fromUtf8(layerName(layer))}};
    if (!fileName.isEmpty())
        object.insert(u"file"_s, QString::fromUtf8(fileName));
    if (span.isKnown()) {
        object.insert(u"line"_s, span.line);
        object.insert(u"column"_s, span.column);
    }
    return object;
}

} // namespace Cofferdam::Policy
