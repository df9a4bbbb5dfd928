// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/alertrows.h"

#include "core/observe/alert/alert.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"
#include "ui/launch/fieldvalues.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr double kRefusedThreshold = -1;  // outside all alertBounds()
constexpr QChar kAlertMinutes = u'm';

QString thresholdText(AlertKind kind, double threshold)
{
    return alertUnit(kind) == AlertUnit::Seconds ? timeText(std::chrono::seconds(qint64(threshold)), kAlertMinutes)
                                                 : QString::number(threshold);
}

double thresholdOf(AlertKind kind, const QString &text)
{
    if (alertUnit(kind) == AlertUnit::Seconds)
        return double(timeOf(text, kAlertMinutes).count());
    bool isNumber = false;
    const double number = QString(text).replace(u',', u'.').toDouble(&isNumber);
    return isNumber ? number : kRefusedThreshold;
}

}  // namespace

AlertRows::AlertRows(const QString &objectName, QWidget *parent)
    : QWidget(parent), m_column(new QVBoxLayout(this)),
      m_add(makeButton(objectName + QStringLiteral("Add"), tr("Change an alert"), ButtonVariant::Link, QStringLiteral("plus"))),
      m_hasWays(new QCheckBox(tr("Other notifications than in the settings:")))
{
    setObjectName(objectName);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(dp(8));
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    auto *const menu = new QMenu(m_add);
    m_add->setMenu(menu);
    for (int i = 0; i < kRunAlertKinds; ++i) {
        QAction *const action = menu->addAction(alertKindTitle(AlertKind(i)));
        connect(action, &QAction::triggered, this, [this, i] {
            addLine({AlertKind(i), true, std::nullopt, std::nullopt});
            arrange();
            Line &line = m_lines.last();
            (line.at ? static_cast<QWidget *>(line.at) : line.isOn)->setFocus(Qt::OtherFocusReason);
            Q_EMIT edited();
        });
    }
    m_hasWays->setObjectName(objectName + QStringLiteral("Ways"));
    auto *const ways = new QWidget;
    auto *const row = new FlowLayout(ways);
    row->setContentsMargins(0, dp(4), 0, 0);
    row->setSpacing(dp(12));
    row->addWidget(m_hasWays);
    for (const QString &name : {tr("desktop"), tr("command"), tr("webhook")}) {
        auto *const box = new QCheckBox(name);
        box->setObjectName(objectName + QStringLiteral("Way%1").arg(m_ways.size()));
        m_ways << box;
        row->addWidget(box);
    }
    m_column->addWidget(ways);
    for (QCheckBox *const box : QList<QCheckBox *>{m_hasWays} + m_ways) {
        connect(box, &QCheckBox::clicked, this, [this] {
            arrange();
            Q_EMIT edited();
        });
    }
    arrange();
}

AlertOverride AlertRows::overrideOf(const Line &line) const
{
    AlertOverride changed{line.kind, line.isOn->currentIndex() == 0, std::nullopt, std::nullopt};
    if (!changed.isOn)
        return changed;
    if (line.at && !line.at->text().trimmed().isEmpty())
        changed.threshold = thresholdOf(line.kind, line.at->text().trimmed());
    if (line.after && !line.after->text().trimmed().isEmpty())
        changed.after = timeOf(line.after->text().trimmed(), kAlertMinutes);
    return changed;
}

AlertOverrides AlertRows::overrides() const
{
    AlertOverrides all;
    for (const Line &line : m_lines)
        all.rules << overrideOf(line);
    if (m_hasWays->isChecked()) {
        all.ways.emplace();
        for (int i = 0; i < m_ways.size(); ++i) {
            if (m_ways[i]->isChecked())
                *all.ways << AlertChannel(i);
        }
    }
    return all;
}

void AlertRows::setOverrides(const AlertOverrides &overrides)
{
    while (!m_lines.isEmpty())
        removeLine(m_lines.last().box);
    for (const AlertOverride &changed : overrides.rules)
        addLine(changed);
    m_hasWays->setChecked(overrides.ways.has_value());
    for (int i = 0; i < m_ways.size(); ++i)
        m_ways[i]->setChecked(overrides.ways && overrides.ways->contains(AlertChannel(i)));
    arrange();
}

void AlertRows::setWrong(qsizetype index)
{
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        for (QLineEdit *const field : {m_lines[i].at, m_lines[i].after}) {
            if (field)
                setInvalid(field, i == index && !field->text().trimmed().isEmpty());
        }
    }
}

