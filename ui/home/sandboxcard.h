// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox on Home. Large on the first start, where it is the entry point; a small card later. While it starts, it shows the step in
// words, the seconds, and Cancel. A sandbox that was used before is started as it was left.
#pragma once

#include "ui/common/card.h"
#include "ui/page/sandboxview.h"

#include <QElapsedTimer>
#include <QTimer>

class QBoxLayout;
class QPushButton;

namespace trainyard {

class Label;

class SandboxCard : public Card {
    Q_OBJECT
public:
    explicit SandboxCard(QWidget *parent = nullptr);

    // Large: with the three steps of the journey, and its button as the primary one of the page.
    void setLarge(bool isLarge);
    void setView(const SandboxView &view);

Q_SIGNALS:
    void startRequested();
    void cancelRequested();
    void openRequested();
    void stopRequested();

private:
    void applyView();
    void showElapsed();

    SandboxView m_view;
    bool m_isLarge = false;
    Label *m_title, *m_prose, *m_step, *m_elapsed, *m_note;
    QWidget *m_steps, *m_mark;
    QPushButton *m_start, *m_cancel, *m_open, *m_stop;
    QElapsedTimer m_since;
    QTimer m_tick;
};

}  // namespace trainyard
