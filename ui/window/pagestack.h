// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window, one of them shown. A page that needs more room than there is (a small window, large text) is scrolled instead of
// squashed.
//
// Object name of the stack inside: pageStack.
#pragma once

#include <QScrollArea>

class QStackedWidget;

namespace trainyard {

class PageStack : public QScrollArea {
    Q_OBJECT
public:
    explicit PageStack(QWidget *parent = nullptr);

    void addPage(QWidget *page);
    void setCurrent(QWidget *page);
    QWidget *current() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QStackedWidget *m_pages;
};

}  // namespace trainyard
