// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcontrols.h"

#include "ui/charts/chartstack.h"
#include "ui/charts/internal/chartlimits.h"
#include "ui/charts/timecharts.h"
#include "ui/common/buttons.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QWidgetAction>

#include <functional>

namespace trainyard {
namespace {

constexpr qsizetype kOneMenu = 16;  // more GPUs than this get a submenu

}  // namespace

ChartControls::ChartControls(ChartStack *charts, QWidget *parent)
    : QWidget(parent), m_charts(charts), m_live(makeButton(QStringLiteral("chartLive"), tr("Back to live"), ButtonVariant::Normal)),
      m_gpus(makeButton(QStringLiteral("chartGpuView"), {})), m_curves(makeButton(QStringLiteral("chartCurves"), {})),
      m_more(makeIconButton(QStringLiteral("chartMore"), QStringLiteral("more"), tr("More for this chart"))), m_gpuMenu(new QMenu(this))
{
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    setSmall(m_live);
    m_gpus->setMenu(m_gpuMenu);
    setSmall(m_gpus);
    setSmall(m_curves);
    makeCurveMenu();
    row->addWidget(m_live);
    row->addWidget(m_gpus);
    row->addWidget(m_curves);
    row->addWidget(m_more);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);

    connect(m_live, &QPushButton::clicked, this, [this] {
        m_charts->applyRequest({AxisOptions::Back, 0, 0});
        m_charts->setFocus(Qt::OtherFocusReason);
    });
    connect(m_gpuMenu, &QMenu::aboutToShow, this, &ChartControls::fillGpuMenu);
    connect(m_more, &QToolButton::clicked, this, [this] { makeMenu()->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_charts, &ChartStack::viewChanged, this, &ChartControls::refresh);
    connect(m_charts, &ChartStack::gpuViewChanged, this, &ChartControls::refresh);
    connect(m_charts, &ChartStack::curveViewChanged, this, &ChartControls::refresh);
    connect(m_charts, &ChartStack::menuRequested, this, [this](const QPoint &at) { makeMenu()->popup(at); });
    const auto shortcut = [this](const QKeySequence &keys, void (ChartControls::*what)()) {
        auto *const one = new QShortcut(keys, m_charts, this, what);
        one->setContext(Qt::WidgetShortcut);  // the table copies its cells itself
    };
    shortcut(keyFor(KeyFor::CopyPicture), &ChartControls::copyPicture);
    shortcut(keyFor(KeyFor::CopyValues), &ChartControls::copyValues);
    refresh();
}

void ChartControls::setLive(bool isLive)
{
    m_isLive = isLive;
    refresh();
}

void ChartControls::refresh()
{
    m_live->setVisible(!m_charts->timeView().isPlain());
    m_live->setText(m_charts->timeView().isFollowing() || !m_isLive ? tr("Reset zoom") : tr("Back to live"));
    const qsizetype gpus = m_charts->gpuCount();
    m_gpus->setVisible(gpus > 1);
    QString words;
    switch (shownAs(m_charts->gpuView(), gpus)) {
    case GpuShow::Band: words = tr("Median and range"); break;
    case GpuShow::Small: words = tr("Small charts"); break;
    case GpuShow::Heat: words = tr("Heat strips"); break;
    case GpuShow::One: words = tr("GPU %1").arg(m_charts->gpuNumber(m_charts->gpuView().gpu)); break;
    default: words = tr("One line per GPU"); break;
    }
    m_gpus->setText(words);
    m_gpus->setAccessibleName(tr("GPU display: %1").arg(words));
    m_gpus->setToolTip(m_gpus->accessibleName());
    showCurveView();
}

void ChartControls::makeCurveMenu()
{
    auto *const menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    m_curves->setMenu(menu);
    auto *const axes = new QActionGroup(menu);
    const auto add = [menu](const char *name, const QString &text, const QKeySequence &keys) {
        QAction *const action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setCheckable(true);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);  // the charts handle the key themselves
        return action;
    };
    menu->addSection(tr("Loss and other curves"));
    m_byStep = add("chartByStep", tr("By step"), keyFor(KeyFor::SwitchAxis));
    m_byTime = add("chartByTime", tr("By time"), keyFor(KeyFor::SwitchAxis));
    axes->addAction(m_byStep);
    axes->addAction(m_byTime);
    menu->addSeparator();
    m_logarithmic = add("chartLogarithmic", tr("Logarithmic loss"), keyFor(KeyFor::Logarithmic));
    menu->addSeparator();
    auto *const smoothing = new QWidget(menu);
    auto *const row = new QHBoxLayout(smoothing);
    row->setContentsMargins(dp(14), dp(6), dp(14), dp(8));
    row->setSpacing(dp(10));
    auto *const words = new Label(tr("Smoothing"), TextRole::Body, Ink::Text1, smoothing);
    m_smoothing = new QSlider(Qt::Horizontal, smoothing);
    m_smoothing->setObjectName(QStringLiteral("chartSmoothing"));
    m_smoothing->setAccessibleName(words->text());
    m_smoothing->setRange(0, CurveView::kMaxSmoothing);
    m_smoothing->setPageStep(1);
    m_smoothing->setMinimumWidth(dp(140));
    words->setBuddy(m_smoothing);
    row->addWidget(words);
    row->addWidget(m_smoothing, 1);
    auto *const action = new QWidgetAction(menu);
    action->setText(words->text());
    action->setDefaultWidget(smoothing);
    menu->addAction(action);

