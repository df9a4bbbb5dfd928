// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsidepanel.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/charts/eventlane.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/focusforward.h"
#include "ui/common/label.h"
#include "ui/common/pagescroll.h"
#include "ui/run/notetext.h"
#include "ui/theme/stylepaint.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

constexpr qsizetype kFewParameters = 8, kMostCheckpoints = 4, kMostEvents = 8;

class TagChip : public QWidget {
public:
    TagChip(const QString &tag, QWidget *parent) : QWidget(parent), m_tag(tag)
    {
        setAccessibleName(tag);
        setToolTip(tag.toHtmlEscaped());
    }
    QSize sizeHint() const override
    {
        const QFontMetrics metrics(textFont(TextRole::Small));
        return {metrics.horizontalAdvance(m_tag) + dp(16), metrics.height() + dp(6)};
    }
    QSize minimumSizeHint() const override { return {std::min(sizeHint().width(), dp(60)), sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme theme = themeOf(this);
        paintBox(&painter, rect(), height() / 2.0, theme.sunken, theme.line);
        painter.setFont(textFont(TextRole::Small));
        painter.setPen(theme.text2);
        const QRect room = rect().adjusted(dp(8), 0, -dp(7), 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(m_tag, Qt::ElideRight, room.width()));
    }

private:
    QString m_tag;
};

class EventMark : public QWidget {
public:
    EventMark(ChartEventKind kind, QWidget *parent) : QWidget(parent), m_kind(kind)
    {
        setFixedSize(dp(14), lineHeight(TextRole::Small));
        setAccessibleName(wordOf(kind));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const double size = dp(11);
        paintEventMark(&painter, m_kind, QRectF(0, (height() - size) / 2, size, size), themeOf(this));
    }

private:
    ChartEventKind m_kind;
};

// Replaces what is in a section.
QGridLayout *emptied(QWidget *section)
{
    qDeleteAll(section->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete section->layout();
    auto *const grid = new QGridLayout(section);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(8));
    grid->setVerticalSpacing(dp(6));
    return grid;
}

ElidedLabel *elided(const QString &text, TextRole role, Ink ink, Qt::TextElideMode mode = Qt::ElideRight)
{
    auto *const label = new ElidedLabel(role, ink, mode);
    label->setText(seenText(text));
    return label;
}

Label *figure(QGridLayout *grid, int column, const QString &title)
{
    grid->addWidget(new Label(title, TextRole::Label, Ink::Text3), 0, column);
    auto *const value = new Label(TextRole::BigValue);
    grid->addWidget(value, 1, column);
    grid->setColumnStretch(column, 1);
    return value;
}

}  // namespace

