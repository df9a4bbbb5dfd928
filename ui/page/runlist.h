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
    int going() const { return m_going; }            // have not ended
    void reload();
    // Asks the machines how their runs are. Not again while they are still being asked.
    void refresh();
    // How the newest runs and those that go on advance, as far as their logs say so.
    QHash<RunId, RunGlance> glances() const;

Q_SIGNALS:
    void changed();  // read anew
    void someEnded();
    void failed(const trainyard::Error &error);

private:
    Services &m_services;
    QList<Run> m_all;
    int m_going = 0;
    QFuture<Result<QMap<RunId, Error>>> m_look;
};

}  // namespace trainyard
