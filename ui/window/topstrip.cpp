// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/topstrip.h"

#include "core/base/format.h"
#include "core/service/runs/meternow.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/card.h"
#include "ui/common/icons.h"
#include "ui/common/keytable.h"
#include "ui/home/budgetbar.h"
#include "ui/theme/stylepaint.h"
#include "ui/transfers/transferview.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace trainyard {

// One segment of the strip: mark, then text, then optionally a second mark and text.
class StripSegment : public QAbstractButton {
public:
    enum class Form { Full, Brief, Icon };  // with all texts; with icons and figures; with icons
    struct Part {
        QString icon;
        Ink iconInk = Ink::Text3;
        QString text;
        Ink ink = Ink::Text2;
        bool isStrong = false;
        std::optional<BudgetUse> bar = {};  // instead of a text
        QString brief = {};                 // the figure in it
        bool operator==(const Part &other) const
        {
            const auto used = [](const Part &part) { return part.bar ? part.bar->permille : -1; };
            return icon == other.icon && iconInk == other.iconInk && text == other.text && ink == other.ink && isStrong == other.isStrong
                   && used(*this) == used(other) && brief == other.brief;
        }
    };

    StripSegment(const QString &objectName, QWidget *parent) : QAbstractButton(parent)
    {
        setObjectName(objectName);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);  // a click leaves no focus ring
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    void setParts(const QList<Part> &parts)
    {
        if (parts == m_parts)
            return;
        m_parts = parts;
        QStringList words;
        for (const Part &part : parts) {
            if (!part.bar)
                words.append(part.text);
        }
        const bool isTip = m_form != Form::Full && toolTip() == accessibleName();
        setAccessibleName(words.join(QStringLiteral(", ")));
        if (isTip)
            setToolTip(accessibleName());
        updateGeometry();
        update();
    }

    // If texts are left out, they become the name and, if there is no tooltip, the tooltip.
    void setForm(Form form)
    {
        if (form == m_form)
            return;
        m_form = form;
        if (form != Form::Full && toolTip().isEmpty())
            setToolTip(accessibleName());
        else if (form == Form::Full && toolTip() == accessibleName())
            setToolTip({});
        updateGeometry();
        update();
    }

    int widthOf(Form form) const
    {
        int x = dp(8);
        for (const Part &part : m_parts)
            x += place(part, form, x == dp(8)).end;
        return x + dp(8) + 1;
    }

    QSize sizeHint() const override { return {widthOf(m_form), dp(30)}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const Theme t = themeOf(this);
        if (isChecked())
            paintBox(&p, rect(), dp(6), t.selected, t.isHighContrast ? t.accent : QColor());
        else if (underMouse())
            paintBox(&p, rect(), dp(6), t.hover, QColor());
        if (hasFocus())
            paintFocusRing(&p, rect(), dp(6), t);
        int x = dp(8);
        for (const Part &part : m_parts) {
            const Place at = place(part, m_form, x == dp(8));
            if (!part.icon.isEmpty())
                paintIcon(&p, part.icon, QRectF(x + at.icon, (height() - dp(15)) / 2.0, dp(15), dp(15)), inkColour(t, part.iconInk));
            const QRect box(x + at.text, 0, at.end - at.text, height());
            if (part.bar && m_form == Form::Full) {
                paintBudgetBar(&p, QRectF(box.x(), (height() - dp(6)) / 2.0, box.width(), dp(6)), *part.bar, t);
            } else {
                p.setFont(font(part));
                p.setPen(inkColour(t, part.ink));
                p.drawText(box.adjusted(0, 0, 1, 0), Qt::AlignVCenter | Qt::AlignLeft, textOf(part, m_form));
            }
            x += at.end;
        }
    }

private:
    static constexpr int kBarWidth = 80;
    struct Place {
        int icon = 0, text = 0, end = 0;  // pixels from the end of the part before
    };
    static QString textOf(const Part &part, Form form)
    {
        return form == Form::Full ? part.text : form == Form::Brief ? part.brief : QString();
    }
    static Place place(const Part &part, Form form, bool isFirst)
    {
        const QString text = textOf(part, form);
        const bool hasBar = part.bar && form == Form::Full, hasText = hasBar || !text.isEmpty();
        if (part.icon.isEmpty() && !hasText)
            return {};
        Place at;
        at.icon = isFirst ? 0 : part.icon.isEmpty() ? dp(6) : dp(12);
        at.text = at.icon + (part.icon.isEmpty() ? 0 : hasText ? dp(15 + 6) : dp(15));
        at.end = at.text + (hasBar ? dp(kBarWidth) : QFontMetrics(font(part)).horizontalAdvance(text));
        return at;
    }
    static QFont font(const Part &part) { return textFont(part.isStrong ? TextRole::Strong : TextRole::Small); }

