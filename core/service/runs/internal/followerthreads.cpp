// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/followerthreads.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace trainyard {
namespace {

const int kWorkEvent = QEvent::registerEventType();

class WorkEvent : public QEvent {
public:
    explicit WorkEvent(std::function<void()> w) : QEvent(QEvent::Type(kWorkEvent)), work(std::move(w)) {}
    std::function<void()> work;
};

}  // namespace

FollowerThreads::FollowerThreads()
{
    int number = 0;
    for (QThread &thread : m_threads) {
        thread.setObjectName(QStringLiteral("run reader %1").arg(++number));
        thread.start();
    }
    m_target.moveToThread(&m_threads.back());
}

FollowerThreads::~FollowerThreads()
{
    m_isEnding = true;
    for (QThread &thread : m_threads)
        thread.quit();
    for (QThread &thread : m_threads)
        thread.wait();
}

void FollowerThreads::Target::post(std::function<void()> work, Qt::EventPriority priority)
{
    QCoreApplication::postEvent(this, new WorkEvent(std::move(work)), priority);
}

bool FollowerThreads::Target::event(QEvent *event)
{
    if (event->type() != QEvent::Type(kWorkEvent))
        return QObject::event(event);
    static_cast<WorkEvent *>(event)->work();
    return true;
}

}  // namespace trainyard
