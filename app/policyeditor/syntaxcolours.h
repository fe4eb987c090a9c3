// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>

class QPalette;

namespace Cofferdam::PolicyEditor {

/// Colours one document as YAML or JSON; the theme is the light or the dark one that fits the palette. GUI thread.
class SyntaxColours
{
public:
    SyntaxColours(QTextDocument *document, const QPalette &palette);
    void setFormat(Policy::Format format);
    void setPalette(const QPalette &palette); ///< recolours at once

private:
    KSyntaxHighlighting::Repository m_repository;
    KSyntaxHighlighting::SyntaxHighlighter m_highlighter;
    QString m_themeName;
};

} // namespace Cofferdam::PolicyEditor
