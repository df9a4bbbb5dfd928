// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthpage.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"
#include "ui/common/segments.h"
#include "ui/health/findingrow.h"
#include "ui/health/topologyview.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kSideWidth = 400;
constexpr int kMostWidth = 1680;  // on wider screens, names and values would be far apart
constexpr int kWide = 1000;       // if narrower, the side column is below the findings

QVBoxLayout *cardColumn(QWidget *card)
{
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(dp(16), dp(14), dp(16), dp(14));
    column->setSpacing(dp(8));
    return column;
}

bool needsALook(const HealthFinding &finding) { return finding.state != HealthState::Ok; }

}  // namespace

HealthPage::HealthPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Health"), this)), m_machines(new QComboBox(this)), m_history(new QComboBox(this)),
      m_filter(new Segments(QStringLiteral("healthFilter"), {tr("All"), tr("Needs attention")}, this)),
      m_check(makeButton(QStringLiteral("healthCheck"), tr("Check machine"), ButtonVariant::Primary, QStringLiteral("shield"), this)),
      m_content(new QWidget), m_factsCard(new Card(m_content)), m_topologyCard(new Card(m_content)),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight, m_content)), m_sections(new QVBoxLayout), m_facts(cardColumn(m_factsCard)),
      m_summary(new Label(TextRole::Section, Ink::Text1, m_content)), m_step(new Label(TextRole::Small, Ink::Text2, m_content)),
      m_badge(new Badge(m_content)), m_topology(new TopologyView(m_topologyCard)), m_probe(new ProbeCard(m_content)),
      m_placeholder(new Placeholder(QStringLiteral("shield"), nullptr, this))
{
    setObjectName(QStringLiteral("healthPage"));
    m_machines->setObjectName(QStringLiteral("healthMachine"));
    m_machines->setAccessibleName(tr("Machine"));
    m_machines->setMinimumContentsLength(14);
    m_history->setObjectName(QStringLiteral("healthHistory"));
    m_history->setAccessibleName(tr("Check to show"));
    m_history->setToolTip(tr("Earlier checks of this machine"));
    m_placeholder->setPrimary(true);
    m_header->addAction(m_filter);
    m_header->addAction(m_history);
    m_header->addAction(m_machines);
    m_header->addAction(m_check);
    m_header->setKeys(m_check, keyFor(KeyFor::CheckMachine));
    m_summary->setObjectName(QStringLiteral("healthSummary"));
    m_summary->setWordWrap(true);
    m_step->setObjectName(QStringLiteral("healthStep"));

    auto *summary = new QHBoxLayout;
    summary->setSpacing(dp(10));
    summary->addWidget(m_badge, 0, Qt::AlignVCenter);
    summary->addWidget(m_summary, 1);
    auto *left = new QVBoxLayout;
    left->setSpacing(dp(12));
    left->addLayout(summary);
    left->addWidget(m_step);
    m_sections->setSpacing(dp(12));
    left->addLayout(m_sections);
    left->addStretch(1);
    QVBoxLayout *topology = cardColumn(m_topologyCard);
    topology->addWidget(new Label(tr("How the GPUs are connected"), TextRole::Section, Ink::Text1, m_topologyCard));
    topology->addWidget(m_topology);
    auto *side = new QVBoxLayout;
    side->setSpacing(dp(12));
    side->addWidget(m_probe);
    side->addWidget(m_factsCard);
    side->addWidget(m_topologyCard);
    side->addStretch(1);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(dp(12));
    m_columns->addLayout(left, 1);
    m_columns->addLayout(side);

    QVBoxLayout *column = scrolledColumn(this);
    column->parentWidget()->setMaximumWidth(dp(kMostWidth));
    column->addWidget(m_header);
    column->addWidget(m_placeholder, 1);
    column->addWidget(m_content, 1);

    forwardFocus(this, m_machines);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &HealthPage::showState);
    connect(m_filter, &Segments::chosen, this, &HealthPage::showReport);
    connect(m_machines, qOverload<int>(&QComboBox::activated), this, [this] { Q_EMIT machineChosen(machine()); });
    connect(m_history, qOverload<int>(&QComboBox::activated), this,
            [this] { Q_EMIT checkChosen(CheckId(m_history->currentData().toLongLong())); });
    const auto check = [this] {
        if (m_isChecking)
            Q_EMIT cancelRequested();
        else if (machine().isSet())
            Q_EMIT checkRequested(machine());
        else
            Q_EMIT addMachineRequested();
    };
    connect(m_check, &QPushButton::clicked, this, check);
    connect(m_placeholder, &Placeholder::buttonClicked, this, check);
    connect(m_probe, &ProbeCard::measureRequested, this, [this](bool isQuick) { Q_EMIT measureRequested(machine(), isQuick); });
    connect(m_probe, &ProbeCard::cancelRequested, this, &HealthPage::measureCancelRequested);
    showReport();
}

