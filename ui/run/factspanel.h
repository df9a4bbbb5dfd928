// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a run, which fold into one line where they would take too much of the page: with large text, or in a low window. A button
// beside them unfolds them; what the person chose is kept. objectName of the button: "runFactsFold".
#pragma once

#include "ui/run/factsbar.h"

#include <QWidget>

class QToolButton;

namespace trainyard {

class FactsPanel : public QWidget {
    Q_OBJECT
public:
    explicit FactsPanel(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    void setPageHeight(int pixels);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fold();

    FactsBar *m_bar;
    QToolButton *m_fold;
    int m_pageHeight = 0;
    bool m_isUnfolded = false;  // by the person
};

}  // namespace trainyard
