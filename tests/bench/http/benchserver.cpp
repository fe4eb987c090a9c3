// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_httpserver bare|gate [--workers N] [--dir DIR]
// bare: QHttpServer with one route, as it comes. gate: service/http with a handler that does nothing else.
// GET /hello, GET /busy (300 us of work), POST /upload (counted, to disk), GET /file (DIR/large). Prints its port.
#include "common/base/clock.h"
#include "service/http/server.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtHttpServer/QHttpServer>
#include <QtHttpServer/QHttpServerRequest>
#include <QtHttpServer/QHttpServerResponse>
#include <QtNetwork/QTcpServer>

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

namespace {

void work()
{
    QElapsedTimer timer;
    timer.start();
    while (timer.nsecsElapsed() < 300'000) { }
}

Reply text(QByteArray body)
{
    Reply reply;
    reply.contentType = "text/plain";
    reply.body = std::move(body);
    return reply;
}

class BenchCall final : public PendingCall
{
public:
    BenchCall(QByteArray path, const QByteArray &directory) : m_path(std::move(path)), m_directory(directory) { }
    QByteArray requestId() const override { return "0123456789abcdef0123456789abcdef"; }
    Result<UniqueFd> openSpool() override { return UniqueFd(::open(m_directory.constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)); }
    void run(Gate::Body body, std::move_only_function<void(Reply)> done) override
    {
        if (m_path == "/file")
            return done(file());
        if (m_path == "/busy")
            work();
        done(text(m_path == "/upload" ? QByteArray::number(body.size) : QByteArray("hello")));
    }
    void finished(qint64, int, bool, const QByteArray &) override { }

private:
    Reply file() const
    {
        Reply reply;
        reply.contentType = "application/octet-stream";
        reply.file.reset(::open((m_directory + "/large").constData(), O_RDONLY | O_CLOEXEC));
        struct stat status {};
        if (::fstat(reply.file.get(), &status) != 0)
            return Reply::failed({"file_not_found", u"no large file"_s, {}, {}});
        reply.fileLength = status.st_size;
        return reply;
    }

    const QByteArray m_path;
    const QByteArray &m_directory;
};

class BenchHandler final : public CallHandler
{
public:
    explicit BenchHandler(QByteArray directory) : m_directory(std::move(directory)) { }
    Admission admit(Gate::Head &&head) override { return {{}, std::make_shared<BenchCall>(std::move(head.path), m_directory), {}}; }
    Gate::Answer refused(const Error &error, const Gate::Peer &) override { return {.status = 400, .headers = {}, .contentType = "text/plain", .body = error.code, .close = true}; }

private:
    const QByteArray m_directory;
};

int printed(int port)
{
    std::printf("%d\n", port);
    std::fflush(stdout);
    return QCoreApplication::exec();
}

int runBare(const QByteArray &directory)
{
    QHttpServer server;
    server.route("/hello"_L1, [] { return QHttpServerResponse("text/plain", "hello"); });
    server.route("/upload"_L1, [directory](const QHttpServerRequest &request) {
        QFile file(QString::fromUtf8(directory) + "/bare-upload"_L1);
        if (file.open(QIODevice::WriteOnly))
            file.write(request.body());
        return QHttpServerResponse("text/plain", QByteArray::number(request.body().size()));
    });
    auto listener = std::make_unique<QTcpServer>();
    if (!listener->listen(QHostAddress::LocalHost) || !server.bind(listener.get()))
        return 1;
    const int port = listener->serverPort();
    [[maybe_unused]] const auto *owned = listener.release(); // bind() took it
    return printed(port);
}

int runGate(const QByteArray &directory, int workers)
{
    BenchHandler handler(directory);
    const SystemClock clock;
    Http::Settings settings;
    settings.workers = workers;
    Http::Server server(handler, clock, settings);
    if (!server.listen("127.0.0.1:0"))
        return 1;
    server.start();
    const QByteArray address = server.addresses().first();
    return printed(address.sliced(address.lastIndexOf(':') + 1).toInt());
}

} // namespace

int main(int argc, char **argv)
{
    const QByteArray mode = argc > 1 ? argv[1] : "";
    if (mode == "gate")
        qputenv("QT_NO_GLIB", "1");
    const QCoreApplication application(argc, argv);
    QByteArray directory = "/tmp";
    int workers = 1;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (qstrcmp(argv[i], "--dir") == 0)
            directory = argv[i + 1];
        else if (qstrcmp(argv[i], "--workers") == 0)
            workers = atoi(argv[i + 1]);
    }
    return mode == "bare" ? runBare(directory) : runGate(directory, workers);
}
