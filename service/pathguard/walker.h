// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/pathguard/resolution.h"

namespace Cofferdam::PathGuard {

/// Resolves one component at a time with O_PATH|O_NOFOLLOW. Links are read from their own handle; absolute ones and those that climb
/// out of a root go on at the allow root they name, or are outside. Judges every directory it enters. The substitute where openat2
/// is missing, and the one that explains what openat2 refused. security.md E1.3.
class Walker
{
public:
    Walker(const Resolution &resolution, const Start &start);
    [[nodiscard]] Result<Reached> run();

private:
    enum class Step { Next, Done };
    [[nodiscard]] Result<void> enterRoot(const QByteArray &root);
    [[nodiscard]] Result<Step> step(Reached &reached);
    [[nodiscard]] Result<void> follow(int link);
    [[nodiscard]] Result<void> climb();
    [[nodiscard]] Result<void> restartAt(const QByteArray &absolute);
    [[nodiscard]] Result<void> reopenTo(qsizetype depth);
    [[nodiscard]] Result<void> missing(const QByteArray &component, Reached &reached);
    [[nodiscard]] QByteArray here() const;

    const Resolution &m_resolution;
    const QByteArray m_firstRoot;
    QByteArray m_rootCanonical;
    UniqueFd m_root;
    UniqueFd m_parent; ///< of m_current; invalid at the root
    UniqueFd m_current;
    QList<QByteArray> m_names; ///< of the directories entered below the root
    QList<QByteArray> m_todo; ///< components to go, the next one last
    bool m_mustBeDirectory = false;
    int m_hops = 0;
};

} // namespace Cofferdam::PathGuard
