// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/photographer.h"

#include "ui/health/healthpage.h"
#include "ui/run/runcomparepage.h"

#include <QAbstractItemView>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMenu>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTreeView>

#include <algorithm>
#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr QSize kSize(1440, 900);
// A page asks its machines once a second; after three seconds everything that answers has been drawn.
constexpr auto kSettle = 3s;
constexpr int kMaxWaits = 20;  // number of such waits for runs that are being read: they may be unreadable

// What a person would type: the sandbox's machine has no GPU to take it from.
void fillIn(QWidget *dialog)
{
    for (const auto &[name, text] :
         {std::pair{"environmentGpu", "H100"}, std::pair{"environmentDriver", "550.54.15"}, std::pair{"environmentCount", "8"},
          std::pair{"placeFolder", "/data/checkpoints"}, std::pair{"copyFolder", "/data/copies"}}) {
        if (auto *field = dialog->findChild<QLineEdit *>(QLatin1String(name))) {
            field->selectAll();
            field->insert(QLatin1String(text));
        }
    }
}

// Toggles the button, if it exists.
void press(MainWindow &window, const char *button)
{
    if (auto *found = window.findChild<QAbstractButton *>(QLatin1String(button)))
        found->click();
}

void findInLog(MainWindow &window, const QString &text)
{
    if (auto *tabs = window.findChild<QTabBar *>(QStringLiteral("runTabs")))
        tabs->setCurrentIndex(text.isEmpty() ? 0 : 1);
    if (auto *field = window.findChild<QLineEdit *>(QStringLiteral("logFind")))
        field->setText(text);
}

// The newest two runs, or attempts of the only one; the metric to compare by is chosen already.
void openComparison(MainWindow &window)
{
    auto *list = window.findChild<QTreeView *>(QStringLiteral("runsView"));
    if (!list || !list->selectionModel() || list->model()->rowCount() == 0)
        return;
    const QAbstractItemModel &model = *list->model();
    const QModelIndex parent = model.rowCount() < 2 ? model.index(0, 0) : QModelIndex();
    if (model.rowCount(parent) < 2)
        return;
    list->setExpanded(parent, true);
    list->selectionModel()->select(QItemSelection(model.index(0, 0, parent), model.index(1, model.columnCount() - 1, parent)),
                                   QItemSelectionModel::ClearAndSelect);
    press(window, "runsCompare");
}

// Its dialog opens as soon as both have been inspected.
void compareFirst(MainWindow &window)
{
    if (auto *others = window.findChild<QMenu *>(QStringLiteral("inspectorCompareMenu")); others && !others->actions().isEmpty())
        others->actions().first()->trigger();
}

// All of a run's checkpoints, or its latest good one.
void chooseGroup(MainWindow &window, bool isWhole)
{
    auto *list = window.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    if (!list || list->model()->rowCount() == 0)
        return;
    const QModelIndex group = list->model()->index(0, 0);
    list->setCurrentIndex(isWhole ? group : list->model()->index(0, 0, group));
}

// Begins to copy the contents of `folder` to the first machine, as its dialog does; without such a folder nothing is copied.
void copyAll(MainWindow &window, const QString &folder)
{
    const QFileInfoList found = QDir(folder).entryInfoList(QDir::Files, QDir::Name);
    QStringList files;
    for (const QFileInfo &file : found)
        files << file.absoluteFilePath();
    if (files.isEmpty())
        return;
    press(window, "copyFilesButton");
    if (auto *named = window.findChild<QPlainTextEdit *>(QStringLiteral("uploadFilesEdit"))) {
        named->setPlainText(files.join(u'\n'));
        press(window, "startTransferButton");
    }
}

}  // namespace

