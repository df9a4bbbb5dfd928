// SPDX-License-Identifier: GPL-3.0-or-later
// The controls beside the time range of the charts: back to live, how several GPUs are shown, how the training curves are drawn, and a menu
// for the current chart. The charts open the same menu as their context menu. objectNames: "chartLive", "chartGpuView", "chartCurves" (in
// its menu "chartByStep", "chartByTime", "chartLogarithmic" and the slider "chartSmoothing"), "chartMore", "chartMenu".
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

    void refresh();             // call when GPUs appear or the axis moves
    void setLive(bool isLive);  // the run is active
    QMenu *makeMenu();          // for the current chart; deletes itself when closed

    void copyPicture();
    void copyValues();
    // Writes the whole picture or nothing; a message says why it failed.
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
