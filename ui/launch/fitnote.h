// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the image fits the machine: a badge, the reason, and a suitable image instead. Hidden when there is nothing to report. Main
// thread. objectNames: "launchFit", "launchFitWhy", "launchFitUse".
#pragma once

#include "core/knowledge/compat/compatverdict.h"

#include <QWidget>

class QPushButton;

namespace trainyard {

class Badge;
class Label;

class FitNote : public QWidget {
    Q_OBJECT
public:
    explicit FitNote(QWidget *parent = nullptr);

    void setAnswer(const std::optional<CompatAnswer> &answer);

Q_SIGNALS:
    void imageChosen(const QString &image);  // the user accepts the proposed image

private:
    Badge *m_badge;
    Label *m_why;
    QPushButton *m_use;
    QString m_image;  // the proposed one
};

}  // namespace trainyard
