// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

namespace Cofferdam::PolicyEditor {

class CodeEditor;

/// The strip left of the text: problem marks, line numbers, fold arrows. A click on an arrow folds; a click elsewhere goes to the
/// line. Draws for the editor that owns it.
class LineGutter : public QWidget
{
    Q_OBJECT
public:
    explicit LineGutter(CodeEditor &editor);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    void paintLine(QPainter &painter, int blockNumber, const QRect &line);
    [[nodiscard]] int foldWidth() const;
    [[nodiscard]] int markWidth() const;

    CodeEditor &m_editor;
};

} // namespace Cofferdam::PolicyEditor
