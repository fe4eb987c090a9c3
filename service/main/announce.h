// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

namespace Cofferdam::Main {

/// The object of http.md 5 that is the first line on stdout and the content of service.json.
[[nodiscard]] QJsonObject listeningObject(const QList<QByteArray> &addresses, const QByteArray &revision, const QByteArray &operatorTokenFile);

/// Tells a service manager (NOTIFY_SOCKET); nothing happens where there is none. state is "READY=1" or "STOPPING=1".
void notifyManager(const QByteArray &socketName, const QByteArray &state);

} // namespace Cofferdam::Main
