// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/draftstore.h"

#include "common/base/atomicfile.h"
#include "common/base/ids.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QStandardPaths>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

constexpr qint64 MaximumBytes = 16 << 20;

QByteArray encoded(const QByteArray &policyPath, const StoredDraft &draft)
{
    const QJsonObject object {
        { u"draft"_s, 1 },
        { u"policy"_s, QString::fromUtf8(policyPath) },
        { u"format"_s, draft.format == Policy::Format::Json ? u"json"_s : u"yaml"_s },
        { u"base_revision"_s, QString::fromLatin1(draft.baseRevision) },
        { u"secrets_taken_out"_s, draft.secretsTakenOut },
        { u"text"_s, QString::fromUtf8(draft.text) },
    };
    return QJsonDocument(object).toJson();
}

} // namespace

DraftStore::DraftStore(QByteArray directory)
    : m_directory(std::move(directory))
{
}

QByteArray DraftStore::defaultDirectory()
{
    const QString state = QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation);
    return QFile::encodeName(state + "/cofferdam/drafts"_L1);
}

QByteArray DraftStore::fileOf(const QByteArray &policyPath) const { return m_directory + "/" + sha256Hex(policyPath).left(24) + ".draft"; }

Result<void> DraftStore::save(const QByteArray &policyPath, const StoredDraft &draft)
{
    if (m_directory.isEmpty())
        return {};
    const QString directory = QFile::decodeName(m_directory);
    const auto privately = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!QDir().mkpath(directory) || !QFile::setPermissions(directory, privately))
        return failure("io_error", u"expected a directory for drafts, could not make %1"_s.arg(directory));
    return writeFileAtomically(fileOf(policyPath), encoded(policyPath, draft));
}

std::optional<StoredDraft> DraftStore::load(const QByteArray &policyPath) const
{
    if (m_directory.isEmpty())
        return std::nullopt;
    const Result<QByteArray> bytes = readWholeFile(fileOf(policyPath), MaximumBytes);
    if (!bytes)
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(*bytes).object();
    if (object["draft"_L1].toInt() != 1 || !object["text"_L1].isString())
        return std::nullopt;
    return StoredDraft { object["text"_L1].toString().toUtf8(),
        object["format"_L1].toString() == "json"_L1 ? Policy::Format::Json : Policy::Format::Yaml,
        object["base_revision"_L1].toString().toLatin1(), object["secrets_taken_out"_L1].toBool() };
}

void DraftStore::remove(const QByteArray &policyPath)
{
    if (!m_directory.isEmpty())
        QFile::remove(QFile::decodeName(fileOf(policyPath)));
}

} // namespace Cofferdam::PolicyEditor
