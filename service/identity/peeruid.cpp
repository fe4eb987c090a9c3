// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/identity/peeruid.h"

#include "common/base/uniquefd.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstring>

namespace Cofferdam::Identity {

namespace {

struct Request {
    nlmsghdr header;
    inet_diag_req_v2 body;
};

/// Fills the identity of the peer's socket: its source is our peer address, its destination our own.
bool fillSocketId(int descriptor, inet_diag_req_v2 &request)
{
    sockaddr_storage own {}, peer {};
    socklen_t ownSize = sizeof own, peerSize = sizeof peer;
    if (::getsockname(descriptor, reinterpret_cast<sockaddr *>(&own), &ownSize) != 0
        || ::getpeername(descriptor, reinterpret_cast<sockaddr *>(&peer), &peerSize) != 0 || own.ss_family != peer.ss_family)
        return false;
    request.sdiag_family = __u8(own.ss_family);
    request.id.idiag_cookie[0] = request.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (own.ss_family == AF_INET) {
        const auto &o = reinterpret_cast<const sockaddr_in &>(own);
        const auto &p = reinterpret_cast<const sockaddr_in &>(peer);
        request.id.idiag_sport = p.sin_port;
        request.id.idiag_dport = o.sin_port;
        request.id.idiag_src[0] = p.sin_addr.s_addr;
        request.id.idiag_dst[0] = o.sin_addr.s_addr;
        return true;
    }
    if (own.ss_family != AF_INET6)
        return false;
    const auto &o = reinterpret_cast<const sockaddr_in6 &>(own);
    const auto &p = reinterpret_cast<const sockaddr_in6 &>(peer);
    request.id.idiag_sport = p.sin6_port;
    request.id.idiag_dport = o.sin6_port;
    std::memcpy(request.id.idiag_src, &p.sin6_addr, sizeof p.sin6_addr);
    std::memcpy(request.id.idiag_dst, &o.sin6_addr, sizeof o.sin6_addr);
    return true;
}

} // namespace

int peerUid(int descriptor)
{
    Request request {};
    if (descriptor < 0 || !fillSocketId(descriptor, request.body))
        return -1;
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = 1U << TCP_ESTABLISHED;
    const UniqueFd netlink(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    if (!netlink)
        return -1;
    const timeval patience {0, 200'000};
    ::setsockopt(netlink.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (::send(netlink.get(), &request, sizeof request, 0) != ssize_t(sizeof request))
        return -1;
    alignas(nlmsghdr) char answer[4096];
    const ssize_t size = ::recv(netlink.get(), answer, sizeof answer, 0);
    if (size < ssize_t(sizeof(nlmsghdr) + sizeof(inet_diag_msg)))
        return -1;
    const auto *header = reinterpret_cast<const nlmsghdr *>(answer);
    if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY)
        return -1;
    const auto *message = static_cast<const inet_diag_msg *>(NLMSG_DATA(header));
    // INVARIANT: the kernel may answer with a near match; only the very connection counts.
    if (message->id.idiag_sport != request.body.id.idiag_sport || message->id.idiag_dport != request.body.id.idiag_dport)
        return -1;
    return int(message->idiag_uid);
}

} // namespace Cofferdam::Identity
