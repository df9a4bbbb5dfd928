// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls a page whose content needs more height than there is (small windows, large text); otherwise the content
// fills the page. Counts the height that wrapped text really needs at the present width.
#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace trainyard {

class PageScroll : public QScrollArea {
    Q_OBJECT
public:
    // `content` has a layout; ownership passes here.
    explicit PageScroll(QWidget *content, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();
    bool m_isFitting = false;
};

// For a page that scrolls as a whole: the column of its content, with the margins of a page.
QVBoxLayout *scrolledColumn(QWidget *page);

}  // namespace trainyard
