// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include "service/pathguard/descriptors.h"

#include <QtCore/QDeadlineTimer>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdlib>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PathGuard;
using namespace Cofferdam::Testing;

namespace {

/// Swaps a directory with a link to a place outside, as fast as it can, while it lives.
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

} // namespace

/// A directory is exchanged with a link to one outside while paths through it are resolved and read. First the naive way must
/// leak, so that the harness is known to work.
class TestRace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void naiveCodeLeaks();
    void resolvedFilesNeverLeak_data();
    void resolvedFilesNeverLeak();

private:
    std::unique_ptr<Layout> m_layout;
};

void TestRace::init()
{
    m_layout = std::make_unique<Layout>();
    m_layout->makeDirectory("ws/d");
    m_layout->makeFile("ws/d/f", "inside");
    m_layout->makeDirectory("out/d");
    m_layout->makeFile("out/d/f", "OUTSIDE");
    m_layout->makeLink("ws/x", "../out/d");
}

void TestRace::naiveCodeLeaks()
{
    const Swapper swapper(*m_layout / "ws/d", *m_layout / "ws/x");
    const QByteArray path = *m_layout / "ws/d/f", inside = *m_layout / "ws/";
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

void TestRace::resolvedFilesNeverLeak_data()
{
    QTest::addColumn<int>("resolver");
    QTest::newRow("openat2") << int(Resolver::Openat2);
    QTest::newRow("walker") << int(Resolver::Walker);
}

void TestRace::resolvedFilesNeverLeak()
{
    QFETCH(int, resolver);
    const Policy::PathRules rules = rulesFor({*m_layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    const Guard guard(rules, roots, Resolver(resolver));
    const Swapper swapper(*m_layout / "ws/d", *m_layout / "ws/x");
    int leaks = 0, served = 0, refused = 0;
    for (const QDeadlineTimer deadline(RaceMs); !deadline.hasExpired();) {
        const auto got = guard.resolve("d/f", {});
        const auto file = got ? openForReading(*got) : Result<UniqueFd>(failure(got.error()));
        char byte = 0;
        if (file && ::read(file->get(), &byte, 1) == 1)
            ++(byte == 'O' ? leaks : served);
        else
            ++refused;
    }
    qInfo("%d served, %d refused, %d leaked", served, refused, leaks);
    QCOMPARE(leaks, 0);
    QVERIFY(served > 0);
    QVERIFY(refused > 0);
}

QTEST_GUILESS_MAIN(TestRace)
#include "tst_pathguard_race.moc"
