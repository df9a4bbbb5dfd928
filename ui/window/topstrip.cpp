#include "ui/window/topstrip.h"

#include "ui/common/card.h"
#include "ui/common/icons.h"
#include "ui/common/format.h"
#include "ui/theme/stylepaint.h"
#include "ui/transfers/transferview.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace trainyard {

// One fact of the strip: mark, then text, then perhaps a second mark and text.
class StripSegment : public QAbstractButton {
public:
    struct Part {
        QString icon;
        Ink iconInk = Ink::Text3;
        QString text;
        Ink ink = Ink::Text2;
        bool isStrong = false;
        bool operator==(const Part &) const = default;
    };

    StripSegment(const QString &objectName, QWidget *parent) : QAbstractButton(parent)
    {
        setObjectName(objectName);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    void setParts(const QList<Part> &parts)
    {
        if (parts == m_parts)
            return;
        m_parts = parts;
        QStringList words;
        for (const Part &part : parts)
            words.append(part.text);
        setAccessibleName(words.join(QStringLiteral(", ")));
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        int width = 2 * dp(8);
        for (qsizetype i = 0; i < m_parts.size(); ++i)
            width += (m_parts[i].icon.isEmpty() ? 0 : dp(15 + 6)) + QFontMetrics(font(m_parts[i])).horizontalAdvance(m_parts[i].text)
                     + (i > 0 ? dp(12) : 0);
        return {width + 1, dp(30)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const Theme t = themeOf(this);
        if (underMouse())
            paintBox(&p, rect(), dp(6), t.hover, QColor());
        if (hasFocus())
            paintFocusRing(&p, rect(), dp(6), t);
        int x = dp(8);
        for (qsizetype i = 0; i < m_parts.size(); ++i) {
            const Part &part = m_parts[i];
            x += i > 0 ? dp(12) : 0;
            if (!part.icon.isEmpty()) {
                paintIcon(&p, part.icon, QRectF(x, (height() - dp(15)) / 2.0, dp(15), dp(15)), inkColour(t, part.iconInk));
                x += dp(15 + 6);
            }
            p.setFont(font(part));
            p.setPen(inkColour(t, part.ink));
            const int width = p.fontMetrics().horizontalAdvance(part.text);
            p.drawText(QRect(x, 0, width + 1, height()), Qt::AlignVCenter | Qt::AlignLeft, part.text);
            x += width;
        }
    }

private:
    static QFont font(const Part &part)
    {
        return textFont(part.isStrong ? TextRole::Strong : TextRole::Small);
    }

    QList<Part> m_parts;
};

TopStrip::TopStrip(QWidget *parent)
    : QWidget(parent), m_runs(new StripSegment(QStringLiteral("runsGoingSegment"), this)),
      m_connections(new StripSegment(QStringLiteral("connectionsSegment"), this)),
      m_transfers(new StripSegment(QStringLiteral("transfersSegment"), this)),
      m_sandbox(new StripSegment(QStringLiteral("sandboxSegment"), this))
{
    setObjectName(QStringLiteral("topStrip"));
    setAccessibleName(tr("Now"));
    setFixedHeight(std::max(dp(44), lineHeight(TextRole::Strong) + dp(18)));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(dp(8), 0, dp(8), 1);
    row->setSpacing(dp(8));
    const auto line = [this] {
        auto *hairline = new Hairline(Qt::Vertical, this);
        hairline->setFixedHeight(dp(22));
        return hairline;
    };
    row->addWidget(m_runs);
    row->addWidget(line());
    row->addWidget(m_connections);
    row->addWidget(line());
    row->addWidget(m_transfers);
    row->addStretch(1);
    row->addWidget(m_sandbox);
    connect(m_runs, &QAbstractButton::clicked, this, &TopStrip::runsRequested);
    connect(m_connections, &QAbstractButton::clicked, this, &TopStrip::machinesRequested);
    connect(m_transfers, &QAbstractButton::clicked, this, &TopStrip::transfersRequested);
    connect(m_sandbox, &QAbstractButton::clicked, this, &TopStrip::sandboxRequested);
    m_sandbox->setParts({{QStringLiteral("flask"), Ink::Simulated, tr("Sandbox is running, its GPUs are simulated"), Ink::Simulated, false}});
    setRunsGoing(0);
    setConnections(0, 0, 0);
    setTransfers({});
    setSandboxRunning(false);
}

void TopStrip::setRunsGoing(int count)
{
    if (count == 0)
        m_runs->setParts({{QStringLiteral("runs"), Ink::Text3, tr("Nothing is running"), Ink::Text2, false}});
    else
        m_runs->setParts({{QStringLiteral("play"), Ink::Ok, tr("%n run(s) going", nullptr, count), Ink::Text1, true}});
}

void TopStrip::setConnections(int connected, int connecting, int unreachable)
{
    QList<StripSegment::Part> parts;
    if (connected > 0 || (connecting == 0 && unreachable == 0))
        parts.append({QStringLiteral("link"), Ink::Text3,
                      connected > 0 ? tr("%n connected", nullptr, connected) : tr("No machine connected"), Ink::Text2, false});
    if (connecting > 0)
        parts.append({QStringLiteral("clock"), Ink::Text3, tr("%n connecting", nullptr, connecting), Ink::Text2, false});
    if (unreachable > 0)
        parts.append({QStringLiteral("unlink"), Ink::Warning, tr("%n unreachable", nullptr, unreachable), Ink::Warning, false});
    m_connections->setParts(parts);
}

void TopStrip::setTransfers(const TransferTotals &totals)
{
    QList<StripSegment::Part> parts;
    if (totals.going + totals.waiting > 0) {
        const bool isLost = totals.going > 0 && totals.reconnecting == totals.going;
        QString words = tr("%n transfer(s)", nullptr, totals.going + totals.waiting);
        if (isLost)
            words = tr("%1, reconnecting").arg(words);
        else if (totals.secondsLeft)
            words = tr("%1, %2 left").arg(words, formatDuration(qint64(std::max(1, *totals.secondsLeft)) * 1000));
        parts.append({isLost ? QStringLiteral("unlink") : QStringLiteral("download"), isLost ? Ink::Warning : Ink::Accent, words,
                      isLost ? Ink::Warning : Ink::Text1, true});
    } else if (totals.paused > 0) {
        parts.append({QStringLiteral("pause"), Ink::Text3, tr("%n transfer(s) paused", nullptr, totals.paused), Ink::Text2, false});
    }
    if (totals.failed > 0)
        parts.append({QStringLiteral("cross"), Ink::Bad, tr("%n transfer(s) failed", nullptr, totals.failed), Ink::Bad, false});
    if (parts.isEmpty())
        parts.append({QStringLiteral("download"), Ink::Text3, tr("No transfers"), Ink::Text2, false});
    m_transfers->setParts(parts);
    const QString details = totalsText(totals);
    m_transfers->setToolTip(details.isEmpty() ? tr("Copy files to and from machines (Ctrl+J)") : details);
}

void TopStrip::setSandboxRunning(bool isRunning)
{
    m_sandbox->setVisible(isRunning);
}

void TopStrip::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    p.fillRect(rect(), t.surface);
    p.fillRect(QRect(0, height() - 1, width(), 1), t.line);
}

}  // namespace trainyard