    QList<Part> m_parts;
    Form m_form = Form::Full;
};

TopStrip::TopStrip(QWidget *parent)
    : QWidget(parent), m_now(new StripSegment(QStringLiteral("nowSegment"), this)),
      m_today(new StripSegment(QStringLiteral("todaySegment"), this)), m_month(new StripSegment(QStringLiteral("monthSegment"), this)),
      m_runs(new StripSegment(QStringLiteral("runsGoingSegment"), this)), m_alerts(new StripSegment(QStringLiteral("alertsSegment"), this)),
      m_connections(new StripSegment(QStringLiteral("connectionsSegment"), this)),
      m_transfers(new StripSegment(QStringLiteral("transfersSegment"), this)),
      m_outdated(new StripSegment(QStringLiteral("outdatedSegment"), this)),
      m_sandbox(new StripSegment(QStringLiteral("sandboxSegment"), this)),
      m_palette(new StripSegment(QStringLiteral("paletteSegment"), this))
{
    setObjectName(QStringLiteral("topStrip"));
    setAccessibleRole(this, QAccessible::ToolBar);
    setAccessibleName(tr("Now"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(dp(8), 0, dp(8), 1);
    row->setSpacing(dp(8));
    const auto line = [this] {
        auto *hairline = new Hairline(Qt::Vertical, this);
        hairline->setFixedHeight(dp(22));
        return hairline;
    };
    for (StripSegment *segment : {m_now, m_today, m_month}) {
        row->addWidget(segment);
        connect(segment, &QAbstractButton::clicked, this, &TopStrip::costsRequested);
    }
    row->addWidget(line());
    row->addWidget(m_runs);
    row->addWidget(line());
    row->addWidget(m_alerts);
    row->addWidget(line());
    row->addWidget(m_connections);
    row->addWidget(line());
    row->addWidget(m_transfers);
    row->addStretch(1);
    row->addWidget(m_outdated);
    row->addWidget(m_sandbox);
    row->addWidget(m_palette);
    connect(m_runs, &QAbstractButton::clicked, this, &TopStrip::runsRequested);
    connect(m_alerts, &QAbstractButton::clicked, this, &TopStrip::alertsRequested);
    connect(m_connections, &QAbstractButton::clicked, this, &TopStrip::machinesRequested);
    connect(m_transfers, &QAbstractButton::clicked, this, &TopStrip::transfersRequested);
    connect(m_outdated, &QAbstractButton::clicked, this, &TopStrip::outdatedRequested);
    connect(m_sandbox, &QAbstractButton::clicked, this, &TopStrip::sandboxRequested);
    connect(m_palette, &QAbstractButton::clicked, this, &TopStrip::paletteRequested);
    const QString keys = keyFor(KeyFor::Palette).toString(QKeySequence::NativeText);
    m_palette->setParts({{QStringLiteral("search"), Ink::Text3, keys, Ink::Text3, false}});
    m_palette->setAccessibleName(tr("Command palette"));
    m_palette->setToolTip(tr("Find any action, page, run, machine, checkpoint or offer (%1)").arg(keys));
    setMeter({});
    setRunsGoing(0);
    setAlerts(0, false);
    setConnections(0, 0, 0);
    setTransfers({});
    m_outdated->hide();
    setSandbox(false, false);
    adaptToText();
}

namespace {

// Amounts of several currencies are listed side by side and never added.
QString together(const QList<Money> &amounts, const QString &each)
{
    QStringList texts;
    for (const Money &amount : amounts)
        texts << each.arg(formatMoney(amount));
    return texts.join(QStringLiteral(" + "));
}

QString shareLines(const QString &title, const MeterShare &share)
{
    QStringList lines{TopStrip::tr("%1: %2").arg(title, formatMoney(share.total))};
    for (auto i = share.projects.begin(); i != share.projects.end(); ++i)
        lines << TopStrip::tr("%1: %2").arg(i.key().isEmpty() ? TopStrip::tr("runs without a project") : i.key(), formatMoney(i.value()));
    lines << TopStrip::tr("idle: %1").arg(formatMoney(share.idle));
    return lines.join(u'\n');
}

}  // namespace

void TopStrip::setMeter(const MeterNow &meter)
{
    QList<Money> now, today, month;
    QStringList details;
    std::optional<BudgetState> budget;
    for (const MeterReading &reading : meter.readings) {
        if (reading.month.total.nanos() == 0 && reading.perHour.nanos() == 0)
            continue;
        if (reading.perHour.nanos() > 0)
            now << reading.perHour;
        today << reading.today.total;
        month << reading.month.total;
        details << shareLines(tr("Today"), reading.today) << shareLines(tr("This month"), reading.month);
    }
    for (const BudgetState &state : meter.budgets) {
        if (state.budget.scope == BudgetScope::Month)
            budget = state;
    }
    m_hasCosts = !month.isEmpty();
    if (!m_hasCosts) {
        fit();
        return;
    }
    const QString rate = now.isEmpty() ? tr("nothing") : together(now, tr("%1/h"));
    m_now->setParts({{QStringLiteral("tag"), now.isEmpty() ? Ink::Text3 : Ink::Ok, tr("Now"), Ink::Text2, false},
                     {{}, Ink::Text3, rate, Ink::Text1, true, {}, rate},
                     {{}, Ink::Text3, tr("%n machine(s)", nullptr, int(meter.machines.size())), Ink::Text2, false}});
    m_today->setParts(
        {{{}, Ink::Text3, tr("Today"), Ink::Text2, false}, {{}, Ink::Text3, together(today, QStringLiteral("%1")), Ink::Text1, true}});
    // The same at every width: in Chinese, the long name is written in other numerals.
    const QString name = QLocale().standaloneMonthName(meter.when.toLocalTime().date().month(), QLocale::ShortFormat);
    const QString spent = together(month, QStringLiteral("%1"));
    QList<StripSegment::Part> parts{{{}, Ink::Text3, name, Ink::Text2, false, {}, name},
                                    {{}, Ink::Text3, spent, Ink::Text1, true, {}, spent}};
    if (budget) {
        const bool isOver = budget->use.step == BudgetStep::Stop;
        const QString limit = (isOver ? tr("of %1, used up") : tr("of %1")).arg(formatMoney(budget->budget.amount));
        parts << StripSegment::Part{{}, Ink::Text3, {}, Ink::Text2, false, budget->use}
              << StripSegment::Part{{}, Ink::Text3, limit, isOver ? Ink::Bad : Ink::Text2, isOver, {}, isOver ? limit : QString()};
    }
    m_month->setParts(parts);
    for (StripSegment *segment : {m_now, m_today, m_month})
        segment->setToolTip(
            details.join(QStringLiteral("\n\n")).toHtmlEscaped().replace(u'\n', QLatin1String("<br>")).prepend(QLatin1String("<qt>")));
    fit();
}

void TopStrip::showNothingBilled()
{
    m_now->setParts({{QStringLiteral("tag"), Ink::Text3, tr("Nothing is billed · Budgets"), Ink::Text2, false}});
    m_now->setAccessibleName(tr("Nothing is billed. Budgets"));
    m_now->setToolTip(tr("No rented machine has a price. Set budgets that warn you and stop runs."));
}

void TopStrip::fit()
{
    if (!m_hasCosts)
        showNothingBilled();
    using Form = StripSegment::Form;
    struct Shown {
        StripSegment *segment;
        bool isShown;
        Form form = Form::Full;
    };
    QList<Shown> all, before;  // before: what each step has changed, the last one first
    for (StripSegment *const segment : {m_now, m_runs, m_alerts, m_connections, m_transfers, m_palette})
        all.append({segment, true});
    for (StripSegment *const segment : {m_today, m_month})
        all.append({segment, m_hasCosts});
    for (StripSegment *const segment : {m_outdated, m_sandbox})
        all.append({segment, !segment->isHidden()});
    const auto of = [&all](const StripSegment *segment) -> Shown & {
        return *std::find_if(all.begin(), all.end(), [=](const Shown &one) { return one.segment == segment; });
    };
    const auto isTooWide = [&] {
        int wanted = dp(8) + 4 * (dp(8) + 1);  // the margins, less the space after the last segment; the lines
        for (const Shown &one : all)
            wanted += one.isShown ? one.segment->widthOf(one.form) + dp(8) : 0;
        return wanted > width();
    };
    // What costs money, and what needs somebody, stays the longest. The palette's key works without its segment, too.
    struct Step {
        StripSegment *segment;
        std::optional<Form> form;  // nullopt: hidden
    };
    for (const auto &[segment, form] : std::initializer_list<Step>{
             {m_sandbox, Form::Icon},
             {m_palette, Form::Icon},
             {m_transfers, Form::Brief},
             {m_today, {}},
             {m_connections, Form::Brief},
             {m_month, Form::Brief},
             {m_now, Form::Brief},
             {m_runs, Form::Brief},
             {m_alerts, Form::Brief},
             {m_transfers, Form::Icon},
             {m_palette, {}},
             {m_connections, Form::Icon},
             {m_month, {}},
             {m_runs, Form::Icon},
             {m_alerts, Form::Icon},
             {m_now, Form::Icon},
             {m_outdated, Form::Icon},
         }) {
        if (!isTooWide())
            break;
        before.prepend(of(segment));
        of(segment).isShown = of(segment).isShown && form.has_value();
        of(segment).form = form.value_or(Form::Full);
    }
    // A step may free far more than was missing: what the earlier ones took away comes back as far as it fits.
    for (const Shown &earlier : std::as_const(before)) {
        const Shown reduced = std::exchange(of(earlier.segment), earlier);
        if (isTooWide())
            of(earlier.segment) = reduced;
    }
    for (const Shown &one : all) {
        one.segment->setForm(one.form);
        one.segment->setVisible(one.isShown);
    }
}

void TopStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void TopStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        adaptToText();
}

void TopStrip::adaptToText()
{
    setFixedHeight(std::max(dp(44), lineHeight(TextRole::Strong) + dp(18)));
    fit();
}

QSize TopStrip::minimumSizeHint() const { return {0, minimumHeight()}; }

void TopStrip::setRunsGoing(int count)
{
    if (count == 0)
        m_runs->setParts({{QStringLiteral("runs"), Ink::Text3, tr("No active runs"), Ink::Text2, false}});
    else
        m_runs->setParts(
            {{QStringLiteral("play"), Ink::Ok, tr("%n active run(s)", nullptr, count), Ink::Text1, true, {}, formatCount(count)}});
    fit();
}

void TopStrip::setAlerts(int count, bool isCritical)
{
    const Ink ink = count == 0 ? Ink::Text3 : isCritical ? Ink::Bad : Ink::Warning;
    m_alerts->setParts({{QStringLiteral("bell"),
                         ink,
                         count == 0 ? QString() : tr("%n alert(s)", nullptr, count),
                         ink,
                         count > 0,
                         {},
                         count == 0 ? QString() : formatCount(count)}});
    if (count == 0)
        m_alerts->setAccessibleName(tr("No alerts"));
    m_alerts->setToolTip(count == 0 ? tr("No alerts. Show earlier ones.") : tr("Details and what to do"));
    fit();
}

void TopStrip::setAlertsShown(bool isShown)
{
    // It cannot be checked while it is not checkable, and making it uncheckable does not repaint it.
    if (!isShown)
        m_alerts->setChecked(false);
    m_alerts->setCheckable(isShown);
    m_alerts->setChecked(isShown);
}

void TopStrip::setConnections(int connected, int connecting, int unreachable)
{
    QList<StripSegment::Part> parts;
    if (connected > 0 || (connecting == 0 && unreachable == 0))
        parts.append({QStringLiteral("link"),
                      Ink::Text3,
                      connected > 0 ? tr("%n connected", nullptr, connected) : tr("No machine connected"),
                      Ink::Text2,
                      false,
                      {},
                      connected > 0 ? formatCount(connected) : QString()});
    if (connecting > 0)
        parts.append({QStringLiteral("clock"),
                      Ink::Text3,
                      tr("%n connecting", nullptr, connecting),
                      Ink::Text2,
                      false,
                      {},
                      formatCount(connecting)});
    if (unreachable > 0)
        parts.append({QStringLiteral("unlink"),
                      Ink::Warning,
                      tr("%n unreachable", nullptr, unreachable),
                      Ink::Warning,
                      false,
                      {},
                      formatCount(unreachable)});
    m_connections->setParts(parts);
    fit();
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
        parts.append({isLost ? QStringLiteral("unlink") : QStringLiteral("download"),
                      isLost ? Ink::Warning : Ink::Accent,
                      words,
                      isLost ? Ink::Warning : Ink::Text1,
                      true,
                      {},
                      formatCount(totals.going + totals.waiting)});
    } else if (totals.paused > 0) {
        parts.append({QStringLiteral("pause"),
                      Ink::Text3,
                      tr("%n transfer(s) paused", nullptr, totals.paused),
                      Ink::Text2,
                      false,
                      {},
                      formatCount(totals.paused)});
    }
    if (totals.failed > 0)
        parts.append({QStringLiteral("cross"),
                      Ink::Bad,
                      tr("%n transfer(s) failed", nullptr, totals.failed),
                      Ink::Bad,
                      false,
                      {},
                      formatCount(totals.failed)});
    if (parts.isEmpty())
        parts.append({QStringLiteral("download"), Ink::Text3, tr("No transfers"), Ink::Text2, false});
    m_transfers->setParts(parts);
    const QString details = totalsText(totals);
    m_transfers->setToolTip(details.isEmpty() ? tr("Copy files to and from machines (Ctrl+J)") : details);
    fit();
}

void TopStrip::setOutdated(const QString &what)
{
    m_outdated->setParts({{QStringLiteral("triangle"), Ink::Bad, tr("Trainyard was updated"), Ink::Bad, true}});
    m_outdated->setToolTip(what);
    m_outdated->show();
    m_sandbox->hide();
    fit();
}

void TopStrip::setSandbox(bool isRunning, bool hasDied)
{
    const Ink ink = isRunning ? Ink::Simulated : Ink::Warning;
    m_sandbox->setParts(
        {{QStringLiteral("flask"), ink, isRunning ? tr("Sandbox, simulated GPUs") : tr("The sandbox has stopped"), ink, false}});
    m_sandbox->setVisible((isRunning || hasDied) && m_outdated->isHidden());
    fit();
}

void TopStrip::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    p.fillRect(rect(), t.surface);
    p.fillRect(QRect(0, height() - 1, width(), 1), t.line);
}

}  // namespace trainyard

#include "moc_topstrip.cpp"
