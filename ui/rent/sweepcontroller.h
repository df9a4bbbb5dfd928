// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at the accounts at the start, every hour, and on request, and gives back what the person chose. Main thread; the services ask.
#pragma once

#include "core/service/clouds/cloudsweep.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <stop_token>

namespace trainyard {

class Services;
class SweepCard;

class SweepController : public QObject {
    Q_OBJECT
public:
    SweepController(Services &services, SweepCard *card, QObject *parent);
    ~SweepController() override;

    void look();  // nothing is asked without accounts

private:
    void release(QList<SweepItem> items, bool mayBeOthers);
    void add(const Error &problem);
    void showProblems();

    Services &m_services;
    SweepCard *m_card;
    QTimer m_hourly;
    std::stop_source m_stop;
    QStringList m_problems;  // since the accounts were asked last
    bool m_isLooking = false, m_isStale = false;
};

}  // namespace trainyard
