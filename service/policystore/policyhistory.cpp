// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/policystore/policyhistory.h"

#include "common/base/atomicfile.h"

#include <QtCore/QJsonDocument>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyStore {

namespace {

constexpr qint64 MostBytes = 8 << 20;
constexpr QByteArrayView Suffix(".json");

QByteArray toText(const HistoryEntry &entry)
{
    return QJsonDocument(QJsonObject {{"entry"_L1, entry.number}, {"time"_L1, QString::fromLatin1(entry.time)},
                             {"actor"_L1, QString::fromUtf8(entry.actor)}, {"reason"_L1, entry.reason},
                             {"revision"_L1, QString::fromLatin1(entry.revision)},
                             {"format"_L1, entry.format == Policy::Format::Json ? "json"_L1 : "yaml"_L1},
                             {"text_base64"_L1, QString::fromLatin1(entry.text.toBase64())}})
        .toJson();
}

std::optional<HistoryEntry> fromText(const QByteArray &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    HistoryEntry entry;
    entry.number = object.value("entry"_L1).toInteger(-1);
    if (entry.number < 1)
        return {};
    entry.time = object.value("time"_L1).toString().toLatin1();
    entry.actor = object.value("actor"_L1).toString().toUtf8();
    entry.reason = object.value("reason"_L1).toString();
    entry.revision = object.value("revision"_L1).toString().toLatin1();
    entry.format = object.value("format"_L1) == "json"_L1 ? Policy::Format::Json : Policy::Format::Yaml;
    entry.text = QByteArray::fromBase64(object.value("text_base64"_L1).toString().toLatin1());
    return entry;
}

} // namespace

QJsonObject HistoryEntry::head(qint64 current) const
{
    return {{"entry"_L1, QString::number(number)}, {"time"_L1, QString::fromLatin1(time)}, {"actor"_L1, QString::fromUtf8(actor)}, {"reason"_L1, reason},
        {"revision"_L1, QString::fromLatin1(revision)}, {"current"_L1, number == current}};
}

QByteArray PolicyHistory::pathOf(qint64 number) const { return m_directory + '/' + QByteArray::number(number).rightJustified(8, '0') + Suffix.toByteArray(); }

Result<void> PolicyHistory::open(const QByteArray &directory)
{
    m_directory = directory;
    if (::mkdir(directory.constData(), 0700) != 0 && errno != EEXIST)
        return failure(systemError(errno, "cannot make "_L1 + QString::fromLocal8Bit(directory)));
    const std::unique_ptr<DIR, int (*)(DIR *)> listing(::opendir(directory.constData()), &::closedir);
    if (!listing)
        return failure(systemError(errno, "cannot list "_L1 + QString::fromLocal8Bit(directory)));
    while (const dirent *found = ::readdir(listing.get())) {
        const QByteArray name(found->d_name);
        bool ok = false;
        const qint64 number = name.endsWith(Suffix) ? name.chopped(Suffix.size()).toLongLong(&ok) : 0;
        if (!ok)
            continue;
        m_next = std::max(m_next, number + 1);
        const auto text = readWholeFile(directory + '/' + name, MostBytes);
        if (auto entry = text ? fromText(*text) : std::nullopt; entry && entry->number == number)
            m_entries.append(std::move(*entry));
    }
    std::ranges::sort(m_entries, {}, &HistoryEntry::number);
    return {};
}

const HistoryEntry *PolicyHistory::find(qint64 number) const
{
    const auto found = std::ranges::find(m_entries, number, &HistoryEntry::number);
    return found == m_entries.end() ? nullptr : &*found;
}

Result<qint64> PolicyHistory::append(HistoryEntry entry)
{
    entry.number = m_next;
    if (auto written = writeFileAtomically(pathOf(entry.number), toText(entry)); !written)
        return failure(written.error());
    ++m_next;
    m_entries.append(std::move(entry));
    return m_next - 1;
}

void PolicyHistory::removeLast()
{
    ::unlink(pathOf(m_entries.last().number).constData());
    m_entries.removeLast();
}

} // namespace Cofferdam::PolicyStore
