// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/pathguard/pathguard.h"

#include <QtCore/QTemporaryDir>

namespace Cofferdam::Testing {

/// A tree with every kind of trap, below a temporary directory: ws and other are boundary roots, out and ws-evil lie beside them.
class Layout
{
public:
    Layout();
    ~Layout();
    Layout(const Layout &) = delete;
    Layout &operator=(const Layout &) = delete;
    [[nodiscard]] bool isValid() const { return m_directory.isValid(); }
    [[nodiscard]] QByteArray base() const { return m_base; }
    [[nodiscard]] QByteArray operator/(const QByteArray &relative) const { return m_base + '/' + relative; }

    void makeDirectory(const QByteArray &relative) const;
    void makeFile(const QByteArray &relative, const QByteArray &content = "content") const;
    void makeLink(const QByteArray &relative, const QByteArray &target) const;

private:
    QTemporaryDir m_directory;
    QByteArray m_base;
};

/// Rules over ws (and other) of a layout, as the compiler would make them.
[[nodiscard]] Policy::PathRules rulesFor(const QList<QByteArray> &roots, const QList<QByteArray> &deny = {});
void addAll(PathGuard::RootSet &set, const Policy::PathRules &rules);
[[nodiscard]] QByteArray contentOf(const QByteArray &path);

} // namespace Cofferdam::Testing
