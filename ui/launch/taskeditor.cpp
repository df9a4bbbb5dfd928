// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskeditor.h"

#include "core/model/taskimport.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>

namespace trainyard {

TaskEditor::TaskEditor(QWidget *parent) : QPlainTextEdit(parent), m_gutter(new QWidget(this))
{
    setObjectName(QStringLiteral("taskEditor"));
    setAccessibleName(tr("Task file"));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    m_gutter->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        dy ? m_gutter->scroll(0, dy) : m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &TaskEditor::applyLook);
    applyLook();
}

int TaskEditor::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
    return QFontMetrics(textFont(TextRole::Code)).horizontalAdvance(QLatin1Char('0')) * int(digits) + dp(22);
}

void TaskEditor::applyLook()
{
    setFont(textFont(TextRole::Code));
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_gutter->update();
}

void TaskEditor::setIssues(const QList<TaskIssue> &errors, const QList<TaskIssue> &warnings)
{
    m_errorLines.clear();
    m_warningLines.clear();
    for (const TaskIssue &issue : errors)
        m_errorLines.append(issue.line);
    for (const TaskIssue &issue : warnings)
        m_warningLines.append(issue.line);
    const Theme theme = themeOf(this);
    QList<QTextEdit::ExtraSelection> selections;
    const auto mark = [&](int line, const QColor &tint) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        if (line < 1 || !block.isValid())
            return;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.format.setBackground(tint);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selections.append(selection);
    };
    for (const int line : std::as_const(m_warningLines))
        mark(line, theme.warning.tint);
    for (const int line : std::as_const(m_errorLines))
        mark(line, theme.bad.tint);
    setExtraSelections(selections);
    m_gutter->update();
}

void TaskEditor::goTo(int line, int column)
{
    const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::clamp(column - 1, 0, block.length() - 1));
    setTextCursor(cursor);
    ensureCursorVisible();
    setFocus();
}

void TaskEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left() + 1, inside.top() + 1, gutterWidth(), inside.height() - 2);
}

void TaskEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_gutter->update();
}

bool TaskEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_gutter && event->type() == QEvent::Paint) {
        paintGutter();
        return true;
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

void TaskEditor::paintGutter()
{
    const Theme theme = themeOf(this);
    QPainter painter(m_gutter);
    painter.fillRect(m_gutter->rect(), theme.sunken);
    painter.fillRect(QRect(m_gutter->width() - 1, 0, 1, m_gutter->height()), theme.line);
    painter.setFont(textFont(TextRole::Code));
    QTextBlock block = firstVisibleBlock();
    double y = blockBoundingGeometry(block).translated(contentOffset()).top();
    for (; block.isValid() && y < m_gutter->height(); block = block.next()) {
        const double height = blockBoundingRect(block).height();
        const int line = block.blockNumber() + 1;
        painter.setPen(m_errorLines.contains(line) ? theme.bad.ink : m_warningLines.contains(line) ? theme.warning.ink : theme.text3);
        painter.drawText(QRectF(0, y, m_gutter->width() - dp(9), height), Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        y += height;
    }
}

void TaskEditor::insertFromMimeData(const QMimeData *source)
{
    const bool replacesAll = textCursor().selectedText().size() == toPlainText().size() || toPlainText().trimmed().isEmpty();
    const QByteArray text = source->text().toUtf8();
    if (replacesAll && importedTask(text))
        Q_EMIT foreignTextPasted(text);
    else
        QPlainTextEdit::insertFromMimeData(source);
}

}  // namespace trainyard

#include "moc_taskeditor.cpp"
