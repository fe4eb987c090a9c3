// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include <QtTest/QtTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PathGuard;
using namespace Cofferdam::Testing;
using Policy::PathRole;

namespace {

enum Op { Read, Write, WriteParents, Delete, MoveTo };

ResolveOptions optionsOf(Op op)
{
    switch (op) {
    case Read: return {{PathRole::Read}, false, false, false};
    case Write: return {{PathRole::Write}, false, true, false};
    case WriteParents: return {{PathRole::Write}, false, true, true};
    case Delete: return {{PathRole::Delete}, true, false, false};
    case MoveTo: return {{PathRole::Write}, true, true, false};
    }
    return {};
}

struct Case {
    const char *name;
    Op op;
    const char *raw; ///< @ is the layout's base
    const char *code; ///< empty: allowed
    const char *path; ///< resolved, relative to the base
    bool exists = true;
    bool never = false; ///< symlinks: never
};

// Both resolvers give the same answers; the refusing side first. Rows: security.md 2.
constexpr Case Cases[] = {
    {"row1 prefix without a separator", Read, "@/ws-evil/f", "path_outside", ""},
    {"row1 prefix without a separator, missing", Read, "@/ws-evil/none", "path_outside", ""},
    {"row2 absolute link out", Read, "outabs", "path_outside", ""},
    {"row2 absolute link out, overwritten", Write, "outabs", "path_outside", ""},
    {"row2 relative link out", Read, "outrel", "path_outside", ""},
    {"row2 relative link out, overwritten", Write, "outrel", "path_outside", ""},
    {"row2 link to something missing outside", Read, "outmissing", "path_outside", ""},
    {"row2 link to something missing outside, written", Write, "outmissing", "path_outside", ""},
    {"row2 through a link to a directory outside", Read, "outdir/leaf", "path_outside", ""},
    {"row2 new file through a link to a directory outside", Write, "outdir/new", "path_outside", ""},
    {"row2 new parents through a link to a directory outside", WriteParents, "outdir/a/new", "path_outside", ""},
    {"row2 delete through a link to a directory outside", Delete, "outdir/leaf", "path_outside", ""},
    {"row3 parent", Read, "../", "path_outside", ""},
    {"row3 parent by two steps", Read, "a/../../", "path_outside", ""},
    {"row3 parent behind dots and slashes", Read, ".//..", "path_outside", ""},
    {"row3 parent with doubled slashes", Read, "a/..//../", "path_outside", ""},
    {"row3 through a directory that is there", Read, "dir/../../out/secret", "path_outside", ""},
    {"row7 climbing out of an absolute path", Read, "@/ws/../../../../etc/hostname", "path_outside", ""},
    {"row7 absolute", Read, "/etc/hostname", "path_outside", ""},
    {"row7 escapes are literal", Read, "%2e%2e%2fout", "file_not_found", ""},
    {"row7 twice escaped", Read, "%252e%252e%252fout", "file_not_found", ""},
    {"row7 backslash is a character", Read, "..\\", "file_not_found", ""},
    {"magic link", Read, "magic", "path_outside", ""},
    {"magic link and on", Read, "magic/etc/passwd", "path_outside", ""},
    {"root of the system", Read, "/", "path_outside", ""},
    {"denied directory", Read, ".ssh", "path_denied", ""},
    {"inside a denied directory", Read, ".ssh/id", "path_denied", ""},
    {"inside a denied directory, missing", Read, ".ssh/none", "path_denied", ""},
    {"through a link to a denied directory", Read, "todenied/id", "path_denied", ""},
    {"through a link to a denied directory, missing", Read, "todenied/none", "path_denied", ""},
    {"new file in a denied directory", Write, ".ssh/new", "path_denied", ""},
    {"new file through a link to a denied directory", Write, "todenied/new", "path_denied", ""},
    {"denied directory does not tell by ..", Read, ".ssh/../file.txt", "path_denied", ""},
    {"denied by name", Read, "key.pem", "path_denied", ""},
    {"a new name that is denied", Write, "dir/new.pem", "path_denied", ""},
    {"a new parent that is denied", WriteParents, "dir/.ssh/x", "path_denied", ""},
    {"row13 byte order mark is part of the name", Write, "dir/\xef\xbb\xbfsecret.pem", "path_denied", ""},
    {"row14 ignorable characters do not match", Write, ".s\xe2\x80\x8dsh", "", "ws/.s\xe2\x80\x8dsh", false},
    {"never: link", Read, "in", "path_symlink", "", true, true},
    {"never: link in the middle", Read, "indir/inner.txt", "path_symlink", "", true, true},
    {"never: link overwritten", Write, "in", "path_symlink", "", true, true},
    {"never: link deleted", Delete, "in", "path_symlink", "", true, true},
    {"never: link out", Read, "outabs", "path_symlink", "", true, true},
    {"never: no link", Read, "dir/inner.txt", "", "ws/dir/inner.txt", true, true},
    {"loop", Read, "loop", "path_symlink", ""},
    {"missing", Read, "none", "file_not_found", ""},
    {"missing parent", Read, "none/none", "file_not_found", ""},
    {"missing parent, written", Write, "none/new", "file_not_found", ""},
    {"dangling link inside", Read, "dangling", "file_not_found", ""},
    {"file as a directory", Read, "file.txt/x", "not_directory", ""},
    {"file with a slash", Read, "file.txt/", "not_directory", ""},
    {".. as a final name, deleted", Delete, "dir/sub/..", "invalid_path", ""},
    {".. as a final name, written", Write, "dir/..", "invalid_path", ""},
    {".. below a missing directory", WriteParents, "none/../../x", "path_outside", ""},
    {"file", Read, "file.txt", "", "ws/file.txt"},
    {"absolute", Read, "@/ws/file.txt", "", "ws/file.txt"},
    {"dots and slashes", Read, ".//dir/.//sub/../inner.txt", "", "ws/dir/inner.txt"},
    {"root by dot", Read, ".", "", "ws"},
    {"root by name", Read, "@/ws", "", "ws"},
    {"root with a slash", Read, "@/ws/", "", "ws"},
    {"back to the root", Read, "dir/..", "", "ws"},
    {"link inside", Read, "in", "", "ws/file.txt"},
    {"link to a directory inside", Read, "indir/inner.txt", "", "ws/dir/inner.txt"},
    {"up from a linked directory", Read, "indir/../file.txt", "", "ws/file.txt"},
    {"absolute link inside", Read, "absin", "", "ws/dir/inner.txt"},
    {"absolute link into another root", Read, "toother", "", "other/o.txt"},
    {"relative link into another root", Read, "relother", "", "other/o.txt"},
    {"other root", Read, "@/other/o.txt", "", "other/o.txt"},
    {"from one root to another", Read, "../other/o.txt", "", "other/o.txt"},
    {"FIFO does not block", Read, "fifo", "", "ws/fifo"},
    {"row12 a name that is not UTF-8", Read, "\xff", "", "ws/\xff"},
    {"link inside is written at its target", Write, "in", "", "ws/file.txt"},
    {"dangling link is written at its target", Write, "dangling", "", "ws/dir/not-yet", false},
    {"new file", Write, "new", "", "ws/new", false},
    {"new file in a linked directory", Write, "indir/new", "", "ws/dir/new", false},
    {"new parents", WriteParents, "dir/a/b/new", "", "ws/dir/a/b/new", false},
    {"new parents in a linked directory", WriteParents, "indir/a/new", "", "ws/dir/a/new", false},
    {"link itself is deleted", Delete, "in", "", "ws/in"},
    {"link out itself is deleted", Delete, "outabs", "", "ws/outabs"},
    {"link out itself is replaced", MoveTo, "outabs", "", "ws/outabs"},
    {"directory is deleted", Delete, "dir/", "", "ws/dir"},
    {"root is resolved for deletion", Delete, "@/ws", "", "ws"},
    {"link to a directory with a slash is not followed", Delete, "indir/", "not_directory", ""},
};

QByteArray expand(const char *text, const QByteArray &base) { return QByteArray(text).replace("@", base); }

/// What is wrong with an answer; empty when nothing is.
QByteArray faultOf(const Case &row, const Layout &layout, Resolver resolver)
{
    Policy::PathRules rules = rulesFor({layout / "ws", layout / "other"}, {"**/.ssh", "*.pem", layout / "ws/private"});
    rules.symlinks = row.never ? Policy::Symlinks::Never : Policy::Symlinks::Within;
    RootSet roots;
    addAll(roots, rules);
    const QByteArray raw = expand(row.raw, layout.base());
    const Result<ResolvedPath> got = Guard(rules, roots, resolver).resolve(raw, optionsOf(row.op));
    const QByteArray code = got ? QByteArray() : got.error().code;
    if (code != row.code)
        return "expected code \"" + QByteArray(row.code) + "\", got \"" + code + "\" " + (got ? got->path : got.error().message.toUtf8());
    if (!got) {
        const bool policy = code == "path_outside" || code == "path_denied" || code == "path_symlink";
        if (policy && !got.error().details.value(QLatin1StringView("rule")).toString().startsWith(QLatin1StringView("policy:")))
            return "the refusal names no rule";
        return {};
    }
    if (got->path != layout / row.path)
        return "expected " + layout / row.path + ", got " + got->path;
    if (got->exists != row.exists)
        return "exists is wrong";
    if (got->exists != got->handle.isValid() || (row.op != Read && !got->isRoot && !got->parent))
        return "a descriptor is missing";
    return {};
}

} // namespace

class TestPathGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resolves_data();
    void resolves();
    void theTableAsNobody();
    void row15SameAnswerOutside_data();
    void row15SameAnswerOutside();
    void refusesWhatIsNoPath_data();
    void refusesWhatIsNoPath();
    void readOnlyRefusesWriting();
    void hardLinksAreRefusedWhereThePolicySays();
    void noRootsMeansOutside();
    void nobodyMayNotRead();

private:
    Layout m_layout;
};

void TestPathGuard::resolves_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("resolver");
    for (int i = 0; i < int(std::size(Cases)); ++i) {
        QTest::addRow("%s (openat2)", Cases[i].name) << i << int(Resolver::Openat2);
        QTest::addRow("%s (walker)", Cases[i].name) << i << int(Resolver::Walker);
    }
}

void TestPathGuard::resolves()
{
    QFETCH(int, index);
    QFETCH(int, resolver);
    const QByteArray fault = faultOf(Cases[index], m_layout, Resolver(resolver));
    QVERIFY2(fault.isEmpty(), fault.constData());
}

/// Runs check in a child that is uid 65534 and brings back what it says.
template <typename Check>
QByteArray asNobody(Check check)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        QByteArray said = ::setresgid(65534, 65534, 65534) == 0 && ::setresuid(65534, 65534, 65534) == 0 ? check() : "cannot drop privileges";
        (void)!::write(ends[1], said.constData(), size_t(said.size()));
        ::_exit(0);
    }
    ::close(ends[1]);
    QByteArray said;
    char block[4096];
    for (ssize_t n = 0; (n = ::read(ends[0], block, sizeof block)) > 0;)
        said.append(block, n);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? said : "the child was killed";
}

