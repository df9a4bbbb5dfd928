// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/segments.h"

#include "ui/common/accessiblerole.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace trainyard {
namespace {

class Segment : public QAbstractButton {
public:
    Segment(const QString &text, bool isFirst, bool isLast, QWidget *parent) : QAbstractButton(parent), m_isFirst(isFirst), m_isLast(isLast)
    {
        setAccessibleRole(this, QAccessible::RadioButton);
        setText(text);
        setAccessibleName(text);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
    }

    QSize sizeHint() const override { return {QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(text()) + dp(20), dp(26)}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme theme = themeOf(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double r = dp(6);
        // The outline runs under the neighbour, so that two share one line.
        const QRectF box = QRectF(rect()).adjusted(m_isFirst ? 0.5 : -0.5, 0.5, m_isLast ? -0.5 : 0.5, -0.5);
        QPainterPath path;
        path.addRoundedRect(box.adjusted(m_isFirst ? 0 : -r, 0, m_isLast ? 0 : r, 0), r, r);
        painter.setClipRect(rect());
        painter.setPen(theme.line2);
        painter.setBrush(isChecked() ? theme.selected : underMouse() && isEnabled() ? theme.hover : theme.surface);
        painter.drawPath(path);
        if (!m_isFirst) {
            painter.setPen(theme.line2);
            painter.drawLine(QPointF(0.5, 1), QPointF(0.5, height() - 1));
        }
        painter.setFont(textFont(isChecked() ? TextRole::Strong : TextRole::Body));
        painter.setPen(!isEnabled() ? theme.control : isChecked() ? theme.accent : theme.text2);
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), r - 2, r - 2);
        }
    }

private:
    bool m_isFirst, m_isLast;
};

}  // namespace

Segments::Segments(const QString &objectName, const QStringList &texts, QWidget *parent) : QWidget(parent), m_group(new QButtonGroup(this))
{
    setObjectName(objectName);
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (int i = 0; i < texts.size(); ++i) {
        auto *const segment = new Segment(texts[i], i == 0, i + 1 == texts.size(), this);
        segment->setObjectName(objectName + QString::number(i));
        m_group->addButton(segment, i);
        row->addWidget(segment);
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCurrent(0);
    connect(m_group, &QButtonGroup::idClicked, this, &Segments::chosen);
}

int Segments::current() const { return m_group->checkedId(); }
void Segments::setCurrent(int index) { m_group->button(index)->setChecked(true); }

}  // namespace trainyard

#include "moc_segments.cpp"
