#include "app/desktop/photographer.h"

#include "ui/health/healthpage.h"

#include <QDir>
#include <QPixmap>
#include <QPushButton>

#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr QSize kSize(1440, 900);
// A page asks its machines once a second; after three seconds everything that answers has been drawn.
constexpr auto kSettle = 3s;

}  // namespace

Photographer::Photographer(MainWindow &window, const QString &folder, const QString &runId, QObject *parent)
    : QObject(parent), m_window(window), m_folder(folder), m_runId(runId),
      m_shots{{MainWindow::Home, QStringLiteral("home")},
              {MainWindow::Offers, QStringLiteral("offers")},
              {MainWindow::Machines, QStringLiteral("machines")},
              {MainWindow::Runs, QStringLiteral("runs")},
              {MainWindow::RunDetail, QStringLiteral("run")},
              {MainWindow::Checkpoints, QStringLiteral("checkpoints")},
              {MainWindow::Launch, QStringLiteral("launch")},
              {MainWindow::Transfers, QStringLiteral("transfers")},
              {MainWindow::Health, QStringLiteral("health")},
              {MainWindow::Settings, QStringLiteral("settings")}}
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(kSettle);
    connect(&m_settled, &QTimer::timeout, this, &Photographer::take);
}

void Photographer::start()
{
    if (!QDir().mkpath(m_folder)) {
        Q_EMIT done(m_folder);
        return;
    }
    m_window.resize(kSize);
    next();
}

void Photographer::next()
{
    if (!m_shots.isEmpty() && m_shots.first().page == MainWindow::RunDetail && m_runId.isEmpty())
        m_shots.removeFirst();
    if (m_shots.isEmpty()) {
        Q_EMIT done({});
        return;
    }
    if (m_shots.first().page == MainWindow::RunDetail)
        m_window.openRun(m_runId);
    else
        m_window.showPage(m_shots.first().page);
    // A page without a check says only that there is none.
    if (auto *check = m_window.findChild<QPushButton *>(QStringLiteral("healthCheckFirst")); check && check->isVisible())
        check->click();
    m_settled.start();
}

void Photographer::take()
{
    const auto *health = m_window.findChild<HealthPage *>();
    if (health && health->isVisible() && health->isChecking()) {
        m_settled.start();
        return;
    }
    if (QWidget *focused = m_window.focusWidget())
        focused->clearFocus();
    const QString file = m_folder + QLatin1Char('/') + m_shots.takeFirst().name + QStringLiteral(".png");
    if (!m_window.grab().save(file)) {
        Q_EMIT done(file);
        return;
    }
    next();
}

}  // namespace trainyard
