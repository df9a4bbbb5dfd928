// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskeditor.h"

#include "core/model/taskcursor.h"
#include "core/model/taskimport.h"
#include "ui/launch/taskcompleter.h"
#include "ui/theme/stylepaint.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHelpEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kFocusRing = 3;  // the pixels that paintFocusRing() draws on, at any scale

}  // namespace

TaskEditor::TaskEditor(QWidget *parent) : QPlainTextEdit(parent), m_gutter(new QWidget(this)), m_completer(new TaskCompleter(this))
{
    setObjectName(QStringLiteral("taskEditor"));
    setAccessibleName(tr("Task file"));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    m_gutter->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        dy ? m_gutter->scroll(0, dy) : m_gutter->update(0, rect.y() + textTop(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &TaskEditor::applyLook);
    connect(m_completer, &TaskCompleter::taken, this, &TaskEditor::take);
    applyLook();
}

int TaskEditor::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
    return QFontMetrics(textFont(TextRole::Code)).horizontalAdvance(QLatin1Char('0')) * int(digits) + dp(22);
}

int TaskEditor::textTop() const { return viewport()->y() - m_gutter->y(); }

void TaskEditor::applyLook()
{
    setFont(textFont(TextRole::Code));
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    document()->setDocumentMargin(dp(6));
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_gutter->update();
}

void TaskEditor::setIssues(const QList<TaskIssue> &errors, const QList<TaskIssue> &warnings)
{
    m_marks.clear();
    for (const TaskIssue &issue : warnings)
        m_marks.append({issue.line, issue.column, issue.what, false});
    for (const TaskIssue &issue : errors)
        m_marks.append({issue.line, issue.column, issue.what, true});
    showMarks();
}

void TaskEditor::showMarks()
{
    const Theme theme = themeOf(this);
    QList<QTextEdit::ExtraSelection> selections;
    for (const Mark &mark : std::as_const(m_marks)) {
        const QTextBlock block = document()->findBlockByNumber(mark.line - 1);
        if (mark.line < 1 || !block.isValid())
            continue;
        const TonePair &tone = mark.isError ? theme.bad : theme.warning;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(block);
        line.format.setBackground(tone.tint);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        selections.append(line);
        // From the place of the problem to the end of the word.
        const QString text = block.text();
        const qsizetype from = std::clamp<qsizetype>(mark.column - 1, 0, text.size());
        qsizetype to = from;
        while (to < text.size() && !text[to].isSpace())
            ++to;
        QTextEdit::ExtraSelection word;
        word.cursor = QTextCursor(block);
        word.cursor.setPosition(block.position() + int(to > from ? from : 0));
        word.cursor.setPosition(block.position() + int(to > from ? to : text.size()), QTextCursor::KeepAnchor);
        word.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        word.format.setUnderlineColor(tone.ink);
        selections.append(word);
    }
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

void TaskEditor::goToIssue(bool isNext)
{
    QList<std::pair<int, int>> places;
    for (const Mark &mark : std::as_const(m_marks)) {
        if (mark.line > 0)
            places.append({mark.line, mark.column});
    }
    if (places.isEmpty())
        return;
    std::sort(places.begin(), places.end());
    const std::pair<int, int> here{textCursor().blockNumber() + 1, textCursor().positionInBlock() + 1};
    const auto after = isNext ? std::upper_bound(places.begin(), places.end(), here) : std::lower_bound(places.begin(), places.end(), here);
    const auto &place = isNext ? (after == places.end() ? places.first() : *after)
                               : (after == places.begin() ? places.last() : *(after - 1));
    goTo(place.first, place.second);
    tellHere();
}

bool TaskEditor::find(const QString &text, bool isNext)
{
    if (text.isEmpty())
        return false;
    const QTextDocument::FindFlags flags = isNext ? QTextDocument::FindFlags() : QTextDocument::FindBackward;
    if (QPlainTextEdit::find(text, flags))
        return true;
    const QTextCursor before = textCursor();
    moveCursor(isNext ? QTextCursor::Start : QTextCursor::End);
    if (QPlainTextEdit::find(text, flags))
        return true;
    setTextCursor(before);
    return false;
}

TaskHelp TaskEditor::helpHere() const { return taskHelpAt(taskCursorAt(toPlainText(), textCursor().position())); }

QString TaskEditor::textAbout(int position) const
{
    const QTextBlock block = document()->findBlock(position);
    QStringList parts;
    for (const Mark &mark : m_marks) {
        if (mark.line == block.blockNumber() + 1)
            parts << mark.what.toHtmlEscaped();
    }
    const TaskHelp help = taskHelpAt(taskCursorAt(toPlainText(), position));
    if (!help.title.isEmpty()) {
        QString text = QStringLiteral("<b>%1</b><br>%2<br>").arg(help.title.toHtmlEscaped(), help.what.toHtmlEscaped());
        text += tr("Value: %1").arg(help.value).toHtmlEscaped();
        if (!help.words.isEmpty())
            text += QStringLiteral("<br>") + tr("Or: %1", "words that a value may be").arg(help.words).toHtmlEscaped();
        if (!help.standard.isEmpty())
            text += QStringLiteral("<br>") + tr("Default: %1").arg(help.standard).toHtmlEscaped();
        if (!help.example.isEmpty())
            text += QStringLiteral("<br>") + tr("Example: %1").arg(help.example).toHtmlEscaped();
        parts << text;
    }
    return parts.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(parts.join(QStringLiteral("<hr>")));
}

// At the cursor, as a tooltip at the mouse would; screen readers read it as the description of the editor.
void TaskEditor::tellHere()
{
    const QString text = textAbout(textCursor().position());
    setAccessibleDescription(QTextDocumentFragment::fromHtml(text).toPlainText());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(viewport()->mapToGlobal(cursorRect().bottomLeft()), text, viewport());
}

bool TaskEditor::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *const help = static_cast<QHelpEvent *>(event);
        const QTextCursor at = cursorForPosition(help->pos());
        // Not beside the text of a line.
        const bool isOnText = cursorRect(at).right() + fontMetrics().averageCharWidth() >= help->pos().x();
        const QString text = isOnText ? textAbout(at.position()) : QString();
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

void TaskEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    m_gutter->setGeometry(kFocusRing, kFocusRing, contentsRect().left() + gutterWidth() - kFocusRing, height() - 2 * kFocusRing);
}

void TaskEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showMarks();
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
    // Its left corners follow the frame, the right ones are outside.
    paintBox(&painter, m_gutter->rect().adjusted(0, 0, dp(6), 0), dp(6) - kFocusRing, theme.sunken, QColor());
    painter.fillRect(QRect(m_gutter->width() - 1, 0, 1, m_gutter->height()), theme.line);
    painter.setFont(textFont(TextRole::Code));
    QTextBlock block = firstVisibleBlock();
    double y = blockBoundingGeometry(block).translated(contentOffset()).top() + textTop();
    for (; block.isValid() && y < m_gutter->height(); block = block.next()) {
        const double height = blockBoundingRect(block).height();
        const QTextLine text = block.layout()->lineAt(0);
        const int line = block.blockNumber() + 1;
        QColor ink = theme.text3;
        for (const Mark &mark : std::as_const(m_marks)) {
            if (mark.line == line)
                ink = mark.isError ? theme.bad.ink : theme.warning.ink;  // errors come last
        }
        painter.setPen(ink);
        const QString number = QString::number(line);
        const int x = m_gutter->width() - dp(9) - painter.fontMetrics().horizontalAdvance(number);
        painter.drawText(QPointF(x, y + text.y() + text.ascent()), number);
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
