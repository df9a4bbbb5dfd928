// SPDX-License-Identifier: GPL-3.0-or-later
// The one way to show a state or verdict: tint, icon, word. Delegates use the painter, forms use the widget.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/knowledge/compat/compatverdict.h"
#include "core/knowledge/health/healthfinding.h"
#include "core/model/run.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QPainter;

namespace trainyard {

struct BadgeLook {
    Tone tone = Tone::Stale;
    QString icon;  // name for paintIcon; empty = none
    QString text;
    bool operator==(const BadgeLook &) const = default;
};

BadgeLook badgeOf(RunState state);
BadgeLook outOfTouch(const BadgeLook &look);    // of a state that may have changed since
QString lastContactText(const QString &state);  // "Running at last contact"
BadgeLook badgeOf(Verdict verdict);
BadgeLook badgeOf(CompatVerdict verdict);
BadgeLook badgeOf(HealthState state);
BadgeLook simulatedBadge();

QSize badgeSize(const BadgeLook &look);
// Left-aligned and vertically centred in `room`, elided to fit; returns the area painted.
QRect paintBadge(QPainter *painter, const QRect &room, const BadgeLook &look, const Theme &theme);

class Badge : public QWidget {
    Q_OBJECT
public:
    explicit Badge(QWidget *parent = nullptr);
    explicit Badge(const BadgeLook &look, QWidget *parent = nullptr);
    void setLook(const BadgeLook &look);
    const BadgeLook &look() const { return m_look; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    BadgeLook m_look;
};

}  // namespace trainyard
