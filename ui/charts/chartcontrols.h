// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the range of the charts: back to the present, how several GPUs are shown, how the curves of the
// training are drawn, and a menu of what can be done with the current chart. The same menu opens over the charts.
// objectNames: "chartLive", "chartGpuView", "chartCurves" (in its menu "chartByStep", "chartByTime", "chartLogarithmic" and
// the slider "chartSmoothing"), "chartMore", "chartMenu".
#pragma once

#include "ui/charts/chartkind.h"

#include <QWidget>

class QAction;
class QMenu;
class QPushButton;
class QSlider;
class QToolButton;

namespace trainyard {

class ChartStack;

class ChartControls : public QWidget {
    Q_OBJECT
public:
    explicit ChartControls(ChartStack *charts, QWidget *parent = nullptr);

    void refresh();             // GPUs came, or the axis moved
    void setLive(bool isLive);  // the run goes on
    QMenu *makeMenu();          // of the current chart; deletes itself when closed

    void copyPicture();
    void copyValues();
    // Whole or not at all; a message says why not.
    void savePicture(const QString &path);
    void saveValues(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

Q_SIGNALS:
    void failed(const QString &sentence, const QString &detail);

private:
    void chooseFile(const QString &title, const QString &filter, const QString &suffix, void (ChartControls::*save)(const QString &));
    void fillGpuMenu();
    void makeCurveMenu();
    void showCurveView();

    ChartStack *m_charts;
    QPushButton *m_live, *m_gpus, *m_curves;
    QToolButton *m_more;
    QMenu *m_gpuMenu;
    QAction *m_byStep, *m_byTime, *m_logarithmic;
    QSlider *m_smoothing;
    bool m_isLive = true;
};

}  // namespace trainyard