RunSidePanel::RunSidePanel(QWidget *parent)
    : Card(parent), m_state(new Badge), m_name(new ElidedLabel(TextRole::BigValue)), m_facts(new ElidedLabel(TextRole::Small, Ink::Text3)),
      m_hint(makeProse(tr("Select a run to see its note, parameters, checkpoints and what happened."), TextRole::Body, Ink::Text3)),
      m_parametersTitle(new Label(TextRole::Section)),
      m_noNote(makeProse(tr("What did you try, and how did it go?"), TextRole::Small, Ink::Text3)),
      m_open(makeButton(QStringLiteral("runPanelOpen"), tr("Open"))),
      m_editNote(makeButton(QStringLiteral("runPanelEditNote"), tr("Edit note…"), ButtonVariant::Link)),
      m_allParameters(makeButton(QStringLiteral("runPanelAllParameters"), {}, ButtonVariant::Link)),
      m_allCheckpoints(makeButton(QStringLiteral("runPanelCheckpoints"), tr("All checkpoints"), ButtonVariant::Link)),
      m_more(makeIconButton(QStringLiteral("runPanelMore"), QStringLiteral("more"), tr("More actions for this run"))), m_note(new NoteText),
      m_tags(new QWidget), m_parameters(new QWidget), m_checkpoints(new QWidget), m_events(new QWidget)
{
    setObjectName(QStringLiteral("runPanel"));
    setAccessibleName(tr("The selected run"));
    makeArea(this);
    m_note->setObjectName(QStringLiteral("runPanelNote"));
    m_note->setAccessibleName(tr("Note"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setContentsMargins(dp(16), 0, dp(16), 0);
    m_body = makeBody();
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(new Hairline);
    auto *const scroll = new PageScroll(m_body);
    column->addWidget(m_hint, 1);
    column->addWidget(scroll, 1);
    m_body = scroll;
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(m_run.run.id); });
    connect(m_more, &QToolButton::clicked, this, [this] { Q_EMIT menuRequested(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    connect(m_editNote, &QPushButton::clicked, this, [this] { Q_EMIT entryRequested("runMenuNote"); });
    connect(m_allCheckpoints, &QPushButton::clicked, this, [this] { Q_EMIT checkpointsRequested(m_run.run.lineage); });
    connect(m_allParameters, &QPushButton::clicked, this, [this] {
        m_showsAll = !m_showsAll;
        showParameters();
    });
    clear();
}

QWidget *RunSidePanel::makeHead()
{
    auto *const head = new QWidget;
    auto *const hide = makeIconButton(QStringLiteral("runPanelHide"), QStringLiteral("close"), tr("Hide the details"));
    connect(hide, &QToolButton::clicked, this, &RunSidePanel::hideRequested);
    auto *const row = new QHBoxLayout;
    row->setSpacing(dp(8));
    row->addWidget(m_name, 1);
    row->addWidget(m_state);
    row->addWidget(hide);
    auto *const actions = new QHBoxLayout;
    actions->setSpacing(dp(8));
    actions->addWidget(m_open, 1);
    actions->addWidget(m_more);
    auto *const column = new QVBoxLayout(head);
    column->setContentsMargins(dp(16), dp(12), dp(12), dp(12));
    column->setSpacing(dp(8));
    column->addLayout(row);
    column->addWidget(m_facts);
    column->addLayout(actions);
    return head;
}

QWidget *RunSidePanel::makeBody()
{
    auto *const body = new QWidget;
    auto *const column = new QVBoxLayout(body);
    column->setContentsMargins(dp(16), dp(12), dp(16), dp(16));
    column->setSpacing(dp(8));
    column->addWidget(m_tags);
    column->addWidget(m_note);
    column->addWidget(m_noNote);
    column->addWidget(m_editNote, 0, Qt::AlignLeft);
    auto *const figures = new QGridLayout;
    figures->setContentsMargins(0, dp(4), 0, dp(4));
    figures->setVerticalSpacing(dp(2));
    m_loss = figure(figures, 0, tr("Loss"));
    m_busy = figure(figures, 1, tr("GPU busy"));
    m_cost = figure(figures, 2, tr("Cost"));
    m_lowest = new Label(TextRole::Small, Ink::Text3);
    figures->addWidget(m_lowest, 2, 0, 1, 3);
    column->addLayout(figures);
    const auto section = [column](Label *title, QWidget *content, QPushButton *more = nullptr) {
        column->addWidget(new Hairline);
        column->addSpacing(dp(4));
        column->addWidget(title);
        column->addWidget(content);
        if (more)
            column->addWidget(more, 0, Qt::AlignLeft);
    };
    section(m_parametersTitle, m_parameters, m_allParameters);
    section(new Label(tr("Checkpoints"), TextRole::Section), m_checkpoints, m_allCheckpoints);
    section(new Label(tr("What happened"), TextRole::Section), m_events);
    column->addStretch(1);
    return body;
}

void RunSidePanel::clear()
{
    m_run = {};
    m_details = {};
    m_name->setText(tr("No run selected"));
    m_facts->setText({});
    for (QWidget *const part : {static_cast<QWidget *>(m_state), static_cast<QWidget *>(m_open), static_cast<QWidget *>(m_more),
                                static_cast<QWidget *>(m_facts), m_body})
        part->hide();
    m_hint->show();
}

void RunSidePanel::setRun(const PanelRun &shown)
{
    const PanelRun before = std::exchange(m_run, shown);
    const Run &run = shown.run;
    const bool isOther = before.run.id != run.id;
    if (isOther) {
        m_details = {};
        m_showsAll = false;
    }
    m_hint->hide();
    for (QWidget *const part : {static_cast<QWidget *>(m_state), static_cast<QWidget *>(m_open), static_cast<QWidget *>(m_more),
                                static_cast<QWidget *>(m_facts), m_body})
        part->show();
    m_open->setVisible(!run.deleted.isValid());
    m_name->setText(seenText(run.name));
    m_state->setLook(shown.state);
    QStringList facts{seenText(run.head().machineName), tr("attempt %1").arg(run.attempt), shown.duration};
    if (run.pipeline)
        facts << tr("step %1").arg(pipelineStepText(*run.pipeline));
    if (run.started.isValid())
        facts << formatMoment(run.started, QDateTime::currentDateTime());
    facts.removeAll(QString());
    m_facts->setText(facts.join(tr(" · ", "between facts")));
    if (isOther || before.run.tags != run.tags)
        showTags();
    if (isOther || before.run.note != run.note) {
        m_note->setNote(run.note);
        m_note->setVisible(!run.note.isEmpty());
        m_noNote->setVisible(run.note.isEmpty());
        m_editNote->setText(run.note.isEmpty() ? tr("Add a note…") : tr("Edit note…"));
    }
    m_loss->setText(shown.loss);
    m_busy->setText(shown.busy);
    m_cost->setText(shown.cost);
    m_lowest->setText(tr("lowest loss %1").arg(shown.lowest));
    if (isOther || before.parameters != shown.parameters || before.hasTask != shown.hasTask)
        showParameters();
    if (isOther) {
        showCheckpoints();
        showEvents();
    }
}

void RunSidePanel::setDetails(const RunDetails &details)
{
    if (details == m_details)
        return;
    m_details = details;
    showCheckpoints();
    showEvents();
}

void RunSidePanel::showTags()
{
    qDeleteAll(m_tags->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete m_tags->layout();
    auto *const row = new FlowLayout(m_tags);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(6));
    for (const QString &tag : m_run.run.tags)
        row->addWidget(new TagChip(tag, m_tags));
    QPushButton *const edit = makeButton(QStringLiteral("runPanelTags"), m_run.run.tags.isEmpty() ? tr("Add tags…") : tr("Tags…"),
                                         ButtonVariant::Link, {}, m_tags);
    connect(
        edit, &QPushButton::clicked, this, [this] { Q_EMIT entryRequested("runMenuTags"); }, Qt::QueuedConnection);
    row->addWidget(edit);
}

// Two columns of values below the names of the runs; what is the same is counted.
void RunSidePanel::showDifferences()
{
    QGridLayout *const grid = emptied(m_parameters);
    QStringList names = m_run.parameters.keys();
    for (auto other = m_run.otherParameters.keyBegin(); other != m_run.otherParameters.keyEnd(); ++other) {
        if (!names.contains(*other))
            names << *other;
    }
    const qsizetype all = names.size();
    names.removeIf([this](const QString &name) {
        return m_run.parameters.contains(name) && m_run.otherParameters.contains(name)
               && m_run.parameters.value(name) == m_run.otherParameters.value(name);
    });
    std::sort(names.begin(), names.end());
    const auto add = [grid](int row, int column, const QString &text, TextRole role, Ink ink) {
        ElidedLabel *const label = elided(text, role, ink, Qt::ElideMiddle);
        label->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        grid->addWidget(label, row, column);
    };
    if (!names.isEmpty()) {
        add(0, 1, tr("this one"), TextRole::Small, Ink::Text3);
        add(0, 2, m_run.otherName, TextRole::Small, Ink::Text3);
    }
    const qsizetype shown = m_showsAll ? names.size() : std::min(names.size(), kFewParameters);
    for (int i = 0; i < shown; ++i) {
        const QString &name = names[i];
        const auto value = [&name](const QMap<QString, QString> &of) {
            return of.contains(name) ? of.value(name).simplified() : QStringLiteral("–");
        };
        add(i + 1, 0, name, TextRole::Code, Ink::Text2);
        add(i + 1, 1, value(m_run.parameters), TextRole::Code, Ink::Text1);
        add(i + 1, 2, value(m_run.otherParameters), TextRole::Code, Ink::Text3);
    }
    for (const int column : {0, 1, 2})
        grid->setColumnStretch(column, 1);
    const int same = int(all - names.size());
    if (same > 0)
        grid->addWidget(makeProse(names.isEmpty() ? tr("All %n parameter(s) are the same as in %1.", nullptr, same).arg(m_run.otherName)
                                                  : tr("%n other parameter(s) are the same.", nullptr, same),
                                  TextRole::Small, Ink::Text3),
                        int(shown) + 1, 0, 1, 3);
    m_allParameters->setVisible(names.size() > kFewParameters);
    m_allParameters->setText(m_showsAll ? tr("Show fewer") : tr("Show all %1").arg(formatCount(names.size())));
}

void RunSidePanel::showParameters()
{
    m_parametersTitle->setText(m_run.otherName.isEmpty() ? tr("Parameters") : tr("What differs"));
    if (!m_run.otherName.isEmpty())
        return showDifferences();
    QGridLayout *const grid = emptied(m_parameters);
    const qsizetype all = m_run.parameters.size(), shown = m_showsAll ? all : std::min(all, kFewParameters);
    int row = 0;
    for (auto one = m_run.parameters.begin(); one != m_run.parameters.end() && row < shown; ++one, ++row) {
        grid->addWidget(elided(one.key(), TextRole::Code, Ink::Text2), row, 0);
        ElidedLabel *const value = elided(one->simplified(), TextRole::Code, Ink::Text1, Qt::ElideMiddle);
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(value, row, 1);
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    if (all == 0)
        grid->addWidget(makeProse(m_run.hasTask ? tr("Its task sets none.") : tr("The task of this run is not on this computer."),
                                  TextRole::Small, Ink::Text3),
                        0, 0, 1, 2);
    m_allParameters->setVisible(all > kFewParameters);
    m_allParameters->setText(m_showsAll ? tr("Show fewer") : tr("Show all %1").arg(formatCount(all)));
}

void RunSidePanel::showCheckpoints()
{
    QGridLayout *const grid = emptied(m_checkpoints);
    int row = 0;
    for (const SeenCheckpoint &seen : m_details.checkpoints.mid(0, kMostCheckpoints)) {
        grid->addWidget(new Badge(badgeOf(seen.verdict)), row, 0, Qt::AlignLeft);
        grid->addWidget(
            elided(seen.step ? tr("step %1").arg(formatCount(*seen.step)) : seen.name.simplified(), TextRole::Small, Ink::Text1), row, 1);
        const QDateTime written = QDateTime::fromSecsSinceEpoch(seen.modified);
        grid->addWidget(new Label(formatMoment(written, QDateTime::currentDateTime()), TextRole::Small, Ink::Text3), row, 2,
                        Qt::AlignRight);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    if (row == 0)
        grid->addWidget(
            makeProse(m_run.run.checkpointDir.isEmpty() ? tr("Its task has no checkpoints section.") : tr("None has been seen yet."),
                      TextRole::Small, Ink::Text3),
            0, 0, 1, 3);
    m_allCheckpoints->setVisible(row > 0);
}

void RunSidePanel::showEvents()
{
    QGridLayout *const grid = emptied(m_events);
    const QDateTime now = QDateTime::currentDateTime();
    const QList<ChartEvent> last = m_details.events.mid(std::max(qsizetype(0), m_details.events.size() - kMostEvents));
    int row = 0;
    for (const ChartEvent &event : last) {
        grid->addWidget(new EventMark(event.kind, m_events), row, 0, Qt::AlignTop);
        grid->addWidget(new Label(formatMoment(QDateTime::fromMSecsSinceEpoch(event.ms), now), TextRole::Small, Ink::Text3), row, 1,
                        Qt::AlignTop);
        grid->addWidget(makeProse(seenText(event.text), TextRole::Small, Ink::Text1), row, 2, Qt::AlignTop);
        ++row;
    }
    grid->setColumnStretch(2, 1);
    if (row == 0)
        grid->addWidget(makeProse(tr("Nothing has been recorded yet."), TextRole::Small, Ink::Text3), 0, 0, 1, 3);
}

}  // namespace trainyard

#include "moc_runsidepanel.cpp"
