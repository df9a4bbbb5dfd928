// Shows one run at a time on the run page and does what the page wishes.
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

namespace trainyard {

class RunPage;
class RunWatch;
class Workbench;

class RunController : public QObject {
    Q_OBJECT
public:
    RunController(Workbench &workbench, RunPage *page, QObject *parent = nullptr);

    // False when there is no such run; failed() said so.
    bool open(const QString &runId);
    QString currentRun() const { return m_runId; }

Q_SIGNALS:
    void failed(const trainyard::Error &error);

private:
    void show();
    void stop(const QString &runId);

    Workbench &m_workbench;
    RunPage *m_page;
    QPointer<RunWatch> m_watch;
    QString m_runId;
};

}  // namespace trainyard