void TestPathGuard::theTableAsNobody()
{
    if (::getuid() != 0)
        QSKIP("the other tests run as a normal user already");
    const QByteArray faults = asNobody([this] {
        QByteArray all;
        for (const Case &row : Cases) {
            for (const Resolver resolver : {Resolver::Openat2, Resolver::Walker}) {
                const QByteArray fault = faultOf(row, m_layout, resolver);
                if (!fault.isEmpty())
                    all += QByteArray(row.name) + ": " + fault + '\n';
            }
        }
        return all;
    });
    QVERIFY2(faults.isEmpty(), faults.constData());
}

void TestPathGuard::row15SameAnswerOutside_data()
{
    QTest::addColumn<QByteArray>("there");
    QTest::addColumn<QByteArray>("missing");
    QTest::newRow("beside the root") << m_layout / "out/secret" << m_layout / "out/secrex";
    QTest::newRow("with the root's prefix") << m_layout / "ws-evil/f" << m_layout / "ws-evil/g";
    QTest::newRow("a directory") << m_layout / "out/tree" << m_layout / "out/trex";
    QTest::newRow("below a file") << m_layout / "out/secret/x" << m_layout / "out/none/x";
    QTest::newRow("in the system") << "/etc/passwd"_ba << "/etc/passwx"_ba;
    QTest::newRow("denied") << ".ssh/id"_ba << ".ssh/ix"_ba;
}

