// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/descriptors.h"
#include "service/pathguard/pathguard.h"
#include "syscallcounter.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <vector>

using namespace Cofferdam;
using namespace Cofferdam::PathGuard;
using namespace Cofferdam::Testing;

namespace {

constexpr int Rounds = 7;
constexpr int Repeats = 2'000;

double nanosecondsOf(const std::function<void()> &function)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < Repeats; ++i)
        function();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / Repeats;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

/// performance.md row 2b: one path decision against one realpath(3) of the same path. Prints; asserts nothing about speed.
class BenchPaths : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void row2bDecisionAgainstRealpath();
};

void BenchPaths::row2bDecisionAgainstRealpath()
{
    const QTemporaryDir directory;
    const QByteArray root = QDir(directory.path()).canonicalPath().toUtf8() + "/ws";
    QVERIFY(QDir().mkpath(QString::fromUtf8(root + "/project/source/module")));
    const QByteArray relative = "project/source/module/file.cpp";
    const QByteArray path = root + '/' + relative;
    UniqueFd(::open(path.constData(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644)).reset();
    Policy::PathRules rules;
    rules.roots = {root};
    for (const char *pattern : {"**/.env", "**/.env.*", "*.pem", "*.key", "**/.ssh/**", "**/.aws/**", "**/.gnupg/**", "**/.git/hooks/**"}) {
        auto entry = Policy::DenyEntry::compile(pattern, false, {});
        QVERIFY(entry);
        rules.deny.append(*entry);
    }
    RootSet roots;
    roots.add(root);
    const Guard kernel(rules, roots, Resolver::Openat2), walker(rules, roots, Resolver::Walker);
    const int handle = roots.descriptorOf(root);
    char buffer[PATH_MAX];
    struct Way {
        const char *name;
        std::function<void()> run;
        std::vector<double> times = {};
    };
    Way ways[] = {
        {"realpath(3)", [&] { QVERIFY(::realpath(path.constData(), buffer)); }},
        {"openat2 + close", [&] { QVERIFY(openBeneath(handle, relative.constData(), O_PATH, false)); }},
        {"guard, openat2, relative path", [&] { QVERIFY(kernel.resolve(relative, {})); }},
        {"guard, openat2, absolute path", [&] { QVERIFY(kernel.resolve(path, {})); }},
        {"guard, openat2, write", [&] { QVERIFY(kernel.resolve(path, {{Policy::PathRole::Write}, false, true, true})); }},
        {"guard, walker, absolute path", [&] { QVERIFY(walker.resolve(path, {})); }},
    };
    // Interleaved, so that a busy machine is unfair to all alike.
    for (int round = 0; round < Rounds; ++round) {
        for (Way &way : ways)
            way.times.push_back(nanosecondsOf(way.run));
    }
    const double base = median(ways[0].times);
    qInfo("%d components, 8 deny patterns; median of %d rounds of %d", int(path.count('/')), Rounds, Repeats);
    for (const Way &way : ways) {
        const double time = median(way.times);
        qInfo("%-32s %8.0f ns  %5.2f x realpath  %2d system calls", way.name, time, base / time, systemCallsOf(way.run));
    }
}

QTEST_GUILESS_MAIN(BenchPaths)
#include "bench_paths.moc"
