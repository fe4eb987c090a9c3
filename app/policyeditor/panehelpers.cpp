// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/panehelpers.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeView>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

Look stateLook(EndpointStateModel::State state)
{
    switch (state) {
    case EndpointStateModel::State::Allowed: return { u"allow"_s, App::Tone::Positive };
    case EndpointStateModel::State::Limited: return { u"gauge"_s, App::Tone::Accent };
    case EndpointStateModel::State::Denied: return { u"deny"_s, App::Tone::Negative };
    case EndpointStateModel::State::Unknown: break;
    }
    return { u"dot"_s, App::Tone::Muted };
}

Look differenceLook(Policy::Difference::Kind kind)
{
    switch (kind) {
    case Policy::Difference::Kind::NewlyAllowed: return { u"allow"_s, App::Tone::Warning };
    case Policy::Difference::Kind::Wider: return { u"plus"_s, App::Tone::Warning };
    case Policy::Difference::Kind::NewlyDenied: return { u"deny"_s, App::Tone::Negative };
    case Policy::Difference::Kind::Narrower: return { u"minus"_s, App::Tone::Accent };
    case Policy::Difference::Kind::Changed: break;
    }
    return { u"diff"_s, App::Tone::Muted };
}

QLabel *makeHeading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setFont(App::headingFont());
    return label;
}

void prepareTable(QTreeView *table, const QString &accessibleName, int stretched)
{
    table->setAccessibleName(accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    table->setRootIsDecorated(false);
    table->setAllColumnsShowFocus(true);
    table->setUniformRowHeights(true);
    table->setTextElideMode(Qt::ElideRight);
    table->header()->setStretchLastSection(false);
    table->header()->setSectionsMovable(false);
    table->header()->setHighlightSections(false);
    for (int column = 0; column < table->model()->columnCount(); ++column)
        table->header()->setSectionResizeMode(column, column == stretched ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
}

} // namespace Cofferdam::PolicyEditor
