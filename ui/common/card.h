// SPDX-License-Identifier: GPL-3.0-or-later
// A surface with a hairline and rounded corners; the caller sets its layout. The outline has a meaning: dashed purple is simulated, amber
// needs attention.
#pragma once

#include "ui/theme/theme.h"

#include <QFrame>

#include <optional>

class QTabBar;

namespace trainyard {

class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(QWidget *parent = nullptr);

    // nullopt: the ordinary hairline.
    void setOutline(std::optional<Tone> tone, bool isDashed = false);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<Tone> m_outline;
    bool m_isDashed = false;
};

// A 1 px hairline between parts of a card.
class Hairline : public QWidget {
    Q_OBJECT
public:
    explicit Hairline(Qt::Orientation orientation = Qt::Horizontal, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

// The tabs, `inset` pixels from the left, and the line below them, which goes on to both ends at the height of the one that each tab draws.
QWidget *onLine(QTabBar *tabs, int inset = 0);

}  // namespace trainyard
