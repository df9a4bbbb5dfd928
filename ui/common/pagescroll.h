// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls a page whose content is higher than the available space (small windows, large text); otherwise the content fills the page. Takes
// into account the real height of wrapped text at the current width. The scroll bar stands in the content's right margin, as far as that is
// wide enough, so that it moves nothing. A widget that gets the focus out of sight is scrolled into it.
#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace trainyard {

class PageScroll : public QScrollArea {
    Q_OBJECT
public:
    // `content` must have a layout; this object takes ownership.
    explicit PageScroll(QWidget *content, QWidget *parent = nullptr);

    int takenByBar() const;  // of the content's right margin, in pixels

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeRoomForBar();
    void showFocus(QWidget *now);
    void fit();

    int m_rightMargin;  // of the content, without a scroll bar
    bool m_isFitting = false;
};

// The content column, with page margins, for a page that scrolls as a whole.
QVBoxLayout *scrolledColumn(QWidget *page);

}  // namespace trainyard
