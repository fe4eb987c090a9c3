// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/pathguard.h"

#include "service/pathguard/descriptors.h"

#include <QtCore/QHash>

#include <fcntl.h>

#include <atomic>
#include <mutex>

namespace Cofferdam::PathGuard {

struct RootSet::Private {
    struct Entry {
        QByteArray name;
        std::mutex opening;
        QByteArray canonical; ///< written once, before descriptor is published
        dev_t device = 0;
        ino_t inode = 0;
        std::atomic<int> descriptor = -1; ///< never replaced once opened

        ~Entry() { UniqueFd(descriptor.load()).reset(); }
        int open();
        [[nodiscard]] bool nameIsUnchanged() const;
    };
    QHash<QByteArray, std::shared_ptr<Entry>> entries;

    [[nodiscard]] Entry *find(const QByteArray &root) const
    {
        const auto found = entries.constFind(root);
        return found == entries.cend() ? nullptr : found->get();
    }
};

int RootSet::Private::Entry::open()
{
    if (const int known = descriptor.load(std::memory_order_acquire); known >= 0)
        return known;
    const std::lock_guard lock(opening);
    if (const int known = descriptor.load(std::memory_order_acquire); known >= 0)
        return known;
    UniqueFd fd(::open(name.constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat info {};
    if (!fd || ::fstat(fd.get(), &info) != 0)
        return -1;
    const std::optional<QByteArray> resolved = canonicalNameOf(fd.get());
    if (!resolved)
        return -1;
    canonical = *resolved;
    device = info.st_dev;
    inode = info.st_ino;
    descriptor.store(fd.get(), std::memory_order_release);
    return fd.release();
}

bool RootSet::Private::Entry::nameIsUnchanged() const
{
    struct stat now {};
    return ::stat(name.constData(), &now) == 0 && now.st_dev == device && now.st_ino == inode;
}

RootSet::RootSet()
    : d(std::make_unique<Private>())
{
}

RootSet::~RootSet() = default;

void RootSet::add(const QByteArray &root)
{
    if (d->entries.contains(root))
        return;
    auto entry = std::make_shared<Private::Entry>();
    entry->name = root;
    entry->open();
    d->entries.insert(root, std::move(entry));
}

int RootSet::descriptorOf(const QByteArray &root) const
{
    Private::Entry *entry = d->find(root);
    const int descriptor = entry ? entry->open() : -1;
    return descriptor >= 0 && entry->nameIsUnchanged() ? descriptor : -1;
}

QByteArray RootSet::canonicalName(const QByteArray &root) const
{
    Private::Entry *entry = d->find(root);
    return entry && entry->open() >= 0 ? entry->canonical : QByteArray();
}

RootSet::Opened RootSet::opened(const QByteArray &root) const
{
    Private::Entry *entry = d->find(root);
    const int descriptor = entry ? entry->open() : -1;
    if (descriptor < 0)
        return {};
    // A root that is reached through a link can be retargeted without its canonical name telling.
    if (entry->canonical != entry->name && !entry->nameIsUnchanged())
        return {};
    return {descriptor, entry->canonical};
}

} // namespace Cofferdam::PathGuard
