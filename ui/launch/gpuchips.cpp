// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/gpuchips.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/flowlayout.h"
#include "ui/common/icons.h"
#include "ui/common/plaintip.h"
#include "ui/theme/stylepaint.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace trainyard {

class GpuChip : public QAbstractButton {
public:
    explicit GpuChip(QWidget *parent) : QAbstractButton(parent)
    {
        setAccessibleRole(this, QAccessible::CheckBox);
        setCheckable(true);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    void setState(const QString &holder, bool isHeld)
    {
        m_holder = holder;
        m_isHeld = isHeld;
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        const int number = QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(text()) + dp(22);
        const int holder = QFontMetrics(textFont(TextRole::Label)).horizontalAdvance(m_holder);
        return {std::clamp(std::max(number, holder) + dp(16), dp(64), dp(150)),
                lineHeight(TextRole::Strong) + lineHeight(TextRole::Label) + dp(6)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme t = themeOf(this);
        QPainter painter(this);
        const bool isShared = isChecked() && m_isHeld;
        const QColor fill = isShared ? t.warning.tint : isChecked() ? t.selected : !isEnabled() || underMouse() ? t.hover : t.surface;
        const QColor edge = isShared ? t.warning.ink : isChecked() ? t.accent : isEnabled() ? t.control : t.line;
        paintBox(&painter, rect(), dp(5), fill, edge);
        const int mark = dp(12), side = dp(8);
        QRect line(side, dp(3), width() - 2 * side, lineHeight(TextRole::Strong));
        painter.setFont(textFont(TextRole::Strong));
        painter.setPen(isEnabled() ? t.text1 : t.text3);
        painter.drawText(line, int(Qt::AlignLeft | Qt::AlignVCenter), text());
        const QRectF place(line.right() - mark + 1, line.center().y() - mark / 2.0 + 0.5, mark, mark);
        if (isShared)
            paintIcon(&painter, QStringLiteral("triangle"), place, t.warning.ink);
        else if (isChecked())
            paintTick(&painter, place, t.accent);
        line = QRect(side, line.bottom() + 1, line.width(), lineHeight(TextRole::Label));
        painter.setFont(textFont(TextRole::Label));
        painter.setPen(isShared ? t.warning.ink : isEnabled() ? t.text2 : t.text3);
        painter.drawText(line, int(Qt::AlignLeft | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(m_holder, Qt::ElideRight, line.width()));
        if (hasFocus())
            paintFocusRing(&painter, rect(), dp(5), t);
    }

private:
    QString m_holder;
    bool m_isHeld = false;
};

GpuChips::GpuChips(QWidget *parent) : QWidget(parent)
{
    auto *const flow = new FlowLayout(this);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(dp(6));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

bool GpuChips::isChosen(const GpuDevice &device) const
{
    return m_chosen.contains(device.number) || (!device.uuid.isEmpty() && m_chosen.contains(device.uuid, Qt::CaseInsensitive));
}

void GpuChips::setDevices(const QList<GpuDevice> &devices, bool areHoldersKnown)
{
    m_devices = devices;
    m_areHoldersKnown = areHoldersKnown;
    m_anchor = std::clamp(m_anchor, 0, std::max(0, int(devices.size()) - 1));
    while (m_chips.size() > devices.size())
        delete m_chips.takeLast();
    while (m_chips.size() < devices.size()) {
        auto *const chip = new GpuChip(this);
        chip->installEventFilter(this);
        connect(chip, &QAbstractButton::clicked, this, [this, chip] {
            const int at = int(m_chips.indexOf(chip));
            m_anchor = at;
            take();
        });
        layout()->addWidget(chip);
        m_chips << chip;
    }
    for (GpuChip *const chip : std::as_const(m_chips))
        show(chip);
    updateGeometry();
}

void GpuChips::setChosen(const QStringList &gpus)
{
    m_chosen = gpus;
    for (GpuChip *const chip : std::as_const(m_chips))
        show(chip);
}

void GpuChips::show(GpuChip *chip)
{
    const GpuDevice &device = m_devices[m_chips.indexOf(chip)];
    const bool isOn = isChosen(device), isHeld = !device.holders.isEmpty();
    const QString state = !device.isUsable     ? tr("does not work")
                          : isHeld             ? holderNames(device.holders)
                          : !m_areHoldersKnown ? tr("use unknown")
                                               : tr("free");
    QStringList what{tr("GPU %1").arg(device.number)};
    if (!device.name.isEmpty())
        what << device.name;
    if (device.memoryMiB)
        what << formatBytes(*device.memoryMiB * 1024 * 1024);
    const QString about = what.join(tr(", ", "between facts"));
    chip->setObjectName(QStringLiteral("gpuChip") + device.number);
    chip->setText(device.number);
    chip->setChecked(isOn);
    chip->setEnabled(isOn || (device.isUsable && !isHeld));
    chip->setState(state, isHeld);
    chip->setAccessibleName(tr("%1, %2", "a GPU, its state").arg(about, isHeld ? tr("in use by %1").arg(state) : state));
    QString tip = about + u'\n' + (isHeld ? holdersText(device.holders) : state);
    if (isHeld)
        tip += u'\n' + tr("To share it on purpose, write its number in the task file: gpus: [%1]").arg(device.number);
    chip->setToolTip(plainTip(tip));
    chip->setAccessibleDescription(isHeld ? holdersText(device.holders) : QString());
    // The first that can be reached is the Tab stop.
    bool isFirst = true;
    for (GpuChip *const one : std::as_const(m_chips)) {
        one->setFocusPolicy(isFirst && one->isEnabled() ? Qt::StrongFocus : Qt::ClickFocus);
        isFirst = isFirst && !one->isEnabled();
    }
}

bool GpuChips::hasHeld() const
{
    return std::any_of(m_devices.begin(), m_devices.end(), [](const GpuDevice &device) { return !device.holders.isEmpty(); });
}

QStringList GpuChips::freeNumbers() const
{
    QStringList numbers;
    for (const GpuDevice &device : m_devices) {
        if (m_areHoldersKnown && device.isUsable && device.holders.isEmpty())
            numbers << device.number;
    }
    return numbers;
}

// What was chosen keeps its spelling; the rest is added by number, in the order of the machine.
void GpuChips::take()
{
    QStringList wanted, known;
    for (qsizetype i = 0; i < m_devices.size(); ++i) {
        const GpuDevice &device = m_devices[i];
        for (const QString &name : std::as_const(m_chosen)) {
            if (name == device.number || name.compare(device.uuid, Qt::CaseInsensitive) == 0)
                known << name;
        }
        if (m_chips[i]->isChecked())
            wanted << (isChosen(device) ? known.last() : device.number);
    }
    for (const QString &name : std::as_const(m_chosen)) {
        if (!known.contains(name))
            wanted << name;
    }
    if (wanted == m_chosen)
        return;
    setChosen(wanted);
    Q_EMIT edited();
}

void GpuChips::tickRange(int to, bool isOn)
{
    const int step = to >= m_anchor ? 1 : -1;
    for (int i = m_anchor; i != to + step; i += step) {
        if (m_chips[i]->isEnabled())
            m_chips[i]->setChecked(isOn);
    }
    take();
}

void GpuChips::move(int from, int step, bool isRange)
{
    int to = from + step;
    while (to >= 0 && to < m_chips.size() && !m_chips[to]->isEnabled())
        to += step;
    if (to < 0 || to >= m_chips.size())
        return;
    m_chips[to]->setFocus(Qt::OtherFocusReason);
    if (isRange)
        tickRange(to, true);
    else
        m_anchor = to;
}

bool GpuChips::eventFilter(QObject *watched, QEvent *event)
{
    const auto at = int(std::find(m_chips.begin(), m_chips.end(), watched) - m_chips.begin());
    if (at == m_chips.size())
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        const bool isShifted = key->modifiers().testFlag(Qt::ShiftModifier);
        switch (key->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: move(at, 1, isShifted); return true;
        case Qt::Key_Left:
        case Qt::Key_Up: move(at, -1, isShifted); return true;
        case Qt::Key_Space:
            if (!isShifted)
                break;
            tickRange(at, true);
            return true;
        default: break;
        }
    } else if (event->type() == QEvent::MouseButtonRelease && m_chips[at]->isEnabled()) {
        const auto *const mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && mouse->modifiers().testFlag(Qt::ShiftModifier)) {
            m_chips[at]->setDown(false);
            tickRange(at, true);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_gpuchips.cpp"
