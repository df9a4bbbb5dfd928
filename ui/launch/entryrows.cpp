// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/entryrows.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace trainyard {

EntryRows::EntryRows(const QString &objectName, const EntryWords &words, QWidget *parent)
    : QWidget(parent), m_words(words), m_suggestions(new QStringListModel(this)), m_column(new QVBoxLayout(this)),
      m_add(makeButton(objectName + QStringLiteral("Add"), words.add, ButtonVariant::Link, QStringLiteral("plus")))
{
    setObjectName(objectName);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(dp(6));
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addLine({});
        m_lines.last().name->setFocus(Qt::OtherFocusReason);
        Q_EMIT lineAdded();
    });
}

FormEntry EntryRows::Line::entry() const { return {name->text().trimmed(), value ? value->text() : QString(), mark && mark->isChecked()}; }

QList<EntryRows::Line> EntryRows::filledLines() const
{
    QList<Line> filled;
    std::copy_if(m_lines.begin(), m_lines.end(), std::back_inserter(filled), [](const Line &line) {
        const FormEntry entry = line.entry();
        return !entry.name.isEmpty() || !entry.value.isEmpty();
    });
    return filled;
}

QList<FormEntry> EntryRows::entries() const
{
    QList<FormEntry> all;
    for (const Line &line : filledLines())
        all << line.entry();
    return all;
}

void EntryRows::setEntries(const QList<FormEntry> &entries)
{
    while (!m_lines.isEmpty())
        removeLine(m_lines.last().box);
    for (const FormEntry &entry : entries)
        addLine(entry);
}

void EntryRows::setWrong(qsizetype index)
{
    for (const Line &line : std::as_const(m_lines))
        setInvalid(line.name, false);
    if (const QList<Line> filled = filledLines(); index >= 0 && index < filled.size())
        setInvalid(filled[index].name, true);
}

void EntryRows::setName(qsizetype index, const QString &name)
{
    if (const QList<Line> filled = filledLines(); index >= 0 && index < filled.size())
        filled[index].name->setText(name);
}

void EntryRows::setCovered(std::function<bool(const FormEntry &)> isCovered)
{
    m_isCovered = std::move(isCovered);
    cover();
}

void EntryRows::setSuggestions(const QStringList &values) { m_suggestions->setStringList(values); }

void EntryRows::addLine(const FormEntry &entry)
{
    Line line{new QWidget(this), new QLineEdit(entry.name), nullptr, nullptr, nullptr};
    auto *const row = new QHBoxLayout(line.box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(6));
    row->addWidget(line.name, 2);
    if (!m_words.value.isEmpty()) {
        line.value = new QLineEdit(entry.value);
        auto *const completer = new QCompleter(m_suggestions, line.value);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        line.value->setCompleter(completer);
        // A choice from the list is typing, too.
        connect(completer, qOverload<const QString &>(&QCompleter::activated), this, &EntryRows::edited, Qt::QueuedConnection);
        row->addWidget(new Label(m_words.between, TextRole::Body, Ink::Text3));
        row->addWidget(line.value, 3);
    }
    if (!m_words.mark.isEmpty()) {
        line.mark = new QCheckBox(m_words.mark);
        line.mark->setChecked(entry.isMarked);
        row->addWidget(line.mark);
        connect(line.mark, &QCheckBox::clicked, this, &EntryRows::edited);
    }
    line.remove = makeIconButton({}, QStringLiteral("close"), tr("Remove"));
    row->addWidget(line.remove);
    for (QLineEdit *const edit : {line.name, line.value}) {
        if (!edit)
            continue;
        edit->setCursorPosition(0);  // a long value shows how it begins
        edit->setFont(textFont(TextRole::Code));
        edit->setPlaceholderText(edit == line.name ? m_words.name : m_words.value);
        connect(edit, &QLineEdit::textEdited, this, [this] {
            cover();
            Q_EMIT edited();
        });
        connect(edit, &QLineEdit::editingFinished, this, &EntryRows::editingFinished);
    }
    connect(line.remove, &QToolButton::clicked, this, [this, box = line.box] {
        m_add->setFocus(Qt::OtherFocusReason);
        removeLine(box);
        Q_EMIT edited();
        Q_EMIT editingFinished();
    });
    m_column->insertWidget(int(m_lines.size()), line.box);
    line.box->show();  // now: the layout would do it later, and a key may come before
    // The new controls are the last ones of the window in the order of Tab, and belong before the button.
    QWidget *last = m_lines.isEmpty() ? m_add->previousInFocusChain() : m_lines.last().remove;
    while (last != m_add && last->focusPolicy() == Qt::NoFocus)
        last = last->previousInFocusChain();
    for (QWidget *const next : {static_cast<QWidget *>(line.name), static_cast<QWidget *>(line.value), static_cast<QWidget *>(line.mark),
                                static_cast<QWidget *>(line.remove)}) {
        if (!next)
            continue;
        setTabOrder(last, next);
        last = next;
    }
    m_lines << line;
    nameLines();
    cover();
}

void EntryRows::removeLine(const QWidget *box)
{
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [box](const Line &line) { return line.box == box; });
    if (found == m_lines.end())
        return;
    QWidget *const removed = found->box;
    m_lines.erase(found);
    m_column->removeWidget(removed);
    removed->hide();
    removed->setParent(nullptr);  // no search for a name finds it any more
    removed->deleteLater();
    nameLines();
}

void EntryRows::nameLines()
{
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const auto name = [&](const char *part) { return objectName() + QLatin1String(part) + QString::number(i); };
        //: a field of a list, its number: "Variable 2"
        const auto spoken = [&](const QString &word) { return tr("%1 %2").arg(word).arg(i + 1); };
        const Line &line = m_lines[i];
        line.name->setObjectName(name("Name"));
        line.name->setAccessibleName(spoken(m_words.name));
        line.remove->setObjectName(name("Remove"));
        line.remove->setAccessibleName(tr("Remove %1").arg(spoken(m_words.name)));
        if (line.value) {
            line.value->setObjectName(name("Value"));
            line.value->setAccessibleName(spoken(m_words.value));
        }
        if (line.mark) {
            line.mark->setObjectName(name("Mark"));
            line.mark->setAccessibleName(tr("%1, %2", "a check box, the field it belongs to").arg(m_words.mark, spoken(m_words.name)));
        }
    }
}

void EntryRows::cover()
{
    for (const Line &line : std::as_const(m_lines)) {
        if (line.value)
            line.value->setEchoMode(m_isCovered && m_isCovered(line.entry()) ? QLineEdit::Password : QLineEdit::Normal);
    }
}

}  // namespace trainyard

#include "moc_entryrows.cpp"