QLineEdit *AlertRows::addNumber(QWidget *box, const QString &before, const QString &unit, const QString &name)
{
    auto *const group = new QWidget(box);
    auto *const row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(6));
    auto *const field = new QLineEdit;
    field->setAccessibleName(name);
    field->setPlaceholderText(tr("usual", "a value as in the settings"));
    field->setFixedWidth(QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(QStringLiteral("000000000")) + dp(20));
    row->addWidget(new Label(before, TextRole::Small, Ink::Text2));
    row->addWidget(field);
    if (!unit.isEmpty())
        row->addWidget(new Label(unit, TextRole::Small, Ink::Text2));
    box->layout()->addWidget(group);
    connect(field, &QLineEdit::textEdited, this, &AlertRows::edited);
    connect(field, &QLineEdit::editingFinished, this, &AlertRows::editingFinished);
    return field;
}

void AlertRows::addLine(const AlertOverride &changed)
{
    const QString title = alertKindTitle(changed.kind);
    Line line{changed.kind, new QWidget(this), new QComboBox, nullptr, nullptr, nullptr};
    auto *const column = new QVBoxLayout(line.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(4));
    auto *const values = new QWidget;
    auto *const flow = new FlowLayout(values);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(dp(12));
    line.isOn->addItems({tr("On", "an alert"), tr("Off", "an alert")});
    line.isOn->setCurrentIndex(changed.isOn ? 0 : 1);
    line.isOn->setAccessibleName(title);
    flow->addWidget(line.isOn);
    const AlertUnit unit = alertUnit(changed.kind);
    if (unit != AlertUnit::None) {
        const bool isTime = unit == AlertUnit::Seconds;
        line.at = addNumber(values, tr("at", "a threshold"),
                            isTime                       ? tr("min")
                            : unit == AlertUnit::Percent ? QStringLiteral("%")
                                                         : tr("°C"),
                            tr("%1, threshold").arg(title));
        if (changed.threshold)
            line.at->setText(thresholdText(changed.kind, *changed.threshold));
    }
    if (alertLasts(changed.kind)) {
        line.after = addNumber(values, tr("for", "a time"), tr("min"), tr("%1, how long").arg(title));
        if (changed.after)
            line.after->setText(timeText(*changed.after, kAlertMinutes));
    }
    line.remove = makeIconButton({}, QStringLiteral("close"), tr("As in the settings: %1").arg(title));
    auto *const head = new QHBoxLayout;
    head->setSpacing(dp(6));
    auto *const name = makeProse(title, TextRole::Body, Ink::Text1);
    head->addWidget(name, 1);
    head->addWidget(line.remove);
    column->addLayout(head);
    column->addWidget(values);
    connect(line.isOn, &QComboBox::activated, this, [this] {
        arrange();
        Q_EMIT edited();
    });
    connect(line.remove, &QToolButton::clicked, this, [this, box = line.box] {
        removeLine(box);
        arrange();
        m_add->setFocus(Qt::OtherFocusReason);
        Q_EMIT edited();
        Q_EMIT editingFinished();
    });
    m_column->insertWidget(int(m_lines.size()), line.box);
    m_lines << line;
}

void AlertRows::removeLine(const QWidget *box)
{
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [box](const Line &line) { return line.box == box; });
    if (found == m_lines.end())
        return;
    m_column->removeWidget(found->box);
    found->box->hide();
    found->box->deleteLater();  // a press of its own button may be what removes it
    for (QWidget *const widget : found->box->findChildren<QWidget *>())
        widget->setObjectName({});
    m_lines.erase(found);
}

void AlertRows::arrange()
{
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_lines[i];
        const auto name = [&](QWidget *widget, const char *part) {
            if (widget)
                widget->setObjectName(objectName() + QLatin1String(part) + QString::number(i));
        };
        name(line.isOn, "Switch");
        name(line.at, "At");
        name(line.after, "For");
        name(line.remove, "Remove");
        for (QLineEdit *const field : {line.at, line.after}) {
            if (field)
                setDisabledReason(field, line.isOn->currentIndex() == 0 ? QString() : tr("The alert is off."));
        }
    }
    bool isAnyLeft = false;
    const QList<QAction *> kinds = m_add->menu()->actions();
    for (int i = 0; i < kinds.size(); ++i) {
        const bool isThere = std::any_of(m_lines.begin(), m_lines.end(), [i](const Line &line) { return int(line.kind) == i; });
        kinds[i]->setVisible(!isThere);
        isAnyLeft = isAnyLeft || !isThere;
    }
    m_add->setVisible(isAnyLeft);
    for (QCheckBox *const box : m_ways)
        setDisabledReason(box, m_hasWays->isChecked() ? QString() : tr("They are as in the settings."));
}

}  // namespace trainyard

#include "moc_alertrows.cpp"
