// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls a page whose content is higher than the available space (small windows, large text); otherwise the content fills the page. Takes
// into account the real height of wrapped text at the current width.
#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace trainyard {

class PageScroll : public QScrollArea {
    Q_OBJECT
public:
    // `content` must have a layout; this object takes ownership.
    explicit PageScroll(QWidget *content, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();
    bool m_isFitting = false;
};

// The content column, with page margins, for a page that scrolls as a whole.
QVBoxLayout *scrolledColumn(QWidget *page);

}  // namespace trainyard
