// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of TaskEditor and the edits that they make, separate from what it shows. Each edit is one step that can be undone.
#include "ui/launch/taskeditor.h"

#include "core/model/taskcursor.h"
#include "core/model/tasklines.h"
#include "core/model/taskschema.h"
#include "ui/common/keytable.h"
#include "ui/launch/taskcompleter.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QTextBlock>

#include <algorithm>

namespace trainyard {

namespace {

bool isKey(const QKeyEvent &event, KeyFor what) { return QKeySequence(event.keyCombination()) == keyFor(what); }

// The lines of a selection; a line of which it contains only the start is not one of them.
std::pair<QTextBlock, QTextBlock> selectedLines(const QTextCursor &cursor)
{
    const QTextDocument *const document = cursor.document();
    const QTextBlock first = document->findBlock(cursor.selectionStart());
    QTextBlock last = document->findBlock(cursor.selectionEnd());
    if (last != first && cursor.selectionEnd() == last.position())
        last = last.previous();
    return {first, last};
}

}  // namespace

int TaskEditor::step() const { return taskIndentStep(toPlainText()); }

// Ours come before the window's, which uses some of the same keys.
bool TaskEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto &key = static_cast<QKeyEvent &>(*event);
        if (isKey(key, KeyFor::Find) || isKey(key, KeyFor::NextError) || isKey(key, KeyFor::ErrorBefore)) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void TaskEditor::focusOutEvent(QFocusEvent *event)
{
    m_isLeaving = false;
    QPlainTextEdit::focusOutEvent(event);
}

void TaskEditor::keyPressEvent(QKeyEvent *event)
{
    if (m_completer->isShown()) {
        // The list takes these when they come back from here.
        switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab:
        case Qt::Key_Escape: event->ignore(); return;
        default: break;
        }
    }
    const bool isModifier = event->key() == Qt::Key_Shift || event->key() == Qt::Key_Control || event->key() == Qt::Key_Alt;
    if (!isModifier && event->key() != Qt::Key_Tab && event->key() != Qt::Key_Backtab)
        m_isLeaving = false;
    if (!isReadOnly() && takeEditKey(event)) {
        event->accept();
        return;
    }
    if (isKey(*event, KeyFor::Find)) {
        Q_EMIT findRequested();
        event->accept();
        return;
    }
    if (isKey(*event, KeyFor::NextError) || isKey(*event, KeyFor::ErrorBefore)) {
        goToIssue(isKey(*event, KeyFor::NextError));
        event->accept();
        return;
    }
    if (isKey(*event, KeyFor::TaskHelp)) {
        tellHere();
        event->accept();
        return;
    }
    const bool wasShown = m_completer->isShown();
    QPlainTextEdit::keyPressEvent(event);
    const bool isTyped = !event->text().isEmpty() && event->text()[0].isPrint()
                         && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (isReadOnly() || isModifier)
        return;
    if (isTyped || (wasShown && event->key() == Qt::Key_Backspace))
        offer(wasShown);
    else if (wasShown)
        m_completer->hide();
}

// False: the key has no meaning of its own here.
bool TaskEditor::takeEditKey(QKeyEvent *event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (isKey(*event, KeyFor::TaskComplete)) {
        offer(true);
        return true;
    }
    if (isKey(*event, KeyFor::TaskTab)) {
        m_doesTabLeave = !m_doesTabLeave;
        Q_EMIT tabMeaningChanged();
        return true;
    }
    // On many keyboards the slash needs Shift.
    if (event->key() == Qt::Key_Slash && (event->modifiers() & ~Qt::ShiftModifier & ~Qt::KeypadModifier) == Qt::ControlModifier) {
        changeLines([](QStringList lines, int) { return commentedLines(lines); });
        return true;
    }
    if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        if (event->modifiers() & ~Qt::ShiftModifier)
            return false;
        return takeTab(event->key() == Qt::Key_Backtab || event->modifiers() & Qt::ShiftModifier);
    }
    if (isPlain && event->key() == Qt::Key_Escape) {
        m_stops.clear();
        m_isLeaving = true;
        return true;
    }
    if (isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        breakLine();
        return true;
    }
    return isPlain && event->key() == Qt::Key_Backspace && !m_completer->isShown() && eraseIndent();
}

