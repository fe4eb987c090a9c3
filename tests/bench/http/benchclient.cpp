// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_httpclient new PORT PATH CONCURRENCY TOTAL [FIELD]   a new connection a request: "requests/s p50us p99us errors"
// bench_httpclient get PORT PATH [FIELD]                     one download: "MB/s bytes"
// bench_httpclient put PORT PATH BYTES [FIELD]               one upload of application/octet-stream: "MB/s status"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

sockaddr_in server(int port)
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<unsigned short>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

std::string head(const char *method, int port, const std::string &path, const std::string &field)
{
    return std::string(method) + ' ' + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nConnection: close\r\n" + (field.empty() ? "" : field + "\r\n");
}

struct Connection {
    int fd = -1;
    Clock::time_point start;
    bool sent = false;
    std::string answer;

    /// By its Content-Length: a bare QHttpServer never closes.
    [[nodiscard]] bool isComplete() const
    {
        const size_t end = answer.find("\r\n\r\n");
        if (end == std::string::npos)
            return false;
        const char *field = ::strcasestr(answer.c_str(), "\r\ncontent-length:");
        return field && answer.size() >= end + 4 + size_t(std::atoll(field + 17));
    }
    [[nodiscard]] bool isGood() const { return answer.compare(8, 4, " 200") == 0; }
};

class NewConnections
{
public:
    NewConnections(int port, std::string request, long total) : m_port(port), m_request(std::move(request)), m_total(total), m_epoll(::epoll_create1(0)) { }

    void run(int concurrency)
    {
        const auto begin = Clock::now();
        for (int i = 0; i < concurrency && m_started < m_total; ++i)
            start();
        while (m_done < m_total && turn()) { }
        const double seconds = secondsSince(begin);
        std::sort(m_times.begin(), m_times.end());
        const auto at = [this](double share) { return m_times.empty() ? 0.0 : m_times[size_t(double(m_times.size() - 1) * share)]; };
        std::printf("%.0f %.0f %.0f %ld\n", double(m_times.size()) / seconds, at(0.5), at(0.99), m_errors);
    }

private:
    void start()
    {
        auto *connection = new Connection {::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), Clock::now(), false, {}};
        const int one = 1;
        ::setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockaddr_in source = server(0); // many sources, so that ports in TIME_WAIT do not run out
        source.sin_addr.s_addr = htonl(0x7f000002U + unsigned(m_started++ % 50));
        ::bind(connection->fd, reinterpret_cast<sockaddr *>(&source), sizeof source);
        const sockaddr_in target = server(m_port);
        ::connect(connection->fd, reinterpret_cast<const sockaddr *>(&target), sizeof target);
        epoll_event event {};
        event.events = EPOLLOUT;
        event.data.ptr = connection;
        ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, connection->fd, &event);
    }

    bool turn()
    {
        epoll_event events[64];
        const int count = ::epoll_wait(m_epoll, events, 64, 5000);
        for (int i = 0; i < count; ++i)
            step(*static_cast<Connection *>(events[i].data.ptr));
        return count > 0;
    }

    void step(Connection &connection)
    {
        if (!connection.sent) {
            connection.sent = true;
            if (::write(connection.fd, m_request.data(), m_request.size()) != ssize_t(m_request.size()))
                return end(connection, false);
            epoll_event event {};
            event.events = EPOLLIN;
            event.data.ptr = &connection;
            ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, connection.fd, &event);
            return;
        }
        char buffer[4096];
        const ssize_t count = ::read(connection.fd, buffer, sizeof buffer);
        if (count <= 0)
            return end(connection, false);
        connection.answer.append(buffer, size_t(count));
        if (connection.isComplete())
            end(connection, connection.isGood());
    }

    void end(Connection &connection, bool ok)
    {
        if (ok)
            m_times.push_back(secondsSince(connection.start) * 1e6);
        else
            ++m_errors;
        ::close(connection.fd);
        delete &connection;
        ++m_done;
        if (m_started < m_total)
            start();
    }

    const int m_port;
    const std::string m_request;
    const long m_total;
    const int m_epoll;
    long m_started = 0;
    long m_done = 0;
    long m_errors = 0;
    std::vector<double> m_times;
};

int connected(int port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in target = server(port);
    return ::connect(fd, reinterpret_cast<const sockaddr *>(&target), sizeof target) == 0 ? fd : -1;
}

bool sendAll(int fd, const char *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        const ssize_t count = ::send(fd, data + at, size - at, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        at += size_t(count);
    }
    return true;
}

void download(int port, const std::string &path, const std::string &field)
{
    const int fd = connected(port);
    const auto begin = Clock::now();
    const std::string request = head("GET", port, path, field) + "\r\n";
    sendAll(fd, request.data(), request.size());
    std::vector<char> buffer(1 << 20);
    long long bytes = 0;
    for (ssize_t count = 0; (count = ::read(fd, buffer.data(), buffer.size())) > 0;)
        bytes += count;
    std::printf("%.0f %lld\n", double(bytes) / 1e6 / secondsSince(begin), bytes);
}

void upload(int port, const std::string &path, long long size, const std::string &field)
{
    const int fd = connected(port);
    const auto begin = Clock::now();
    const std::string request
        = head("POST", port, path, field) + "Content-Type: application/octet-stream\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n";
    sendAll(fd, request.data(), request.size());
    const std::vector<char> block(1 << 20, 'u');
    for (long long left = size; left > 0; left -= (1 << 20)) {
        if (!sendAll(fd, block.data(), size_t(std::min<long long>(left, 1 << 20))))
            break;
    }
    char answer[4096] = {};
    const ssize_t count = ::read(fd, answer, sizeof answer - 1);
    std::printf("%.0f %s\n", double(size) / 1e6 / secondsSince(begin), count > 12 ? std::string(answer + 9, 3).c_str() : "0");
}

} // namespace

int main(int argc, char **argv)
{
    const std::string mode = argc > 3 ? argv[1] : "";
    const int port = argc > 3 ? std::atoi(argv[2]) : 0;
    const auto argument = [&](int i) { return std::string(i < argc ? argv[i] : ""); };
    if (mode == "new" && argc > 5)
        NewConnections(port, head("GET", port, argv[3], argument(6)) + "\r\n", std::atol(argv[5])).run(std::atoi(argv[4]));
    else if (mode == "get")
        download(port, argv[3], argument(4));
    else if (mode == "put" && argc > 4)
        upload(port, argv[3], std::atoll(argv[4]), argument(5));
    else
        return 2;
    return 0;
}