void HealthPage::setMachines(const QList<MachineName> &machines)
{
    const MachineId chosen = machine();
    m_machines->clear();
    for (const MachineName &one : machines)
        m_machines->addItem(one.name.simplified(), one.id.number());
    const int row = m_machines->findData(chosen.number());
    m_machines->setCurrentIndex(row >= 0 ? row : machines.isEmpty() ? -1 : 0);
    if (machine() != chosen)
        Q_EMIT machineChosen(machine());
    showState();
}

void HealthPage::selectMachine(MachineId id)
{
    const int row = m_machines->findData(id.number());
    if (row < 0 || row == m_machines->currentIndex())
        return;
    m_machines->setCurrentIndex(row);
    Q_EMIT machineChosen(id);
}

MachineId HealthPage::machine() const { return MachineId(m_machines->currentData().toLongLong()); }

MessageBar *HealthPage::messageBar() const { return m_header->messageBar(); }

void HealthPage::setReport(const std::optional<HealthReport> &report)
{
    m_report = report;
    showReport();
}

void HealthPage::setHistory(const QList<KeptCheck> &checks, CheckId shown)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_history->clear();
    for (const KeptCheck &check : checks)
        m_history->addItem(formatMoment(check.taken, now), check.id.number());
    m_history->setCurrentIndex(m_history->findData(shown.number()));
    showState();
}

void HealthPage::setChecking(bool isChecking)
{
    if (isChecking == m_isChecking)
        return;
    m_isChecking = isChecking;
    m_stepWords.clear();
    if (isChecking) {
        m_since.start();
        m_tick.start();
    } else {
        m_tick.stop();
    }
    showState();
}

void HealthPage::setCheckStep(const QString &words)
{
    m_stepWords = words;
    showState();
}

void HealthPage::setProbe(const std::optional<ProbeView> &probe)
{
    m_hasProbe = probe.has_value();
    m_probe->setProbe(probe);
    showState();
}

void HealthPage::setMeasuring(bool isMeasuring)
{
    m_probe->setRunning(isMeasuring);
    showState();
}

void HealthPage::setMeasureProgress(const QString &line) { m_probe->setProgress(line); }

QWidget *HealthPage::sectionCard(HealthSection section, const QList<HealthFinding> &findings)
{
    auto *card = new Card(m_content);
    card->setObjectName(QStringLiteral("section_") + healthSectionName(section));
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(1, dp(6), 1, dp(6));
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(dp(12), dp(4), dp(12), dp(4));
    head->addWidget(new Label(healthSectionTitle(section), TextRole::Section, Ink::Text1, card));
    head->addStretch(1);
    const HealthState worst = m_report->worst(section);
    if (worst != HealthState::Ok)
        head->addWidget(new Badge(badgeOf(worst), card));
    column->addLayout(head);
    for (const HealthFinding &finding : findings)
        column->addWidget(new FindingRow(finding, card));
    return card;
}

void HealthPage::showReport()
{
    qDeleteAll(std::exchange(m_sectionCards, {}));
    if (m_report) {
        const bool onlyNeedy = m_filter->current() == 1;
        QList<HealthSection> sections = healthSections();
        std::stable_sort(sections.begin(), sections.end(),
                         [this](HealthSection a, HealthSection b) { return m_report->worst(a) > m_report->worst(b); });
        for (const HealthSection section : std::as_const(sections)) {
            QList<HealthFinding> findings = m_report->in(section);
            if (onlyNeedy)
                findings.removeIf([](const HealthFinding &finding) { return !needsALook(finding); });
            if (findings.isEmpty())
                continue;
            m_sectionCards << sectionCard(section, findings);
            m_sections->addWidget(m_sectionCards.last());
        }
        const auto worst = std::max_element(m_report->findings.cbegin(), m_report->findings.cend(),
                                            [](const HealthFinding &a, const HealthFinding &b) { return a.state < b.state; });
        m_badge->setLook(badgeOf(worst == m_report->findings.cend() ? HealthState::Unknown : worst->state));
        m_summary->setText(m_report->summary());
        showFacts();
        m_topologyCard->setVisible(m_report->topology && m_report->topology->nodes.size() > 1);
        if (m_report->topology)
            m_topology->setTopology(*m_report->topology);
    }
    showState();
}

