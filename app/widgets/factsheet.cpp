// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/factsheet.h"

#include <QtCore/QEvent>
#include <QtCore/QUrl>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QString row(const Fact &fact, const QPalette &palette)
{
    if (fact.isHeading) return u"<tr><td colspan=2 style='padding-top:12px;padding-bottom:2px'><b>%1</b></td></tr>"_s.arg(fact.label.toHtmlEscaped());
    const QString muted = palette.color(QPalette::PlaceholderText).name();
    QString value = fact.value.toHtmlEscaped();
    if (fact.mono) value = u"<span style='font-family:\"%1\"'>%2</span>"_s.arg(monoFont().family(), value);
    if (!fact.link.isEmpty())
        value = u"<a style='color:%1;text-decoration:none' href='%2'>%3</a>"_s.arg(toneColor(Tone::Accent, palette).name(), fact.link.toHtmlEscaped(), value);
    else
        value = u"<span style='color:%1'>%2</span>"_s.arg(toneColor(fact.tone, palette).name(), value);
    return u"<tr><td style='color:%1;padding-right:14px;padding-top:3px;padding-bottom:3px;white-space:nowrap'>%2</td><td style='padding-top:3px;padding-bottom:3px'>%3</td></tr>"_s.arg(
        muted, fact.label.toHtmlEscaped(), value);
}

} // namespace

FactSheet::FactSheet(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(NoFrame);
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) { Q_EMIT linkActivated(url.toString()); });
}

void FactSheet::setFacts(const QList<Fact> &facts)
{
    m_facts = facts;
    render();
}

void FactSheet::render()
{
    QString html = u"<table cellspacing=0 cellpadding=0 width='100%'>"_s;
    for (const Fact &fact : std::as_const(m_facts)) {
        if (fact.isHeading || !fact.value.isEmpty()) html += row(fact, palette());
    }
    setHtml(html + u"</table>"_s);
}

void FactSheet::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) render();
}

} // namespace Cofferdam::App
