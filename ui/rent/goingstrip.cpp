// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/goingstrip.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/stackedbar.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

// One rental. Its parts are made once, so that the focus stays where it is.
class RentGoingStrip::Line : public QWidget {
public:
    Line(const RentGoing &going, RentGoingStrip *strip)
        : QWidget(strip), m_name(new ElidedLabel(TextRole::Strong, Ink::Text1, Qt::ElideRight, this)),
          m_what(new ElidedLabel(TextRole::Small, Ink::Text2, Qt::ElideRight, this)), m_time(new Label(TextRole::Small, Ink::Text2, this)),
          m_bar(new StackedBar(this)),
          m_show(makeButton(QStringLiteral("showRental%1").arg(going.number), RentGoingStrip::tr("Show"), ButtonVariant::Link, {}, this))
    {
        setObjectName(QStringLiteral("rentGoing%1").arg(going.number));
        m_name->setText(seenText(going.order.name));
        m_name->setMaximumWidth(dp(200));
        m_bar->setFixedWidth(dp(120));
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(dp(12));
        row->addWidget(m_name);
        if (going.isSimulated)
            row->addWidget(new Badge(simulatedBadge(), this));
        row->addWidget(m_what, 1);
        row->addWidget(m_bar);
        row->addWidget(m_time);
        row->addWidget(m_show);
        m_show->setAccessibleName(RentGoingStrip::tr("Show %1").arg(seenText(going.order.name)));
        QObject::connect(m_show, &QPushButton::clicked, strip, [strip, number = going.number] { Q_EMIT strip->showRequested(number); });
        setGoing(going);
    }

    int number() const { return m_going.number; }

    void setGoing(const RentGoing &going)
    {
        using Phase = RentGoing::Phase;
        m_going = going;
        const int at = int(going.stage);
        QString text;
        Ink ink = Ink::Text2;
        switch (going.phase) {
        case Phase::ComingUp:
            //: stage, number, number of stages
            text = RentGoingStrip::tr("%1, %2 of %3").arg(rentStageTitle(going.stage)).arg(at + 1).arg(kCount);
            break;
        case Phase::Ready: text = RentGoingStrip::tr("Ready"); break;
        case Phase::GivingBack: text = RentGoingStrip::tr("Being given back"); break;
        case Phase::GivenBack:
            text = going.cost
                       ? RentGoingStrip::tr("Given back %1, cost %2").arg(formatMoment(going.ended, going.ended), formatMoney(*going.cost))
                       : RentGoingStrip::tr("Given back %1").arg(formatMoment(going.ended, going.ended));
            if (!going.isVerified)
                text += QLatin1Char(' ') + RentGoingStrip::tr("Look at the provider whether a disk or an address is left.");
            break;
        case Phase::Failed:
            text = going.failure ? seenText(going.failure->what) : QString();
            ink = Ink::Bad;
            break;
        }
        m_what->setText(text);
        m_what->setInk(ink);
        m_bar->setVisible(going.phase == Phase::ComingUp);
        m_bar->setParts({{double(at) / kCount, 0, {}, false}}, text);
        // There is no dialog for one that was given back from its card.
        m_show->setVisible(!going.steps.isEmpty() || going.phase == Phase::ComingUp);
        showAt(QDateTime::currentDateTimeUtc());
    }

    void showAt(const QDateTime &now)
    {
        m_time->setText(m_going.isOver() ? QString() : formatDuration(std::max<qint64>(0, m_going.began.msecsTo(now))));
    }

private:
    static constexpr int kCount = int(RentStage::Ready) + 1;

    RentGoing m_going;
    ElidedLabel *m_name, *m_what;
    Label *m_time;
    StackedBar *m_bar;
    QPushButton *m_show;
};

RentGoingStrip::RentGoingStrip(QWidget *parent) : Card(parent), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rentGoingStrip"));
    m_column->setContentsMargins(dp(14), dp(8), dp(14), dp(8));
    m_column->setSpacing(dp(6));
    hide();
}

void RentGoingStrip::setGoing(const QList<RentGoing> &going)
{
    QList<Line *> kept;
    for (const RentGoing &one : going) {
        const auto known = std::find_if(m_lines.begin(), m_lines.end(), [&one](const Line *line) { return line->number() == one.number; });
        if (known != m_lines.end()) {
            (*known)->setGoing(one);
            kept << *known;
        } else {
            kept << new Line(one, this);
            m_column->addWidget(kept.last());
        }
    }
    for (Line *line : std::as_const(m_lines)) {
        if (!kept.contains(line))
            line->deleteLater();
    }
    m_lines = kept;
    setVisible(!m_lines.isEmpty());
}

void RentGoingStrip::showAt(const QDateTime &now)
{
    for (Line *line : std::as_const(m_lines))
        line->showAt(now);
}

}  // namespace trainyard

#include "moc_goingstrip.cpp"
