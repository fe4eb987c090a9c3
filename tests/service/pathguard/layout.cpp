// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include "common/base/atomicfile.h"

#include <QtCore/QDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

Layout::Layout()
    : m_base(QDir(m_directory.path()).canonicalPath().toUtf8())
{
    // QTemporaryDir cannot remove a name that is not UTF-8.
    m_directory.setAutoRemove(false);
    ::chmod(m_base.constData(), 0755);
    for (const char *directory : {"ws", "ws/dir", "ws/dir/sub", "ws/.ssh", "ws/private", "ws-evil", "out", "out/tree", "other"})
        makeDirectory(directory);
    for (const char *file : {"ws/file.txt", "ws/dir/inner.txt", "ws/.ssh/id", "ws/private/p.txt", "ws/key.pem", "ws-evil/f", "out/secret",
             "out/tree/leaf", "other/o.txt", "ws/\xff"})
        makeFile(file);
    makeLink("ws/in", "file.txt");
    makeLink("ws/indir", "dir");
    makeLink("ws/absin", m_base + "/ws/dir/inner.txt");
    makeLink("ws/outabs", m_base + "/out/secret");
    makeLink("ws/outrel", "../out/secret");
    makeLink("ws/outmissing", m_base + "/out/none");
    makeLink("ws/outdir", "../out/tree");
    makeLink("ws/dangling", "dir/not-yet");
    makeLink("ws/loop", "loop");
    makeLink("ws/todenied", ".ssh");
    makeLink("ws/toother", m_base + "/other/o.txt");
    makeLink("ws/relother", "../other/o.txt");
    makeLink("ws/magic", "/proc/self/root");
    ::mkfifo((*this / "ws/fifo").constData(), 0644);
    makeFile("ws/two");
    ::link((*this / "ws/two").constData(), (*this / "ws/hard").constData());
}

Layout::~Layout()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_base.toStdString(), ignored);
}

void Layout::makeDirectory(const QByteArray &relative) const { ::mkdir((*this / relative).constData(), 0755); }

void Layout::makeFile(const QByteArray &relative, const QByteArray &content) const
{
    const UniqueFd file(::open((*this / relative).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file || !writeAll(file.get(), content))
        qFatal("cannot make %s", relative.constData());
}

void Layout::makeLink(const QByteArray &relative, const QByteArray &target) const
{
    if (::symlink(target.constData(), (*this / relative).constData()) != 0)
        qFatal("cannot make %s", relative.constData());
}

Policy::PathRules rulesFor(const QList<QByteArray> &roots, const QList<QByteArray> &deny)
{
    Policy::PathRules rules;
    rules.roots = roots;
    rules.rootsFrom.rule = "policy:defaults.paths.allow";
    rules.symlinksFrom.rule = "policy:defaults.paths.symlinks";
    rules.readOnlyFrom.rule = "policy:defaults.paths.read_only";
    rules.hardlinksFrom.rule = "policy:defaults.paths.hardlinks";
    Policy::Provenance from;
    from.rule = "policy:defaults.paths.deny";
    for (const QByteArray &pattern : deny) {
        auto entry = Policy::DenyEntry::compile(pattern, false, from);
        if (!entry)
            qFatal("bad pattern %s", pattern.constData());
        rules.deny.append(*entry);
    }
    return rules;
}

void addAll(PathGuard::RootSet &set, const Policy::PathRules &rules)
{
    for (const QByteArray &root : rules.roots)
        set.add(root);
}

QByteArray contentOf(const QByteArray &path) { return readWholeFile(path, 1 << 24).value_or(QByteArray()); }

} // namespace Cofferdam::Testing
