// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/announce.h"

#include "common/base/uniquefd.h"

#include <QtCore/QJsonArray>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

QJsonObject listeningObject(const QList<QByteArray> &addresses, const QByteArray &revision, const QByteArray &operatorTokenFile)
{
    QJsonArray list;
    for (const QByteArray &address : addresses)
        list.append(QString::fromUtf8(address));
    return {{"event"_L1, "listening"_L1}, {"addresses"_L1, list}, {"pid"_L1, qint64(::getpid())}, {"version"_L1, QStringLiteral(COFFERDAM_VERSION)},
        {"revision"_L1, QString::fromLatin1(revision)}, {"operator_token_file"_L1, QString::fromUtf8(operatorTokenFile)}};
}

void notifyManager(const QByteArray &socketName, const QByteArray &state)
{
    sockaddr_un address {};
    if (socketName.isEmpty() || socketName.size() >= qsizetype(sizeof address.sun_path))
        return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socketName.constData(), size_t(socketName.size()));
    if (address.sun_path[0] == '@')
        address.sun_path[0] = '\0';
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(socketName.size()));
    if (socket)
        ::sendto(socket.get(), state.constData(), size_t(state.size()), MSG_NOSIGNAL, reinterpret_cast<const sockaddr *>(&address), length);
}

} // namespace Cofferdam::Main
