// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskchanges.h"

#include "core/base/seentext.h"
#include "core/service/runs/whendone.h"
#include "ui/common/label.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kManyPairs = 100'000;  // of lines; compared in about a millisecond, fewer than a key may take
constexpr qsizetype kManyLines = 400, kShownLines = 2000, kNear = 3;

// Of many lines, those near a change; one without a sign stands for those between.
QList<DiffLine> nearChanges(const QList<DiffLine> &lines)
{
    if (lines.size() <= kManyLines)
        return lines;
    QList<qsizetype> changes;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].change != LineChange::Same)
            changes << i;
    }
    QList<DiffLine> near;
    qsizetype last = -1;  // the last line that is kept
    const auto leaveOut = [&near] { near << DiffLine{LineChange::Same, QStringLiteral("…"), 0, 0}; };
    for (const qsizetype change : std::as_const(changes)) {
        const qsizetype from = std::max(last + 1, change - kNear), to = std::min(lines.size() - 1, change + kNear);
        if (from > last + 1)
            leaveOut();
        for (qsizetype i = from; i <= to; ++i)
            near << lines[i];
        last = std::max(last, to);
        if (near.size() > kShownLines)
            break;
    }
    if (last + 1 < lines.size())
        leaveOut();
    return near;
}

}  // namespace

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
    const int number = ++m_comparisons;
    if (m_base.count('\n') * m_now.count('\n') <= kManyPairs)
        return show(lineDiff(QString::fromUtf8(m_base), QString::fromUtf8(m_now)));
    const auto comparing = QtConcurrent::run(
        [base = m_base, now = m_now] { return lineDiff(QString::fromUtf8(base), QString::fromUtf8(now)); });
    whenDone(comparing, this, [this, number](const QList<DiffLine> &lines) {
        if (number == m_comparisons)
            show(lines);
    });
}

void TaskChanges::show(const QList<DiffLine> &all)
{
    const QList<DiffLine> lines = nearChanges(all);
    const Theme theme = themeOf(this);
    int added = 0, removed = 0;
    QStringList texts;
    for (const DiffLine &line : all) {
        added += line.change == LineChange::Added;
        removed += line.change == LineChange::Removed;
    }
    for (const DiffLine &line : lines) {
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
