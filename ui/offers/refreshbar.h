// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the progress of a price list refresh, with a button to cancel it. Visible while a refresh is running.
//
// Object names: refreshBar, refreshText, refreshProgress, refreshCancel.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QPushButton;

namespace trainyard {

class ElidedLabel;
class StackedBar;

// Plain values of a running refresh.
struct RefreshView {
    QString list;  // being fetched; empty: not yet known
    int ended = 0, lists = 0;
    qint64 bytes = 0, total = -1;  // of its document; -1: unknown
};

class RefreshBar : public QWidget {
    Q_OBJECT
public:
    explicit RefreshBar(QWidget *parent = nullptr);

    void start();
    void setProgress(const RefreshView &view);
    void stop();

Q_SIGNALS:
    void cancelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showText();

    RefreshView m_view;
    ElidedLabel *m_text;
    StackedBar *m_bar;
    QPushButton *m_cancel;
    QElapsedTimer m_since;
    QTimer m_clock;
};

}  // namespace trainyard