    const auto change = [this](auto set) {
        CurveView view = m_charts->curveView();
        set(view);
        m_charts->setCurveView(view);
    };
    connect(m_byStep, &QAction::triggered, this, [change] { change([](CurveView &view) { view.axis = CurveAxis::Step; }); });
    connect(m_byTime, &QAction::triggered, this, [change] { change([](CurveView &view) { view.axis = CurveAxis::Time; }); });
    connect(m_logarithmic, &QAction::triggered, this,
            [change](bool isOn) { change([isOn](CurveView &view) { view.isLogarithmic = isOn; }); });
    connect(m_smoothing, &QSlider::valueChanged, this,
            [change](int value) { change([value](CurveView &view) { view.smoothing = value; }); });
}

void ChartControls::showCurveView()
{
    const CurveView &view = m_charts->curveView();
    const bool canBeByTime = m_charts->canShowByTime(), isByTime = canBeByTime && view.axis == CurveAxis::Time;
    m_curves->setText(isByTime ? tr("By time") : tr("By step"));
    m_curves->setAccessibleName(tr("Curve axis: %1").arg(m_curves->text()));
    m_curves->setToolTip(m_curves->accessibleName());
    m_byStep->setChecked(!isByTime);
    m_byTime->setChecked(isByTime);
    m_byTime->setEnabled(canBeByTime);
    m_byTime->setToolTip(canBeByTime ? QString() : tr("The times of the steps are not known yet."));
    m_logarithmic->setChecked(view.isLogarithmic);
    const QSignalBlocker isQuiet(m_smoothing);
    m_smoothing->setValue(view.smoothing);
}

void ChartControls::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void ChartControls::fillGpuMenu()
{
    m_gpuMenu->clear();
    auto *const group = new QActionGroup(m_gpuMenu);
    const qsizetype gpus = m_charts->gpuCount();
    const GpuShow now = shownAs(m_charts->gpuView(), gpus);
    const auto add = [&](QMenu *menu, const QString &text, const GpuView &view) {
        QAction *const action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(now == view.show && (view.show != GpuShow::One || view.gpu == m_charts->gpuView().gpu));
        group->addAction(action);
        connect(action, &QAction::triggered, m_charts, [this, view] { m_charts->setGpuView(view); });
    };
    if (gpus <= kMaxLines)
        add(m_gpuMenu, tr("One line per GPU"), {GpuShow::Lines, 0});
    add(m_gpuMenu, tr("Median and range"), {GpuShow::Band, 0});
    add(m_gpuMenu, tr("Small charts"), {GpuShow::Small, 0});
    add(m_gpuMenu, tr("Heat strips"), {GpuShow::Heat, 0});
    m_gpuMenu->addSeparator();
    QMenu *menu = m_gpuMenu;
    for (qsizetype gpu = 0; gpu < gpus; ++gpu) {
        if (gpus > kOneMenu && gpu % kOneMenu == 0)
            menu = m_gpuMenu->addMenu(
                tr("GPU %1 to %2").arg(m_charts->gpuNumber(gpu)).arg(m_charts->gpuNumber(std::min(gpus, gpu + kOneMenu) - 1)));
        add(menu, tr("GPU %1").arg(m_charts->gpuNumber(gpu)), {GpuShow::One, gpu});
    }
}

