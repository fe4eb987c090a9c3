// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include <QtCore/QDeadlineTimer>
#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::Testing;
using PathGuard::Resolver;

namespace {

/// Exchanges two names as fast as it can while it lives.
class Swapper
{
public:
    Swapper(const QByteArray &a, const QByteArray &b)
        : m_thread([this, a, b] {
            while (!m_stop.load(std::memory_order_relaxed))
                ::renameat2(AT_FDCWD, a.constData(), AT_FDCWD, b.constData(), RENAME_EXCHANGE);
        })
    {
    }
    ~Swapper()
    {
        m_stop = true;
        m_thread.join();
    }

private:
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

constexpr int RaceMs = 3000;

Asked query(const QByteArray &endpoint, const QByteArray &path, Resolver resolver)
{
    Asked asked;
    asked.endpoint = endpoint;
    asked.query = {{"path", path}};
    asked.resolver = resolver;
    return asked;
}

} // namespace

/// ws/d, a directory, is exchanged all the time with ws/x, a link to a directory outside. Whatever the operations do meanwhile, nothing
/// of outside may be seen, changed or lost: security.md rows 4, 5, 6 and section 5. The naive way loses first.
class TestRace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void naiveCodeLeaks();
    void row4ListShowsNothingOutside_data() { resolvers(); }
    void row4ListShowsNothingOutside();
    void row5DeleteLeavesOutsideAlone_data() { resolvers(); }
    void row5DeleteLeavesOutsideAlone();
    void row6UploadWritesNothingOutside_data() { resolvers(); }
    void row6UploadWritesNothingOutside();
    void downloadSendsNothingFromOutside_data() { resolvers(); }
    void downloadSendsNothingFromOutside();

private:
    static void resolvers();
    std::unique_ptr<FilesCall> m_files;
};

void TestRace::resolvers()
{
    QTest::addColumn<int>("resolver");
    QTest::newRow("openat2") << int(Resolver::Openat2);
    QTest::newRow("walker") << int(Resolver::Walker);
}

void TestRace::init()
{
    m_files = std::make_unique<FilesCall>();
    m_files->makeDirectory("ws/d");
    m_files->makeFile("ws/d/f", "in");
    m_files->makeDirectory("out/d");
    m_files->makeFile("out/d/f", "OUTSIDE");
    m_files->makeFile("out/d/only-outside", "OUTSIDE");
    m_files->makeDirectory("out/d/sub");
    m_files->makeLink("ws/x", "../out/d");
}

void TestRace::naiveCodeLeaks()
{
    const Swapper swapper(*m_files / "ws/d", *m_files / "ws/x");
    const QByteArray path = *m_files / "ws/d/f", inside = *m_files / "ws/";
    int leaks = 0;
    for (const QDeadlineTimer deadline(RaceMs); leaks == 0 && !deadline.hasExpired();) {
        char real[PATH_MAX];
        if (!::realpath(path.constData(), real) || !QByteArrayView(real).startsWith(inside))
            continue;
        const UniqueFd file(::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
        char byte = 0;
        leaks += file && ::read(file.get(), &byte, 1) == 1 && byte == 'O';
    }
    QVERIFY2(leaks > 0, "the harness did not win against realpath and open");
}

void TestRace::row4ListShowsNothingOutside()
{
    QFETCH(int, resolver);
    Asked asked = query("files_list", "d", Resolver(resolver));
    asked.query.emplaceBack("recursive", "true");
    Asked whole = query("files_list", ".", Resolver(resolver));
    whole.query.emplaceBack("recursive", "true");
    const Swapper swapper(*m_files / "ws/d", *m_files / "ws/x");
    int leaks = 0, listed = 0, refused = 0;
    for (const QDeadlineTimer deadline(RaceMs); !deadline.hasExpired();) {
        for (const Asked &call : {asked, whole}) {
            const Answered got = m_files->call(call);
            const QJsonArray entries = got.json["entries"_L1].toArray();
            for (const QJsonValue &entry : entries) {
                const bool outsideSize = entry["name"_L1].toString() == u"f" && entry["size"_L1].toInt() != 2;
                leaks += outsideSize || entry["name"_L1].toString() == u"only-outside" || entry["name"_L1].toString() == u"sub";
            }
            ++(got.ok() ? listed : refused);
        }
    }
    qInfo("%d listed, %d refused, %d leaks", listed, refused, leaks);
    QCOMPARE(leaks, 0);
    QVERIFY(listed > 0);
}

void TestRace::row5DeleteLeavesOutsideAlone()
{
    QFETCH(int, resolver);
    Asked asked = query("files_delete", "d", Resolver(resolver));
    asked.query.emplaceBack("recursive", "true");
    int removed = 0;
    for (const QDeadlineTimer deadline(RaceMs); !deadline.hasExpired();) {
        for (const char *name : {"ws/d", "ws/x"})
            std::filesystem::remove_all((*m_files / name).toStdString());
        m_files->makeDirectory("ws/d");
        for (const char *name : {"ws/d/f", "ws/d/g", "ws/d/h"})
            m_files->makeFile(name);
        m_files->makeLink("ws/x", "../out/d");
        const Swapper swapper(*m_files / "ws/d", *m_files / "ws/x");
        removed += m_files->call(asked).ok();
    }
    qInfo("%d times removed", removed);
    QCOMPARE(m_files->names("out"), QList<QByteArray>({"d", "secret"}));
    QCOMPARE(m_files->names("out/d"), QList<QByteArray>({"f", "only-outside", "sub"}));
    QVERIFY(removed > 0);
}

void TestRace::row6UploadWritesNothingOutside()
{
    QFETCH(int, resolver);
    const Swapper swapper(*m_files / "ws/d", *m_files / "ws/x");
    int written = 0, refused = 0;
    for (const QDeadlineTimer deadline(RaceMs); !deadline.hasExpired();) {
        for (const char *path : {"d/new", "d/f", "d/a/b/new"}) {
            Asked asked = query("files_upload_stream", path, Resolver(resolver));
            asked.body = "evil";
            ++(m_files->call(asked).ok() ? written : refused);
        }
    }
    qInfo("%d written, %d refused", written, refused);
    QCOMPARE(m_files->names("out"), QList<QByteArray>({"d", "secret"}));
    QCOMPARE(m_files->names("out/d"), QList<QByteArray>({"f", "only-outside", "sub"}));
    QCOMPARE(m_files->content("out/d/f"), "OUTSIDE"_ba);
    QVERIFY(written > 0);
}

void TestRace::downloadSendsNothingFromOutside()
{
    QFETCH(int, resolver);
    const Swapper swapper(*m_files / "ws/d", *m_files / "ws/x");
    int leaks = 0, served = 0, refused = 0;
    for (const QDeadlineTimer deadline(RaceMs); !deadline.hasExpired();) {
        for (const char *path : {"d/f", "d/only-outside"}) {
            const Answered got = m_files->call(query("files_download_stream", path, Resolver(resolver)));
            leaks += got.ok() && got.bytes != "in";
            ++(got.ok() ? served : refused);
        }
    }
    qInfo("%d served, %d refused, %d leaks", served, refused, leaks);
    QCOMPARE(leaks, 0);
    QVERIFY(served > 0);
}

QTEST_GUILESS_MAIN(TestRace)
#include "tst_files_race.moc"
