// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/document.h"

#include <QtCore/QJsonObject>

#include <initializer_list>

namespace Cofferdam::Admin {

/// Members the method does not know are invalid_request.
[[nodiscard]] Result<void> onlyKeys(const QJsonObject &params, std::initializer_list<QLatin1StringView> known);
/// A policy text with its format, as validate, apply and a draft carry it: {text, format}.
struct PolicyText {
    QByteArray text;
    Policy::Format format = Policy::Format::Yaml;
};
[[nodiscard]] Result<PolicyText> readPolicyText(const QJsonObject &params);

} // namespace Cofferdam::Admin