QMenu *ChartControls::makeMenu()
{
    auto *const menu = new QMenu(m_charts->window());
    menu->setObjectName(QStringLiteral("chartMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(m_charts->currentTitle());
    const auto add = [&](const char *name, const QString &text, const QKeySequence &keys, std::function<void()> what) {
        QAction *const action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, std::move(what));
        return action;
    };
    add("chartCopyPicture", tr("Copy picture"), keyFor(KeyFor::CopyPicture), [this] { copyPicture(); });
    add("chartSavePicture", tr("Save picture…"), {},
        [this] { chooseFile(tr("Save picture"), tr("PNG pictures (*.png)"), QStringLiteral("png"), &ChartControls::savePicture); });
    add("chartCopyValues", tr("Copy values as CSV"), keyFor(KeyFor::CopyValues), [this] { copyValues(); });
    add("chartSaveValues", tr("Save values as CSV…"), {},
        [this] { chooseFile(tr("Save values"), tr("CSV files (*.csv)"), QStringLiteral("csv"), &ChartControls::saveValues); });
    menu->addSeparator();
    add("chartShowTable", m_charts->isTableShown() ? tr("Show as charts") : tr("Show as a table"), keyFor(KeyFor::ShowAsTable),
        [this] { m_charts->setTableShown(!m_charts->isTableShown()); });
    const auto moment = m_charts->cursorMoment();
    add("chartShowLog", tr("Show this moment in the log"), keyFor(KeyFor::ShowInLog), [this] {
        m_charts->chooseMoment();
    })->setEnabled(moment.has_value());
    menu->addSeparator();
    const TimeView &view = m_charts->timeView();
    const double middle = double(view.from()) + double(view.span()) / 2;
    const double around = moment ? double(*moment) : view.isFollowing() ? double(view.to()) : middle;
    add("chartZoomIn", tr("Zoom in"), keyFor(KeyFor::ZoomIn), [this, around] { m_charts->applyRequest({AxisOptions::Zoom, 0.5, around}); });
    add("chartZoomOut", tr("Zoom out"), keyFor(KeyFor::ZoomOut), [this, around] {
        m_charts->applyRequest({AxisOptions::Zoom, 2, around});
    });
    add("chartZoomBack", tr("Zoom back"), keyFor(KeyFor::ZoomBack), [this] {
        m_charts->applyRequest({AxisOptions::Back, 0, 0});
    })->setEnabled(!view.isPlain());
    add("chartNextEvent", tr("Next event"), keyFor(KeyFor::NextEvent), [this] {
        m_charts->stepEvent(1);
    })->setEnabled(!m_charts->events().isEmpty());
    add("chartPreviousEvent", tr("Previous event"), keyFor(KeyFor::EventBefore), [this] {
        m_charts->stepEvent(-1);
    })->setEnabled(!m_charts->events().isEmpty());
    return menu;
}

void ChartControls::copyPicture() { QGuiApplication::clipboard()->setPixmap(m_charts->picture()); }
void ChartControls::copyValues() { QGuiApplication::clipboard()->setText(QString::fromUtf8(m_charts->csv())); }

void ChartControls::savePicture(const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !m_charts->picture().save(&file, "PNG") || !file.flush() || !file.commit())
        Q_EMIT failed(tr("The picture was not saved. Choose another location, or free up space there."), file.errorString());
}

void ChartControls::saveValues(const QString &path)
{
    const QByteArray csv = m_charts->csv();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size() || !file.flush() || !file.commit())
        Q_EMIT failed(tr("The values were not saved. Choose another location, or free up space there."), file.errorString());
}

void ChartControls::chooseFile(const QString &title, const QString &filter, const QString &suffix,
                               void (ChartControls::*save)(const QString &))
{
    auto *const dialog = new QFileDialog(window(), title, {}, filter);
    dialog->setObjectName(QStringLiteral("chartSaveDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    QString name = m_charts->currentTitle().toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    dialog->selectFile(name.replace(QLatin1Char('/'), QLatin1Char('-')) + QLatin1Char('.') + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, save);
    dialog->open();
}

}  // namespace trainyard

#include "moc_chartcontrols.cpp"
