// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumelinesview.h"

#include "ui/common/badge.h"
#include "ui/common/card.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kFewItems = 4;  // file names in one row; the tooltip has them all
constexpr qsizetype kManyItems = 60;

struct Sign {
    QString icon;
    Ink ink;
};

Sign signOf(ResumeEffect effect)
{
    switch (effect) {
    case ResumeEffect::Ok: return {QStringLiteral("check"), Ink::Ok};
    case ResumeEffect::Note: return {QStringLiteral("triangle"), Ink::Warning};
    case ResumeEffect::Wrong: return {QStringLiteral("cross"), Ink::Bad};
    case ResumeEffect::Unknown: break;
    }
    return {QStringLiteral("question"), Ink::Stale};
}

Tone toneOf(ResumeEffect effect)
{
    switch (effect) {
    case ResumeEffect::Ok: return Tone::Ok;
    case ResumeEffect::Note: return Tone::Warning;
    case ResumeEffect::Wrong: return Tone::Bad;
    case ResumeEffect::Unknown: break;
    }
    return Tone::Stale;
}

QString wordOf(ResumeEffect effect)
{
    switch (effect) {
    case ResumeEffect::Ok: return ResumeLinesView::tr("fine");
    case ResumeEffect::Note: return ResumeLinesView::tr("slightly different");
    case ResumeEffect::Wrong: return ResumeLinesView::tr("will fail");
    case ResumeEffect::Unknown: break;
    }
    return ResumeLinesView::tr("unknown");
}

int countOf(const QList<ResumeLine> &lines, ResumeEffect effect)
{
    return int(std::count_if(lines.begin(), lines.end(), [effect](const ResumeLine &line) { return line.effect == effect; }));
}

}  // namespace

ResumeLinesView::ResumeLinesView(QWidget *parent)
    : QWidget(parent), m_answer(new Badge), m_note(new Label(TextRole::Body, Ink::Text3)), m_body(new QWidget),
      m_rows(new QGridLayout(m_body))
{
    setObjectName(QStringLiteral("resumeLines"));
    m_answer->setObjectName(QStringLiteral("resumeAnswer"));
    auto *const head = new QHBoxLayout;
    head->addWidget(new Label(tr("Will it continue correctly?"), TextRole::Section), 1);
    head->addWidget(m_answer);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(4));
    column->addLayout(head);
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    column->addWidget(m_body);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(dp(8));
    m_rows->setVerticalSpacing(0);
    m_rows->setColumnMinimumWidth(1, dp(92));
    m_rows->setColumnStretch(2, 1);
    setNote({});
}

QString ResumeLinesView::valueOf(const ResumeLine &line)
{
    if (line.before.isEmpty() || line.now.isEmpty())
        return line.now.isEmpty() && !line.before.isEmpty() ? tr("%1 before").arg(line.before) : line.now;
    return line.before == line.now ? tr("%1, as before").arg(line.now) : tr("%1 before, %2 now").arg(line.before, line.now);
}

QString ResumeLinesView::answerOf(const QList<ResumeLine> &lines)
{
    switch (worstEffect(lines)) {
    case ResumeEffect::Ok: return tr("Yes");
    case ResumeEffect::Note: return tr("Yes, %n note(s)", nullptr, countOf(lines, ResumeEffect::Note));
    case ResumeEffect::Unknown: return tr("%n unknown", nullptr, countOf(lines, ResumeEffect::Unknown));
    case ResumeEffect::Wrong: break;
    }
    return tr("No, %n problem(s)", nullptr, countOf(lines, ResumeEffect::Wrong));
}

void ResumeLinesView::clear()
{
    while (QLayoutItem *const item = m_rows->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
}

void ResumeLinesView::setNote(const QString &note)
{
    clear();
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_body->hide();
    m_answer->hide();
}

void ResumeLinesView::setLines(const QList<ResumeLine> &lines)
{
    clear();
    m_note->hide();
    const ResumeEffect worst = worstEffect(lines);
    m_answer->setLook({toneOf(worst), signOf(worst).icon, answerOf(lines)});
    m_answer->show();
    int row = 0;
    for (const ResumeLine &line : lines) {
        if (row > 0)
            m_rows->addWidget(new Hairline, row++, 0, 1, 3);
        const Sign sign = signOf(line.effect);
        auto *const mark = new IconLabel(sign.icon, sign.ink, 16);
        mark->setFixedHeight(dp(30));
        mark->setAccessibleName(wordOf(line.effect));
        mark->setToolTip(wordOf(line.effect));
        m_rows->addWidget(mark, row, 0);
        m_rows->addWidget(new Label(line.name, TextRole::Body, Ink::Text3), row, 1);
        auto *const value = new ElidedLabel(TextRole::Body, Ink::Text1, Qt::ElideMiddle);
        value->setText(valueOf(line).isEmpty() ? QStringLiteral("—") : valueOf(line));
        m_rows->addWidget(value, row++, 2);
        if (line.sentence.isEmpty())
            continue;
        auto *const below = new QVBoxLayout;
        below->setContentsMargins(0, 0, 0, dp(8));
        below->setSpacing(dp(2));
        auto *const holder = new QWidget;
        holder->setLayout(below);
        auto *const sentence = new Label(TextRole::Small, Ink::Text2);
        sentence->setText(line.sentence);
        sentence->setWordWrap(true);
        below->addWidget(sentence);
        if (line.id == QLatin1String("code") && !line.items.isEmpty()) {
            auto *const names = new ElidedLabel(TextRole::Code, Ink::Text2);
            const QStringList few = line.items.mid(0, kFewItems);
            const int more = int(line.items.size() - few.size());
            names->setText(few.join(QStringLiteral(", ")) + (more > 0 ? u' ' + tr("and %n more", nullptr, more) : QString()));
            names->setToolTip(plainTip(line.items.mid(0, kManyItems).join(u'\n')));
            below->addWidget(names);
        }
        m_rows->addWidget(holder, row++, 1, 1, 2);
    }
    m_body->show();
    updateGeometry();
}

}  // namespace trainyard

#include "moc_resumelinesview.cpp"
