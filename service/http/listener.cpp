// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/listener.h"

#include "common/base/atomicfile.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

using namespace Qt::StringLiterals;

namespace Cofferdam::Http {

namespace {

constexpr int Backlog = 1024;

struct Address {
    sockaddr_storage storage {};
    socklen_t size = sizeof(sockaddr_storage);

    [[nodiscard]] sockaddr *data() { return reinterpret_cast<sockaddr *>(&storage); }
    [[nodiscard]] int family() const { return storage.ss_family; }
};

template <typename T>
T &as(Address &address)
{
    address.size = sizeof(T);
    return *reinterpret_cast<T *>(&address.storage);
}

/// "127.0.0.1", without the port.
QByteArray hostText(Address &address)
{
    char text[INET6_ADDRSTRLEN] = {};
    if (address.family() == AF_INET) {
        ::inet_ntop(AF_INET, &as<sockaddr_in>(address).sin_addr, text, sizeof text);
        return text;
    }
    ::inet_ntop(AF_INET6, &as<sockaddr_in6>(address).sin6_addr, text, sizeof text);
    return QByteArray("[") + text + ']';
}

int portOf(Address &address)
{
    return ntohs(address.family() == AF_INET ? as<sockaddr_in>(address).sin_port : as<sockaddr_in6>(address).sin6_port);
}

QByteArray fullText(Address &address) { return hostText(address) + ':' + QByteArray::number(portOf(address)); }

bool isLoopback(Address &address)
{
    if (address.family() == AF_INET)
        return (ntohl(as<sockaddr_in>(address).sin_addr.s_addr) >> 24) == 127;
    return IN6_IS_ADDR_LOOPBACK(&as<sockaddr_in6>(address).sin6_addr);
}

bool isAny(Address &address)
{
    if (address.family() == AF_INET)
        return as<sockaddr_in>(address).sin_addr.s_addr == INADDR_ANY;
    return IN6_IS_ADDR_UNSPECIFIED(&as<sockaddr_in6>(address).sin6_addr);
}

std::unexpected<Error> badAddress(const QByteArray &text)
{
    return failure("invalid_address",
        u"expected an address like 127.0.0.1:9000, [::1]:9000 or unix:/path, got \""_s + QString::fromUtf8(text) + u'"');
}

std::optional<quint16> readPort(QByteArrayView text)
{
    bool ok = !text.isEmpty() && text.size() <= 5;
    const uint port = ok ? text.toUInt(&ok) : 0;
    return ok && port <= 65535 ? std::optional(quint16(port)) : std::nullopt;
}

Result<Address> readAddress(const QByteArray &text)
{
    Address address;
    if (text.startsWith("unix:")) {
        const QByteArray path = text.sliced(5);
        auto &unixAddress = as<sockaddr_un>(address);
        if (!path.startsWith('/') || path.size() >= qsizetype(sizeof unixAddress.sun_path) || path.contains('\0'))
            return badAddress(text);
        unixAddress.sun_family = AF_UNIX;
        std::memcpy(unixAddress.sun_path, path.constData(), size_t(path.size()));
        return address;
    }
    const qsizetype colon = text.lastIndexOf(':');
    const auto port = colon < 0 ? std::nullopt : readPort(QByteArrayView(text).sliced(colon + 1));
    if (!port)
        return badAddress(text);
    const QByteArray host = text.first(colon);
    if (host.startsWith('[') && host.endsWith(']')) {
        auto &v6 = as<sockaddr_in6>(address);
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(*port);
        if (::inet_pton(AF_INET6, host.sliced(1).chopped(1).constData(), &v6.sin6_addr) != 1)
            return badAddress(text);
        return address;
    }
    auto &v4 = as<sockaddr_in>(address);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(*port);
    if (::inet_pton(AF_INET, host.constData(), &v4.sin_addr) != 1)
        return badAddress(text);
    return address;
}

Error listenError(int number, const QByteArray &text)
{
    const QString what = u"cannot listen on "_s + QString::fromUtf8(text);
    if (number == EADDRINUSE)
        return {"address_in_use", what + u": somebody else does"_s, {}, {}};
    return systemError(number, what);
}

/// A socket file that a crashed service left behind: nobody answers there.
bool isStale(Address &address)
{
    struct stat status {};
    if (::lstat(as<sockaddr_un>(address).sun_path, &status) != 0 || !S_ISSOCK(status.st_mode))
        return false;
    const UniqueFd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    return ::connect(probe.get(), address.data(), address.size) != 0 && errno == ECONNREFUSED;
}

} // namespace

Result<Listener> Listener::open(const QByteArray &text)
{
    auto address = readAddress(text);
    if (!address)
        return std::unexpected(address.error());
    const bool isUnix = address->family() == AF_UNIX;
    Listener listener;
    listener.m_socket.reset(::socket(address->family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int fd = listener.m_socket.get();
    const int one = 1;
    if (isUnix) {
        // The mode the file is born with: there is no moment at which others could connect.
        ::fchmod(fd, 0600);
        if (isStale(*address))
            ::unlink(as<sockaddr_un>(*address).sun_path);
    } else {
        ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    }
    if (address->family() == AF_INET6)
        ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (::bind(fd, address->data(), address->size) != 0)
        return std::unexpected(listenError(errno, text));
    if (isUnix)
        listener.m_ownPath = text.sliced(5);
    if (::listen(fd, Backlog) != 0)
        return std::unexpected(listenError(errno, text));
    auto known = fromDescriptor(std::move(listener.m_socket));
    if (known)
        known->m_ownPath = std::exchange(listener.m_ownPath, {});
    return known;
}

Result<Listener> Listener::fromDescriptor(UniqueFd socket)
{
    Listener listener;
    listener.m_socket = std::move(socket);
    const int fd = listener.m_socket.get();
    int listening = 0;
    socklen_t size = sizeof listening;
    if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening)
        return failure("invalid_address", u"expected descriptor %1 to be a listening socket"_s.arg(fd));
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    Address address;
    if (::getsockname(fd, address.data(), &address.size) != 0)
        return std::unexpected(systemError(errno, u"cannot ask for the address of descriptor %1"_s.arg(fd)));
    if (address.family() == AF_UNIX) {
        listener.m_isUnix = true;
        listener.m_address = QByteArray("unix:") + as<sockaddr_un>(address).sun_path;
    } else if (address.family() == AF_INET || address.family() == AF_INET6) {
        listener.m_address = fullText(address);
        listener.m_anyAddress = isAny(address);
    } else {
        return failure("invalid_address", u"expected descriptor %1 to be a TCP or Unix socket"_s.arg(fd));
    }
    return listener;
}

Listener::~Listener()
{
    if (!m_ownPath.isEmpty())
        ::unlink(m_ownPath.constData());
}

std::expected<Listener::Accepted, int> Listener::accept() const
{
    Address remote;
    Accepted accepted;
    accepted.socket.reset(::accept4(m_socket.get(), remote.data(), &remote.size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!accepted.socket)
        return std::unexpected(errno);
    const int fd = accepted.socket.get();
    Gate::Peer &peer = accepted.peer;
    peer.localAddress = m_address;
    if (m_isUnix) {
        ucred credentials {};
        socklen_t size = sizeof credentials;
        if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0)
            peer.uid = int(credentials.uid);
        peer.isUnix = true;
        peer.isLoopback = true;
        peer.text = "unix:uid=" + QByteArray::number(peer.uid);
        peer.bucket = peer.text;
        return accepted;
    }
    const int one = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    peer.bucket = hostText(remote);
    peer.text = peer.bucket + ':' + QByteArray::number(portOf(remote));
    peer.isLoopback = isLoopback(remote);
    if (!peer.isLoopback)
        ::setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    Address local;
    if (m_anyAddress && ::getsockname(fd, local.data(), &local.size) == 0)
        peer.localAddress = fullText(local);
    return accepted;
}

} // namespace Cofferdam::Http
