// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskeditorpane.h"

#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/searchfield.h"
#include "ui/launch/taskeditor.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace trainyard {

TaskEditorPane::TaskEditorPane(QWidget *parent)
    : QWidget(parent), m_editor(new TaskEditor), m_findRow(new QWidget),
      m_find(new SearchField(QStringLiteral("taskFind"), tr("Find in the task file"))), m_count(new Label(TextRole::Small, Ink::Text3)),
      m_help(makeProse({}, TextRole::Small, Ink::Text2)), m_keys(makeProse({}, TextRole::Small, Ink::Text3))
{
    m_count->setObjectName(QStringLiteral("taskFindCount"));
    m_help->setObjectName(QStringLiteral("taskHelp"));
    m_help->setTextFormat(Qt::RichText);
    m_keys->setObjectName(QStringLiteral("taskKeys"));
    auto *const findRow = new QHBoxLayout(m_findRow);
    findRow->setContentsMargins(0, 0, 0, 0);
    findRow->setSpacing(dp(8));
    findRow->addWidget(m_find);
    findRow->addWidget(m_count, 1);
    m_findRow->hide();
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(6));
    column->addWidget(m_findRow);
    column->addWidget(m_editor, 1);
    column->addWidget(m_help);
    column->addWidget(m_keys);
    column->addStretch();
    // One line is always there, so that the text above does not move.
    m_help->setMinimumHeight(lineHeight(TextRole::Small));

    m_find->installEventFilter(this);
    connect(m_editor, &TaskEditor::findRequested, this, &TaskEditorPane::openFind);
    connect(m_editor, &TaskEditor::tabMeaningChanged, this, &TaskEditorPane::showKeys);
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &TaskEditorPane::showHelp);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &TaskEditorPane::showHelp);
    connect(m_find, &QLineEdit::textEdited, this, [this] {
        // From the beginning of the hit, so that it stays the hit while it fits.
        QTextCursor cursor = m_editor->textCursor();
        cursor.setPosition(cursor.selectionStart());
        m_editor->setTextCursor(cursor);
        find(true);
    });
    showHelp();
    showKeys();
}

void TaskEditorPane::openFind()
{
    m_findRow->show();
    const QString selected = m_editor->textCursor().selectedText();
    if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator))
        m_find->setText(selected);
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void TaskEditorPane::closeFind()
{
    m_findRow->hide();
    m_editor->setFocus(Qt::OtherFocusReason);
}

void TaskEditorPane::find(bool isNext)
{
    const bool isFound = m_editor->find(m_find->text(), isNext);
    const qsizetype count = m_find->text().isEmpty() ? 0 : m_editor->toPlainText().count(m_find->text(), Qt::CaseInsensitive);
    m_count->setText(m_find->text().isEmpty() ? QString() : isFound ? tr("%n hit(s)", nullptr, int(count)) : tr("Not found."));
}

bool TaskEditorPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_find && event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape) {
            closeFind();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3) {
            find(!(key->modifiers() & Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TaskEditorPane::showHelp()
{
    const TaskHelp help = m_editor->helpHere();
    QString text;
    if (!help.title.isEmpty()) {
        text = QStringLiteral("<b>%1</b>&nbsp; %2").arg(help.title.toHtmlEscaped(), help.what.toHtmlEscaped());
        if (!help.standard.isEmpty())
            text += u' ' + tr("Default: %1").arg(help.standard).toHtmlEscaped() + tr(".", "ends a sentence");
    }
    m_help->setText(text);
}

void TaskEditorPane::showKeys()
{
    const auto text = [](KeyFor what) { return keyFor(what).toString(QKeySequence::NativeText); };
    m_keys->setText(m_editor->doesTabLeave() ? tr("%1 completes, %2 explains. Tab leaves the editor; %3 makes it indent again.")
                                                   .arg(text(KeyFor::TaskComplete), text(KeyFor::TaskHelp), text(KeyFor::TaskTab))
                                             : tr("%1 completes, %2 explains. Tab indents; Esc, then Tab leaves the editor.")
                                                   .arg(text(KeyFor::TaskComplete), text(KeyFor::TaskHelp)));
}

}  // namespace trainyard

#include "moc_taskeditorpane.cpp"
