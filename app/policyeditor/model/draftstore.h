// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/document.h"

#include <QtCore/QByteArray>

#include <optional>

namespace Cofferdam::PolicyEditor {

/// A draft as it is kept on disk.
struct StoredDraft {
    QByteArray text;
    Policy::Format format = Policy::Format::Yaml;
    QByteArray baseRevision; ///< the running policy it was begun on
    bool secretsTakenOut = false; ///< a secret stood in it and was not written

    bool operator==(const StoredDraft &) const = default;
};

/// Drafts in a private directory, one file a policy, replaced atomically: a crash leaves the draft before or after the last
/// write. Secrets are never given to it. Blocks briefly; one thread. An empty directory means: nothing is kept.
class DraftStore
{
public:
    explicit DraftStore(QByteArray directory);
    /// $XDG_STATE_HOME/cofferdam/drafts
    [[nodiscard]] static QByteArray defaultDirectory();

    /// Errors: those of writeFileAtomically.
    [[nodiscard]] Result<void> save(const QByteArray &policyPath, const StoredDraft &draft);
    /// Nothing where none is kept or it cannot be read as one.
    [[nodiscard]] std::optional<StoredDraft> load(const QByteArray &policyPath) const;
    void remove(const QByteArray &policyPath);
    [[nodiscard]] QByteArray fileOf(const QByteArray &policyPath) const;

private:
    QByteArray m_directory;
};

} // namespace Cofferdam::PolicyEditor
