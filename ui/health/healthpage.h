// SPDX-License-Identifier: GPL-3.0-or-later
// The condition of a machine: the findings of a check by section, the worst first, with their remedies; how its GPUs are connected; and its
// benchmark results. Takes reports and emits requests; has no connection itself. Ctrl+Enter starts a check, Esc cancels it.
//
// Object names: healthPage, healthMachine, healthHistory, healthFilter0 and 1, healthCheck, healthSummary, healthStep, healthTopology,
// "section_NAME", "finding_ID"; those of probecard.h.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/health/healthreport.h"
#include "core/model/ids.h"
#include "ui/health/probecard.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QComboBox;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class Badge;
class Label;
class MessageBar;
class PageHeader;
class Placeholder;
class Segments;
class TopologyView;

class HealthPage : public QWidget {
    Q_OBJECT
public:
    struct MachineName {
        MachineId id;
        QString name;
        bool operator==(const MachineName &) const = default;
    };

    explicit HealthPage(QWidget *parent = nullptr);

    void setMachines(const QList<MachineName> &machines);
    void selectMachine(MachineId id);
    MachineId machine() const;  // not set: there are no machines
    // Report of the selected machine; nullopt: not checked yet.
    void setReport(const std::optional<HealthReport> &report);
    // Checks of that machine, newest first; `shown` is the one whose report is shown.
    struct KeptCheck {
        CheckId id;
        QDateTime taken;
        bool operator==(const KeptCheck &) const = default;
    };
    void setHistory(const QList<KeptCheck> &checks, CheckId shown);
    void setChecking(bool isChecking);
    void setCheckStep(const QString &words);  // what is being checked now
    bool isChecking() const { return m_isChecking; }
    // Benchmark of the selected machine; nullopt: never benchmarked.
    void setProbe(const std::optional<ProbeView> &probe);
    void setMeasuring(bool isMeasuring);
    void setMeasureProgress(const QString &line);
    MessageBar *messageBar() const;

Q_SIGNALS:
    void machineChosen(MachineId id);
    void checkChosen(CheckId checkId);  // an earlier one, or the newest again
    void checkRequested(MachineId id);
    void cancelRequested();
    void measureRequested(MachineId id, bool isQuick);
    void measureCancelRequested();
    void addMachineRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showReport();
    void showFacts();
    void showState();
    QWidget *sectionCard(HealthSection section, const QList<HealthFinding> &findings);

    PageHeader *m_header;
    QComboBox *m_machines, *m_history;
    Segments *m_filter;
    QPushButton *m_check;
    QWidget *m_content, *m_factsCard, *m_topologyCard;
    QBoxLayout *m_columns;
    QVBoxLayout *m_sections, *m_facts;
    Label *m_summary, *m_step;
    Badge *m_badge;
    TopologyView *m_topology;
    ProbeCard *m_probe;
    Placeholder *m_placeholder;
    QList<QWidget *> m_sectionCards;
    std::optional<HealthReport> m_report;
    QString m_stepWords;
    bool m_isChecking = false, m_hasProbe = false;
    QElapsedTimer m_since;
    QTimer m_tick;
};

}  // namespace trainyard
