// SPDX-License-Identifier: GPL-3.0-or-later
// Several views, one of them shown. Only the shown one determines the least height, so that it is not made taller than the window for the
// sake of another one.
#pragma once

#include <QStackedWidget>

namespace trainyard {

class ViewStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit ViewStack(QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return false; }
    QSize sizeHint() const override;  // no higher than needed: give it a stretch
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
};

}  // namespace trainyard
