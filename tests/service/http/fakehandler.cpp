// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakehandler.h"

#include "common/protocol/errorcodes.h"

#include <QtCore/QDeadlineTimer>
#include <QtCore/QThread>
#include <QtCore/QTimer>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 FileBytes = 8 << 20;

Gate::Answer answerOf(const Error &error)
{
    return {.status = errorCodeInfo(error.code).status, .headers = {{"X-Request-Id", "r0"}}, .contentType = "application/json", .body = errorBody(error, "r0"), .close = false};
}

/// Says "opened", echoes, and knows a few words.
class EchoSession final : public SocketSession
{
public:
    void opened(SocketSink &sink) override
    {
        m_sink = &sink;
        sink.sendText("opened");
    }
    void textReceived(const QByteArray &utf8) override
    {
        if (utf8 == "flood") {
            for (int i = 0; i < 1000; ++i)
                m_sink->sendBinary(QByteArray(65536, 'f'));
        } else if (utf8 == "bye") {
            m_sink->close(4404, "bye");
        } else {
            m_sink->sendText("echo:" + utf8);
        }
    }
    void binaryReceived(const QByteArray &bytes) override { m_sink->sendBinary(bytes); }
    void closed() override { m_sink = nullptr; }

private:
    SocketSink *m_sink = nullptr;
};

class FakeCall final : public PendingCall, public std::enable_shared_from_this<FakeCall>
{
public:
    FakeCall(FakeHandler &handler, QByteArray path) : m_handler(handler), m_path(std::move(path)) { }

    QByteArray requestId() const override { return "r1"; }
    Result<UniqueFd> openSpool() override
    {
        if (m_path == "/nospool")
            return failure("disk_full", u"no room"_s);
        return UniqueFd(::open(m_handler.spoolPath().constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    }
    void run(Gate::Body body, std::move_only_function<void(Reply)> done) override
    {
        if (m_path == "/dropped")
            return;
        if (m_path == "/never") {
            m_done = std::move(done);
            return;
        }
        if (m_path == "/later") {
            m_done = std::move(done);
            QTimer::singleShot(5, [self = shared_from_this()] {
                if (self->m_done)
                    std::exchange(self->m_done, nullptr)(text("later"));
            });
            return;
        }
        done(reply(std::move(body)));
    }
    void finished(qint64 bytesOut, int status, bool complete, const QByteArray &code) override
    {
        m_done = nullptr;
        m_handler.note({m_path, bytesOut, status, complete, code});
    }

private:
    static Reply text(QByteArray body)
    {
        Reply reply;
        reply.contentType = "text/plain";
        reply.body = std::move(body);
        return reply;
    }

    Reply reply(Gate::Body body) const
    {
        if (m_path == "/echo")
            return text("len=" + QByteArray::number(body.size) + (body.file ? " spooled" : " memory"));
        if (m_path == "/back")
            return text(body.bytes);
        if (m_path == "/file")
            return file();
        if (m_path == "/large")
            return text(QByteArray(FileBytes, 'L'));
        if (m_path == "/none")
            return Reply::noContent();
        if (m_path == "/fails" || m_path == "/wsfails")
            return Reply::failed({"file_not_found", u"nothing there"_s, {}, {}});
        if (m_path.startsWith("/ws")) {
            Reply reply;
            reply.socket = std::make_unique<EchoSession>();
            reply.headers.append(Gate::HeaderField {"Sec-WebSocket-Protocol", "cofferdam.test"});
            return reply;
        }
        return text("hello");
    }

    static Reply file()
    {
        Reply reply;
        reply.contentType = "application/octet-stream";
        reply.file.reset(::memfd_create("file", MFD_CLOEXEC));
        const QByteArray content(FileBytes, 'F');
        if (::write(reply.file.get(), content.constData(), size_t(content.size())) != content.size())
            qFatal("no file");
        reply.fileLength = FileBytes;
        return reply;
    }

    FakeHandler &m_handler;
    const QByteArray m_path;
    std::move_only_function<void(Reply)> m_done;
};

} // namespace

FakeHandler::FakeHandler() = default;

Admission FakeHandler::admit(Gate::Head &&head)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_admitted;
    }
    Admission admission;
    admission.socket = socketLimits;
    if (head.path == "/refused" || head.path == "/wsrefused")
        admission.refusal = answerOf({"scope_missing", u"expected a scope"_s, {}, {}});
    else if (head.contentLength > largestBody)
        admission.refusal = answerOf({"request_too_large", u"expected less"_s, {}, {}});
    else
        admission.call = std::make_shared<FakeCall>(*this, head.path);
    return admission;
}

Gate::Answer FakeHandler::refused(const Error &error, const Gate::Peer &)
{
    const std::lock_guard lock(m_mutex);
    ++m_refusals;
    return answerOf(error);
}

std::vector<Ended> FakeHandler::ended() const
{
    const std::lock_guard lock(m_mutex);
    return m_ended;
}

int FakeHandler::admitted() const
{
    const std::lock_guard lock(m_mutex);
    return m_admitted;
}

int FakeHandler::refusals() const
{
    const std::lock_guard lock(m_mutex);
    return m_refusals;
}

void FakeHandler::note(Ended end)
{
    const std::lock_guard lock(m_mutex);
    m_ended.push_back(std::move(end));
}

TestServer::TestServer(Http::Settings settings) : server(std::make_unique<Http::Server>(handler, clock, settings))
{
    if (const auto listening = server->listen("127.0.0.1:0"); !listening)
        qFatal("cannot listen: %s", qPrintable(listening.error().message));
    server->start();
}

TestServer::~TestServer() = default;

int TestServer::port() const
{
    const QByteArray address = server->addresses().first();
    return address.sliced(address.lastIndexOf(':') + 1).toInt();
}

std::vector<Ended> TestServer::waitForEnded(size_t count)
{
    for (QDeadlineTimer deadline(10'000); !deadline.hasExpired() && handler.ended().size() < count;)
        QThread::yieldCurrentThread();
    return handler.ended();
}

Http::Settings quick()
{
    using namespace std::chrono_literals;
    Http::Settings settings;
    settings.workers = 2;
    settings.deadlines.linger = 200ms;
    settings.deadlines.sweep = 10ms;
    return settings;
}
