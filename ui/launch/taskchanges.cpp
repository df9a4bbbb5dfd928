// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskchanges.h"

#include "core/base/linediff.h"
#include "core/base/seentext.h"
#include "ui/common/label.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

TaskChanges::TaskChanges(QWidget *parent)
    : Card(parent), m_title(new Label(TextRole::Section)), m_count(makeProse({}, TextRole::Small, Ink::Text2)), m_lines(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("launchChanges"));
    m_title->setWordWrap(true);
    m_lines->setObjectName(QStringLiteral("launchChangesText"));
    m_lines->setAccessibleName(tr("Changes to the task"));
    m_lines->setReadOnly(true);
    m_lines->setTabChangesFocus(true);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_lines->setMinimumHeight(8 * lineHeight(TextRole::Code));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(12), dp(16), dp(14));
    column->setSpacing(dp(8));
    column->addWidget(m_title);
    column->addWidget(m_count);
    column->addWidget(m_lines, 1);
    hide();
}

void TaskChanges::setBase(const QString &runName, const QByteArray &task)
{
    m_runName = seenText(runName);
    m_base = task;
    m_title->setText(tr("Changes from %1").arg(m_runName));
    setVisible(!m_runName.isEmpty());
    refresh();
}

void TaskChanges::setText(const QByteArray &task)
{
    m_now = task;
    refresh();
}

void TaskChanges::refresh()
{
    if (m_runName.isEmpty())
        return;
    const QList<DiffLine> lines = lineDiff(QString::fromUtf8(m_base), QString::fromUtf8(m_now));
    const Theme theme = themeOf(this);
    int added = 0, removed = 0;
    QStringList texts;
    for (const DiffLine &line : lines) {
        added += line.change == LineChange::Added;
        removed += line.change == LineChange::Removed;
        const QString sign = line.change == LineChange::Added     ? QStringLiteral("+ ")
                             : line.change == LineChange::Removed ? QStringLiteral("− ")
                                                                  : QStringLiteral("  ");
        texts << sign + seenText(line.text, u"\t");
    }
    m_lines->setFont(textFont(TextRole::Code));
    m_lines->setPlainText(texts.join(u'\n'));
    QList<QTextEdit::ExtraSelection> marks;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].change == LineChange::Same)
            continue;
        const TonePair &tone = theme.tone(lines[i].change == LineChange::Added ? Tone::Ok : Tone::Bad);
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_lines->document()->findBlockByNumber(int(i)));
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        mark.format.setBackground(tone.tint);
        mark.format.setForeground(tone.ink);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << mark;
    }
    m_lines->setExtraSelections(marks);
    if (!marks.isEmpty()) {
        QTextCursor first = marks.first().cursor;
        first.clearSelection();
        m_lines->setTextCursor(first);
        m_lines->ensureCursorVisible();
    }
    m_count->setText(added + removed == 0 ? tr("No changes yet: edit the task on the left.")
                                          //: how many lines of a text: two parts of one sentence
                                          : tr("%1, %2.").arg(tr("%n line(s) added", nullptr, added), tr("%n removed", nullptr, removed)));
}

void TaskChanges::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationFontChange)
        refresh();
}

}  // namespace trainyard

#include "moc_taskchanges.cpp"
