// A plot with the line above it: title, unit and keys on the left, context and current value on the right.
#pragma once

#include "ui/run/plotchart.h"

#include <QWidget>

namespace trainyard {

struct ChartHead {
    QString title, unit;
    QString context, value;      // right; a word where there is no value
    bool isSimulated = false;
};

class ChartPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChartPanel(QWidget *parent = nullptr);

    void setHead(const ChartHead &head);
    void setContent(const PlotContent &content);
    PlotChart *plot() const { return m_plot; }
    const PlotContent &content() const { return m_content; }
    const ChartHead &head() const { return m_head; }

    static int headHeight();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChartHead m_head;
    PlotContent m_content;
    PlotChart *m_plot;
};

}  // namespace trainyard
