// SPDX-License-Identifier: GPL-3.0-or-later
// The transfer list: source and target, progress, and verbs. Takes plain values, emits requests.
//
// Object names: transfersPage, transfersView, copyFilesButton, pauseAllButton, retryFailedButton, clearFinishedButton,
// copyFirstFilesButton; actions of the context menu: transferVerbAction, transferEndingAction, transferEarlierAction, transferLaterAction.
// Keyboard on a row: Space or Enter pauses, resumes or retries; Delete cancels or removes; Alt+Up and Alt+Down change the order.
#pragma once

#include "core/model/ids.h"
#include "ui/transfers/transferview.h"

#include <QWidget>

class QListView;
class QPushButton;

namespace trainyard {

class MessageBar;
class PageHeader;
class Placeholder;
class TransferDelegate;
class TransfersModel;

class TransfersPage : public QWidget {
    Q_OBJECT
public:
    explicit TransfersPage(QWidget *parent = nullptr);

    void setTransfers(const QList<QueuedTransfer> &transfers);
    void setTransfer(const QueuedTransfer &transfer);
    void selectTransfer(TransferId id);
    MessageBar *messageBar() const;

Q_SIGNALS:
    void copyRequested();
    void machinesRequested();
    void verbChosen(TransferId id, trainyard::TransferVerb verb);
    void moveRequested(TransferId id, int by);
    void pauseAllRequested();
    void resumeAllRequested();
    void retryFailedRequested();
    void clearFinishedRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void act(bool isEnding);
    void move(int by);
    void showMenu(const QPoint &at);
    void showTotals();
    void fitButtons();
    const QueuedTransfer *current() const;

    PageHeader *m_header;
    QPushButton *m_pauseAll, *m_retry, *m_clear, *m_copy;
    TransfersModel *m_model;
    QListView *m_view;
    TransferDelegate *m_delegate;
    Placeholder *m_placeholder;
    bool m_pausesAll = true;
};

}  // namespace trainyard
