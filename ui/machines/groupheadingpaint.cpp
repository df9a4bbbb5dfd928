// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "ui/common/icons.h"
#include "ui/machines/machinecardpaint.h"
#include "ui/theme/stylepaint.h"

#include <QCoreApplication>
#include <QPainter>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachinesModel)
};

}  // namespace

int groupHeadingHeight() { return lineHeight(TextRole::Section) + dp(10); }

void paintGroupHeading(QPainter *p, const QRect &rect, const GroupHeading &heading, const Theme &t, const CardPaintState &state)
{
    p->save();
    if (state.isHovered)
        paintBox(p, rect, dp(6), t.hover, QColor());
    if (state.hasFocus)
        paintRowFocus(p, rect, dp(6), t);
    const int side = dp(16), margin = dp(6);
    const QRectF mark(rect.left() + margin, rect.center().y() - side / 2.0 + 0.5, side, side);
    paintIcon(p, heading.isFolded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), mark, t.text3);

    QRect line = rect.adjusted(margin + side + dp(6), 0, -margin, 0);
    const auto put = [&](const QString &text, TextRole role, const QColor &ink, bool isRight) {
        p->setFont(textFont(role));
        p->setPen(ink);
        const QString shown = p->fontMetrics().elidedText(text, Qt::ElideRight, line.width());
        p->drawText(line, int(isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        const int used = p->fontMetrics().horizontalAdvance(shown) + dp(10);
        if (isRight)
            line.setRight(line.right() - used);
        else
            line.setLeft(line.left() + used);
    };
    // The right side first: a long name is shortened for it.
    if (heading.gpus > 0)
        put(Words::tr("%1 of %n GPU(s) busy", nullptr, heading.gpus).arg(heading.busyGpus), TextRole::Small, t.text3, true);
    if (heading.unreachable > 0) {
        put(Words::tr("%n unreachable", nullptr, heading.unreachable), TextRole::Small, t.warning.ink, true);
        const int tiny = dp(14);
        paintIcon(p, QStringLiteral("triangle"),
                  QRectF(line.right() + dp(10) - tiny - dp(4), rect.center().y() - tiny / 2.0 + 0.5, tiny, tiny), t.warning.ink);
        line.setRight(line.right() - tiny - dp(6));
    }
    const QString count = formatCount(heading.machines);
    const int room = QFontMetrics(textFont(TextRole::Small)).horizontalAdvance(count) + dp(12);
    const QRect whole = line;
    line.setRight(line.right() - room);
    put(heading.title(), TextRole::Section, heading.group.isEmpty() ? t.text2 : t.text1, false);
    line.setRight(whole.right());
    put(count, TextRole::Small, t.text3, false);
    p->restore();
}

}  // namespace trainyard
