// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a whole as one bar. Screen readers get the sentence passed with them.
#pragma once

#include <QList>
#include <QWidget>

namespace trainyard {

struct BarPart {
    double share = 0;  // of the bar, 0 to 1
    int series = 0;    // its colour: Theme::series
    QString toolTip;
    bool isHatched = false;  // beyond the available amount, or unknown
};

class StackedBar : public QWidget {
    Q_OBJECT
public:
    explicit StackedBar(QWidget *parent = nullptr);

    void setParts(const QList<BarPart> &parts, const QString &spoken);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QList<QRectF> boxes() const;

    QList<BarPart> m_parts;
};

// A square in the colour of a series, as the key of a bar or chart.
class SeriesMark : public QWidget {
    Q_OBJECT
public:
    explicit SeriesMark(int series, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_series;
};

}  // namespace trainyard