void HealthPage::showFacts()
{
    while (QLayoutItem *item = m_facts->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    auto *head = new QWidget(m_factsCard);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new Label(m_report->hostName.isEmpty() ? unknownWord() : m_report->hostName, TextRole::Section, Ink::Text1, head));
    row->addStretch(1);
    if (m_report->hasSimulatedGpus())
        row->addWidget(new Badge(simulatedBadge(), head));
    m_facts->addWidget(head);
    QList<std::pair<QString, QString>> facts{{tr("System"), m_report->system},
                                             {tr("Kernel"), m_report->kernel},
                                             {tr("Login"), m_report->user},
                                             {tr("Driver"), m_report->driverVersion},
                                             {tr("CUDA supported by the driver"), m_report->cudaVersion}};
    for (const HealthGpu &gpu : m_report->gpus) {
        const QString name = gpu.index ? tr("GPU %1").arg(*gpu.index) : tr("GPU");
        facts << std::pair(name, gpu.isLost ? tr("lost (%1)").arg(gpu.busId) : gpu.name);
    }
    facts << std::pair(tr("Checked"), tr("%1, took %2")
                                          .arg(formatMoment(m_report->checkedAt, QDateTime::currentDateTimeUtc()),
                                               formatDuration(m_report->duration.count())));
    for (const auto &[name, value] : std::as_const(facts)) {
        auto *line = new QWidget(m_factsCard);
        auto *parts = new QHBoxLayout(line);
        parts->setContentsMargins(0, 0, 0, 0);
        parts->setSpacing(dp(12));
        auto *label = new Label(name, TextRole::Small, Ink::Text3, line);
        label->setMinimumWidth(dp(116));
        auto *text = makeProse(value.isEmpty() ? unknownWord() : value, TextRole::Body, value.isEmpty() ? Ink::Text3 : Ink::Text1, line);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        parts->addWidget(label, 0, Qt::AlignTop);
        parts->addWidget(text, 1);
        m_facts->addWidget(line);
    }
}

void HealthPage::showState()
{
    const bool hasMachine = machine().isSet(), hasReport = m_report.has_value();
    const bool hasContent = hasReport || m_hasProbe || m_probe->isRunning();
    m_machines->setVisible(hasMachine);
    m_check->setVisible(hasContent || m_isChecking);
    // Otherwise the focus would go on in tab order, and the page would scroll there.
    if (!m_check->isHidden() && m_placeholder->isAncestorOf(window()->focusWidget()))
        m_check->setFocus();
    m_content->setVisible(hasContent);
    m_placeholder->setVisible(!hasContent);
    m_filter->setVisible(hasReport);
    m_history->setVisible(hasReport && m_history->count() > 1);
    m_history->setEnabled(!m_isChecking);
    const QString elapsed = m_isChecking ? formatElapsed(m_since.elapsed()) : QString();
    m_check->setText(m_isChecking ? tr("Cancel (%1)").arg(elapsed) : hasReport ? tr("Check again") : tr("Check machine"));
    setVariant(m_check, m_isChecking ? ButtonVariant::Normal : ButtonVariant::Primary);
    m_machines->setEnabled(!m_isChecking && !m_probe->isRunning());
    const QString step = m_isChecking && !m_stepWords.isEmpty() ? tr("Now: %1").arg(m_stepWords) : QString();
    m_step->setVisible(m_isChecking);
    m_step->setText(step.isEmpty() ? tr("Connecting…") : step);
    m_badge->setVisible(hasReport);
    m_factsCard->setVisible(hasReport);
    if (hasReport)
        return;
    m_topologyCard->hide();
    m_summary->setText(tr("%1 has not been checked yet.").arg(m_machines->currentText()));
    if (!hasMachine) {
        m_placeholder->setSentence(tr("There is no machine to check."));
        m_placeholder->setDetail(tr("A check shows whether a machine's driver, GPUs, containers, disks and network are ready for "
                                    "training, before you spend money on it."));
        m_placeholder->setButton(tr("Add a machine…"), QStringLiteral("healthAddMachine"));
    } else if (m_isChecking) {
        m_placeholder->setSentence(tr("Checking %1…").arg(m_machines->currentText()));
        m_placeholder->setDetail(
            step.isEmpty() ? tr("Takes about half a minute: measures the disks, and starts a container if there is an image.") : step);
        m_placeholder->setButton({}, {});
    } else {
        m_placeholder->setSentence(tr("%1 has not been checked yet.").arg(m_machines->currentText()));
        m_placeholder->setDetail(
            tr("A check covers the driver, GPUs, errors in the kernel log, links, containers, disks, clock and network. It changes "
               "nothing and leaves nothing behind."));
        m_placeholder->setButton(tr("Check machine"), QStringLiteral("healthCheckFirst"));
    }
}

void HealthPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= dp(kWide);
    m_columns->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget *card : {static_cast<QWidget *>(m_probe), m_factsCard, m_topologyCard}) {
        card->setMinimumWidth(isWide ? dp(kSideWidth) : 0);
        card->setMaximumWidth(isWide ? dp(kSideWidth) : QWIDGETSIZE_MAX);
    }
}

void HealthPage::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers() & Qt::ControlModifier && !m_isChecking && machine().isSet())
        Q_EMIT checkRequested(machine());
    else if (event->key() == Qt::Key_Escape && m_isChecking)
        Q_EMIT cancelRequested();
    else
        QWidget::keyPressEvent(event);
}

}  // namespace trainyard

#include "moc_healthpage.cpp"