bool TaskEditor::takeTab(bool isBack)
{
    if (m_doesTabLeave || m_isLeaving) {
        m_isLeaving = false;
        setTabChangesFocus(true);  // else it refuses to move the focus
        focusNextPrevChild(!isBack);
        setTabChangesFocus(false);
        return true;
    }
    if (!m_stops.isEmpty()) {
        goToStop(isBack ? std::max(0, m_stop - 1) : m_stop + 1);
        return true;
    }
    const auto [first, last] = selectedLines(textCursor());
    if (isBack || first != last) {
        changeLines(isBack ? outdentedLines : indentedLines);
        return true;
    }
    QTextCursor cursor = textCursor();
    cursor.insertText(QString(step() - cursor.positionInBlock() % step(), u' '));
    return true;
}

void TaskEditor::breakLine()
{
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    cursor.removeSelectedText();
    cursor.insertText(u'\n' + taskIndentBelow(cursor.block().text().left(cursor.positionInBlock()), step()));
    cursor.endEditBlock();
    setTextCursor(cursor);
    ensureCursorVisible();
}

// Backspace in the blanks before a line removes one step of them.
bool TaskEditor::eraseIndent()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    if (cursor.hasSelection() || before.isEmpty() || before.count(u' ') != before.size())
        return false;
    const auto over = int((before.size() - 1) % step()) + 1;
    cursor.setPosition(cursor.position() - over, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    return true;
}

void TaskEditor::changeLines(QStringList (*change)(QStringList, int))
{
    const QTextCursor before = textCursor();
    const auto [first, last] = selectedLines(before);
    QTextCursor cursor(first);
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
    const QString text = cursor.selectedText().replace(QChar::ParagraphSeparator, u'\n');
    const QString changed = change(text.split(u'\n'), step()).join(u'\n');
    if (changed == text)
        return;
    const int start = first.position(), column = before.positionInBlock();
    cursor.insertText(changed);
    QTextCursor after = textCursor();
    if (before.hasSelection()) {
        after.setPosition(start);
        after.setPosition(start + int(changed.size()), QTextCursor::KeepAnchor);
    } else {
        after.setPosition(start + int(std::clamp<qsizetype>(column + changed.size() - text.size(), 0, changed.size())));
    }
    setTextCursor(after);
}

// While a person types, only where a word of the table, a GPU, an image or a variable can stand, and not behind a whole one.
void TaskEditor::offer(bool isAsked)
{
    const QString text = toPlainText();
    const TaskCursor at = taskCursorAt(text, textCursor().position());
    const TaskSchemaKey *const key = taskSchemaKey(at.key);
    const bool hasWords = at.in == TaskCursor::In::Value && key && *key->words;
    const bool isWanted = at.in == TaskCursor::In::Variable || at.in == TaskCursor::In::Field || hasWords
                          || (at.in != TaskCursor::In::Script && !at.typed.isEmpty());
    const TaskOffer offered = taskOffer(text, at, m_vocabulary);
    if (!isAsked && (!isWanted || offered.isWhole || textCursor().hasSelection())) {
        m_completer->hide();
        return;
    }
    // Below the beginning of what is typed, beside the line numbers.
    QTextCursor start = textCursor();
    start.setPosition(int(at.start));
    QRect place = cursorRect(start);
    place.translate(viewport()->pos() - QPoint(dp(10), 0));
    place.setHeight(place.height() + dp(4));
    m_completer->offer(offered.candidates, place);
}

void TaskEditor::take(const TaskCandidate &candidate)
{
    const TaskCursor at = taskCursorAt(toPlainText(), textCursor().position());
    QTextCursor cursor = textCursor();
    cursor.setPosition(int(at.start));
    cursor.setPosition(int(at.end), QTextCursor::KeepAnchor);
    const int start = cursor.selectionStart();
    cursor.insertText(candidate.snippet.text);
    setTextCursor(cursor);
    m_stops.clear();
    for (const TaskSnippet::Stop &stop : candidate.snippet.stops) {
        QTextCursor place(document());
        place.setPosition(start + int(stop.start));
        place.setPosition(start + int(stop.start + stop.length), QTextCursor::KeepAnchor);
        m_stops << place;
    }
    if (!m_stops.isEmpty()) {
        QTextCursor end(document());
        end.setPosition(start + int(candidate.snippet.text.size()));
        m_stops << end;
        goToStop(0);
    }
    // Behind a key, what its value may be.
    if (candidate.kind == TaskCandidate::Kind::Key)
        offer(false);
}

void TaskEditor::goToStop(int index)
{
    m_stop = index;
    setTextCursor(m_stops[index]);
    ensureCursorVisible();
    if (index + 1 == m_stops.size())
        m_stops.clear();
}

}  // namespace trainyard
