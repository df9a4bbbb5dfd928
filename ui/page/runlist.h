// SPDX-License-Identifier: GPL-3.0-or-later
// The runs in the database, read once for all pages. Main thread.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"

#include <QFuture>
#include <QHash>
#include <QMap>
#include <QObject>

namespace trainyard {

class Services;

class RunList : public QObject {
    Q_OBJECT
public:
    explicit RunList(Services &services, QObject *parent = nullptr);

    const QList<Run> &all() const { return m_all; }  // newest first
    int going() const { return m_going; }            // runs that have not ended
    void reload();
    // Asks the machines about the state of their runs. Ignored while an earlier request is pending.
    void refresh();
    // The progress of the newest and the active runs, as far as their logs report it.
    QHash<RunId, RunGlance> glances() const;

Q_SIGNALS:
    void changed();  // was read again
    void someEnded();
    void failed(const trainyard::Error &error);

private:
    Services &m_services;
    QList<Run> m_all;
    int m_going = 0;
    QFuture<Result<QMap<RunId, Error>>> m_look;
};

}  // namespace trainyard
