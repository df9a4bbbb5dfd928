// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the runs selected for comparison from their copies on this computer.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"

#include <QList>
#include <QObject>

#include <stop_token>

namespace trainyard {

class RunComparePage;
class Services;

class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(Services &services, RunComparePage *page, QObject *parent = nullptr);
    ~CompareController() override;

    void open(const QList<RunId> &runIds);

private:
    void read();

    Services &m_services;
    RunComparePage *m_page;
    QList<RunId> m_runIds;
    std::stop_source m_stop;
    int m_round = 0;  // answers from an earlier round are ignored
};

}  // namespace trainyard
