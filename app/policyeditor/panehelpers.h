// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/differencemodel.h"
#include "app/policyeditor/model/endpointstatemodel.h"
#include "app/widgets/theme.h"

class QLabel;
class QTreeView;
class QWidget;

namespace Cofferdam::PolicyEditor {

/// How something is shown: never by colour alone.
struct Look {
    QString iconName;
    App::Tone tone = App::Tone::Neutral;
};
[[nodiscard]] Look stateLook(EndpointStateModel::State state);
[[nodiscard]] Look differenceLook(Policy::Difference::Kind kind);
/// A heading of a pane.
QLabel *makeHeading(const QString &text, QWidget *parent);
/// The common manners of the flat tables of this page: whole rows, no frame, columns by content with one that stretches.
void prepareTable(QTreeView *table, const QString &accessibleName, int stretched);

} // namespace Cofferdam::PolicyEditor
