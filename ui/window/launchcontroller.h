// Between the launch page and the workbench: facts, preview, launch.
#pragma once

#include "core/base/error.h"
#include "core/store/records.h"

#include <QObject>

#include <stop_token>

namespace trainyard {

class LaunchPage;
class Workbench;
struct LaunchRequest;

class LaunchController : public QObject {
    Q_OBJECT
public:
    LaunchController(Workbench &workbench, LaunchPage *page, QObject *parent = nullptr);

    void reloadMachines();

Q_SIGNALS:
    void launched(const trainyard::Run &run);
    void failed(const trainyard::Error &error);    // reading the machines

private:
    void inspect(qint64 machineId);
    void preview(const LaunchRequest &request);
    void launch(const LaunchRequest &request);

    Workbench &m_workbench;
    LaunchPage *m_page;
    std::stop_source m_stop;
    int m_previews = 0;     // only the newest one's answer counts
};

}  // namespace trainyard