void TestPathGuard::row15SameAnswerOutside()
{
    QFETCH(QByteArray, there);
    QFETCH(QByteArray, missing);
    const Policy::PathRules rules = rulesFor({m_layout / "ws"}, {"**/.ssh"});
    RootSet roots;
    addAll(roots, rules);
    for (const Op op : {Read, Write, WriteParents, Delete, MoveTo}) {
        for (const Resolver resolver : {Resolver::Openat2, Resolver::Walker}) {
            const Guard guard(rules, roots, resolver);
            Error a = guard.resolve(there, optionsOf(op)).error();
            Error b = guard.resolve(missing, optionsOf(op)).error();
            QVERIFY(a.code == "path_outside" || a.code == "path_denied");
            a.details.remove(QLatin1StringView("path"));
            b.details.remove(QLatin1StringView("path"));
            QCOMPARE(a.code, b.code);
            QCOMPARE(a.message, b.message);
            QCOMPARE(a.details, b.details);
        }
    }
}

void TestPathGuard::refusesWhatIsNoPath_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("row7 NUL") << QByteArray("..\0/", 4);
    QTest::newRow("over 4096 bytes") << QByteArray("a/").repeated(2049);
    QTest::newRow("a component over 255 bytes") << QByteArray(256, 'a');
}

void TestPathGuard::refusesWhatIsNoPath()
{
    QFETCH(QByteArray, raw);
    const Policy::PathRules rules = rulesFor({m_layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    const auto got = Guard(rules, roots).resolve(raw, optionsOf(Read));
    QVERIFY(!got);
    QCOMPARE(got.error().code, "invalid_path"_ba);
}

void TestPathGuard::readOnlyRefusesWriting()
{
    Policy::PathRules rules = rulesFor({m_layout / "ws"});
    rules.readOnly = true;
    RootSet roots;
    addAll(roots, rules);
    const Guard guard(rules, roots);
    for (const Op op : {Write, WriteParents, Delete, MoveTo}) {
        for (const char *raw : {"file.txt", "none", "dir"}) {
            const auto got = guard.resolve(raw, optionsOf(op));
            QVERIFY(!got);
            QCOMPARE(got.error().code, "path_read_only"_ba);
            QCOMPARE(got.error().details.value(QLatin1StringView("rule")).toString(), QLatin1StringView("policy:defaults.paths.read_only"));
        }
    }
    QVERIFY(guard.resolve("file.txt", optionsOf(Read)));
}

void TestPathGuard::hardLinksAreRefusedWhereThePolicySays()
{
    Policy::PathRules rules = rulesFor({m_layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    QVERIFY(Guard(rules, roots).resolve("hard", optionsOf(Read)));
    rules.refuseHardlinks = true;
    for (const Resolver resolver : {Resolver::Openat2, Resolver::Walker}) {
        const auto got = Guard(rules, roots, resolver).resolve("hard", optionsOf(Read));
        QVERIFY(!got);
        QCOMPARE(got.error().code, "path_denied"_ba);
        QVERIFY(Guard(rules, roots, resolver).resolve("file.txt", optionsOf(Read)));
        QVERIFY(Guard(rules, roots, resolver).resolve("dir", optionsOf(Read)));
    }
}

void TestPathGuard::noRootsMeansOutside()
{
    const Policy::PathRules rules;
    const RootSet roots;
    const auto got = Guard(rules, roots).resolve("/etc/passwd", optionsOf(Read));
    QVERIFY(!got);
    QCOMPARE(got.error().code, "path_outside"_ba);
}

void TestPathGuard::nobodyMayNotRead()
{
    if (::getuid() != 0)
        QSKIP("needs root to make a directory another user may not enter");
    m_layout.makeDirectory("ws/closed");
    m_layout.makeFile("ws/closed/x");
    ::chmod((m_layout / "ws/closed").constData(), 0700);
    const QByteArray faults = asNobody([this] {
        QByteArray codes;
        const Policy::PathRules rules = rulesFor({m_layout / "ws"});
        RootSet roots;
        addAll(roots, rules);
        for (const Resolver resolver : {Resolver::Openat2, Resolver::Walker}) {
            const auto got = Guard(rules, roots, resolver).resolve("closed/x", optionsOf(Read));
            codes += (got ? "allowed" : got.error().code) + ' ';
        }
        return codes;
    });
    QCOMPARE(faults, "os_permission os_permission "_ba);
}

QTEST_GUILESS_MAIN(TestPathGuard)
#include "tst_pathguard.moc"
