// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/syntaxcolours.h"

#include "app/widgets/theme.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Theme>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

SyntaxColours::SyntaxColours(QTextDocument *document, const QPalette &palette)
    : m_highlighter(document)
{
    setPalette(palette);
    setFormat(Policy::Format::Yaml);
}

void SyntaxColours::setFormat(Policy::Format format)
{
    m_highlighter.setDefinition(m_repository.definitionForName(format == Policy::Format::Json ? u"JSON"_s : u"YAML"_s));
}

void SyntaxColours::setPalette(const QPalette &palette)
{
    const bool dark = App::isDark(palette);
    KSyntaxHighlighting::Theme theme = m_repository.theme(dark ? u"GitHub Dark"_s : u"GitHub Light"_s);
    if (!theme.isValid())
        theme = m_repository.defaultTheme(dark ? KSyntaxHighlighting::Repository::DarkTheme : KSyntaxHighlighting::Repository::LightTheme);
    if (theme.name() == m_themeName)
        return;
    m_themeName = theme.name();
    m_highlighter.setTheme(theme);
    if (m_highlighter.definition().isValid())
        m_highlighter.rehighlight();
}

} // namespace Cofferdam::PolicyEditor