Photographer::Photographer(MainWindow &window, const QString &folder, const RunId &runId, QObject *parent)
    : QObject(parent), m_window(window), m_folder(folder),
      m_runId(runId), m_shots{{MainWindow::Home, QStringLiteral("home")},
                              {MainWindow::Offers, QStringLiteral("offers")},
                              {MainWindow::Machines, QStringLiteral("machines")},
                              {MainWindow::Runs, QStringLiteral("runs")},
                              {MainWindow::RunDetail, QStringLiteral("run")},
                              {MainWindow::RunDetail,
                               QStringLiteral("run-table"),
                               {},
                               [](MainWindow &w) { press(w, "runTable"); },
                               [](MainWindow &w) { press(w, "runTable"); }},
                              {MainWindow::RunDetail,
                               QStringLiteral("run-log"),
                               {},
                               [](MainWindow &w) { findInLog(w, QStringLiteral("loss")); },
                               [](MainWindow &w) { findInLog(w, {}); }},
                              {MainWindow::Runs, QStringLiteral("compare"), {}, openComparison},
                              {MainWindow::Alerts, QStringLiteral("alerts")},
                              {MainWindow::Checkpoints, QStringLiteral("checkpoints")},
                              {MainWindow::Checkpoints, QStringLiteral("checkpoints-compare"), QStringLiteral("inspectorCompareMenu"),
                               compareFirst},
                              {MainWindow::Checkpoints, QStringLiteral("checkpoints-copy"), QStringLiteral("inspectorCopy")},
                              {MainWindow::Checkpoints, QStringLiteral("checkpoints-place"), QStringLiteral("checkpointsAddPlace")},
                              {MainWindow::Checkpoints, QStringLiteral("checkpoints-prune"), QStringLiteral("groupPrune"),
                               [](MainWindow &w) { chooseGroup(w, true); }, [](MainWindow &w) { chooseGroup(w, false); }},
                              {MainWindow::Checkpoints, QStringLiteral("resume"), QStringLiteral("inspectorResume")},
                              {MainWindow::Launch, QStringLiteral("launch")},
                              {MainWindow::Launch, QStringLiteral("environment"), QStringLiteral("launchEnvironment")},
                              {MainWindow::Transfers,
                               QStringLiteral("transfers"),
                               {},
                               [folder](MainWindow &w) { copyAll(w, folder + QStringLiteral("/upload")); }},
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
    if (!m_shots.isEmpty() && m_shots.first().page == MainWindow::RunDetail && !m_runId.isSet())
        m_shots.removeFirst();
    if (m_shots.isEmpty()) {
        Q_EMIT done({});
        return;
    }
    if (m_shots.first().page == MainWindow::RunDetail)
        m_window.openRun(m_runId);
    else
        m_window.showPage(m_shots.first().page);
    // A page without a check shows only that there is none.
    if (auto *check = m_window.findChild<QPushButton *>(QStringLiteral("healthCheckFirst")); check && check->isVisible())
        check->click();
    if (m_shots.first().prepare)
        m_shots.first().prepare(m_window);
    if (auto *button = m_window.findChild<QPushButton *>(m_shots.first().button); button && !m_shots.first().button.isEmpty()) {
        button->click();
        if (QDialog *dialog = openDialog())
            fillIn(dialog);
    }
    m_settled.start();
}

void Photographer::take()
{
    const auto *health = m_window.findChild<HealthPage *>();
    const auto *compare = m_window.findChild<RunComparePage *>();
    const bool isReading = compare && compare->isVisible() && compare->runs().isEmpty();
    if ((health && health->isVisible() && health->isChecking()) || (isReading && ++m_waits < kMaxWaits)) {
        m_settled.start();
        return;
    }
    m_waits = 0;
    QDialog *const dialog = m_shots.first().button.isEmpty() ? nullptr : openDialog();
    QWidget *const subject = dialog ? static_cast<QWidget *>(dialog) : &m_window;
    if (QWidget *focused = subject->focusWidget())
        focused->clearFocus();
    const Shot shot = m_shots.takeFirst();
    const QString file = m_folder + QLatin1Char('/') + shot.name + QStringLiteral(".png");
    const bool isSaved = subject->grab().save(file);
    if (shot.restore)
        shot.restore(m_window);
    if (dialog)
        dialog->reject();
    if (!isSaved) {
        Q_EMIT done(file);
        return;
    }
    next();
}

QDialog *Photographer::openDialog() const
{
    const auto dialogs = m_window.findChildren<QDialog *>();
    const auto found = std::find_if(dialogs.begin(), dialogs.end(), [](const QDialog *one) { return one->isVisible(); });
    return found == dialogs.end() ? nullptr : *found;
}

}  // namespace trainyard

#include "moc_photographer.cpp"
