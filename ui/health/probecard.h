// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmark results of a machine: whether to keep it or give it back, why, and the text for the provider. Main thread. objectNames:
// probeCard, probeMeasure, probeQuick, probeCopyText, "probe_N" for each finding.
#pragma once

#include "core/knowledge/benchmark/providertext.h"
#include "ui/common/card.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QTimer>

class QCheckBox;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class Badge;
class Label;

struct ProbeView {
    ProbeJudgement judgement;
    ProviderText text;
    QDateTime when;
};

class ProbeCard : public Card {
    Q_OBJECT
public:
    explicit ProbeCard(QWidget *parent = nullptr);

    void setProbe(const std::optional<ProbeView> &probe);  // nullopt: never benchmarked
    void setRunning(bool isRunning);
    void setProgress(const QString &line);  // in the benchmark's words
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void measureRequested(bool isQuick);
    void cancelRequested();

private:
    void showState();

    Badge *m_badge, *m_simulated;
    Label *m_sentence, *m_progress;
    QVBoxLayout *m_findings;
    QPushButton *m_measure, *m_copy;
    QCheckBox *m_quick;
    std::optional<ProbeView> m_probe;
    QList<QWidget *> m_rows;
    QString m_line;
    bool m_isRunning = false;
    QElapsedTimer m_since;
    QTimer m_tick;
};

}  // namespace trainyard
