// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/probecard.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/theme/stylepaint.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace trainyard {

namespace {

BadgeLook badgeOf(ProbeVerdict verdict)
{
    switch (verdict) {
    case ProbeVerdict::Keep: return {Tone::Ok, QStringLiteral("check"), ProbeCard::tr("Keep it")};
    case ProbeVerdict::GiveBack: return {Tone::Bad, QStringLiteral("cross"), ProbeCard::tr("Return it")};
    case ProbeVerdict::Unclear: break;
    }
    return {Tone::Stale, QStringLiteral("question"), ProbeCard::tr("Unknown")};
}

std::pair<QString, Tone> markOf(ProbeStanding standing)
{
    switch (standing) {
    case ProbeStanding::InBand:
    case ProbeStanding::Above: return {QStringLiteral("check"), Tone::Ok};
    case ProbeStanding::Note: return {QStringLiteral("info"), Tone::Info};
    case ProbeStanding::NoReference:
    case ProbeStanding::NotMeasured: return {QStringLiteral("question"), Tone::Stale};
    case ProbeStanding::Below: return {QStringLiteral("triangle"), Tone::Warning};
    case ProbeStanding::FarBelow:
    case ProbeStanding::Throttled:
    case ProbeStanding::Faulty:
    case ProbeStanding::Wrong: break;
    }
    return {QStringLiteral("cross"), Tone::Bad};
}

// One finding: its mark and its sentence.
class StandingRow : public QWidget {
public:
    StandingRow(const ProbeFinding &finding, QWidget *parent)
        : QWidget(parent), m_mark(markOf(finding.standing)), m_text(new Label(finding.sentence, TextRole::Body, Ink::Text2, this))
    {
        m_text->setWordWrap(true);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(dp(24), 0, 0, 0);
        row->addWidget(m_text);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const int side = dp(16);
        paintIcon(&p, m_mark.first, QRectF(0, m_text->geometry().top() + (lineHeight(TextRole::Body) - side) / 2.0 + 0.5, side, side),
                  themeOf(this).tone(m_mark.second).ink);
    }

private:
    const std::pair<QString, Tone> m_mark;
    Label *m_text;
};

}  // namespace

ProbeCard::ProbeCard(QWidget *parent)
    : Card(parent), m_badge(new Badge(this)), m_simulated(new Badge(simulatedBadge(), this)),
      m_sentence(new Label(TextRole::Body, Ink::Text2, this)), m_progress(new Label(TextRole::Small, Ink::Text3, this)),
      m_findings(new QVBoxLayout),
      m_measure(makeButton(QStringLiteral("probeMeasure"), {}, ButtonVariant::Normal, QStringLiteral("cpu"), this)),
      m_copy(makeButton(QStringLiteral("probeCopyText"), tr("Copy text for the provider"), ButtonVariant::Normal, QStringLiteral("copy"),
                        this)),
      m_quick(new QCheckBox(tr("Quick"), this))
{
    setObjectName(QStringLiteral("probeCard"));
    m_quick->setObjectName(QStringLiteral("probeQuick"));
    m_quick->setToolTip(tr("Fewer samples: about 20 seconds per GPU instead of two minutes."));
    for (Label *label : {m_sentence, m_progress}) {
        label->setWordWrap(true);
    }
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(tr("Benchmark"), TextRole::Section, Ink::Text1, this));
    head->addStretch(1);
    head->addWidget(m_simulated);
    head->addWidget(m_badge);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(dp(8));
    buttons->addWidget(m_measure);
    buttons->addWidget(m_quick);
    buttons->addStretch(1);
    m_findings->setSpacing(dp(6));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(14), dp(16), dp(14));
    column->setSpacing(dp(10));
    column->addLayout(head);
    column->addWidget(m_sentence);
    column->addLayout(m_findings);
    column->addWidget(m_progress);
    column->addLayout(buttons);
    column->addWidget(m_copy, 0, Qt::AlignLeft);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &ProbeCard::showState);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT measureRequested(m_quick->isChecked());
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        const ProviderText &text = m_probe->text;
        QGuiApplication::clipboard()->setText(text.local.isEmpty() ? text.english : text.local + QStringLiteral("\n\n") + text.english);
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(2000, m_copy, [this] { m_copy->setText(tr("Copy text for the provider")); });
    });
    showState();
}

void ProbeCard::setProbe(const std::optional<ProbeView> &probe)
{
    m_probe = probe;
    qDeleteAll(std::exchange(m_rows, {}));
    // A driver library that could not be loaded is not a finding on a machine without GPUs.
    if (m_probe && !m_probe->judgement.isWithoutGpu) {
        const QList<ProbeFinding> &findings = m_probe->judgement.findings;
        for (qsizetype i = 0; i < findings.size(); ++i) {
            m_rows << new StandingRow(findings[i], this);
            m_rows.last()->setObjectName(QStringLiteral("probe_%1").arg(i));
            m_findings->addWidget(m_rows.last());
        }
    }
    showState();
}

void ProbeCard::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    m_line.clear();
    if (isRunning) {
        m_since.start();
        m_tick.start();
    } else {
        m_tick.stop();
    }
    showState();
}

void ProbeCard::setProgress(const QString &line)
{
    m_line = line;
    showState();
}

void ProbeCard::showState()
{
    m_badge->setVisible(m_probe.has_value());
    m_simulated->setVisible(m_probe && m_probe->judgement.isSimulated);
    m_copy->setVisible(m_probe && !m_probe->text.english.isEmpty());
    m_quick->setVisible(!m_isRunning);
    m_measure->setText(m_isRunning ? tr("Cancel (%1)").arg(formatElapsed(m_since.elapsed()))
                       : m_probe   ? tr("Run benchmark again")
                                   : tr("Run benchmark"));
    m_progress->setVisible(m_isRunning);
    m_progress->setText(m_line.isEmpty() ? tr("Copying the probe to the machine…") : m_line);
    if (!m_probe) {
        m_sentence->setText(
            tr("This machine has not been benchmarked yet. The benchmark measures memory, links, matrix products and disk, and compares "
               "them with results of the same GPUs elsewhere."));
        return;
    }
    const QString when = formatMoment(m_probe->when, QDateTime::currentDateTimeUtc());
    if (m_probe->judgement.isWithoutGpu) {
        m_badge->setLook({Tone::Stale, QStringLiteral("info"), tr("No GPU to benchmark")});
        m_sentence->setText(
            tr("This machine has no NVIDIA GPU. Its disk, memory and network are part of the check. Measured %1.").arg(when));
        return;
    }
    m_badge->setLook(badgeOf(m_probe->judgement.verdict));
    const QStringList parts = QStringList{probeVerdictSentence(m_probe->judgement.verdict)} + m_probe->judgement.missing;
    m_sentence->setText(tr("%1 Measured %2.").arg(parts.join(u' '), when));
}

}  // namespace trainyard

#include "moc_probecard.cpp"
