// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/ruletable.h"

#include "core/observe/alert/alert.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kMinute = 60, kHour = 3600;

bool isForecast(AlertKind kind) { return kind == AlertKind::DiskFull || kind == AlertKind::CheckpointRoom; }

// One step of the field, in the unit of the rule.
int scaleOf(AlertKind kind)
{
    if (alertUnit(kind) != AlertUnit::Seconds)
        return 1;
    return isForecast(kind) ? kHour : kMinute;
}

QString suffixOf(AlertKind kind)
{
    switch (alertUnit(kind)) {
    case AlertUnit::None: break;
    case AlertUnit::Percent: return RuleTable::tr(" %");
    case AlertUnit::Celsius: return RuleTable::tr(" °C");
    case AlertUnit::Seconds: return scaleOf(kind) == kHour ? RuleTable::tr(" h") : RuleTable::tr(" min");
    }
    return {};
}

// The label before the threshold.
QString wordOf(AlertKind kind)
{
    if (isForecast(kind))
        return RuleTable::tr("within");
    if (alertUnit(kind) == AlertUnit::Seconds)
        return RuleTable::tr("for");
    return kind == AlertKind::GpuIdle ? RuleTable::tr("below") : RuleTable::tr("at");
}

int widest(const QList<QWidget *> &widgets)
{
    int width = 0;
    for (const QWidget *const widget : widgets)
        width = std::max(width, widget->sizeHint().width());
    return width;
}

}  // namespace

// Titles left, fields in columns at the right end; below the title if they do not fit beside it.
RuleTable::RuleTable(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(6));
    QList<QWidget *> labels, spins;
    const int rowHeight = QSpinBox().sizeHint().height();
    for (int i = 0; i < kAlertKinds; ++i) {
        const auto kind = AlertKind(i);
        const QString name = alertKindName(kind), title = alertKindTitle(kind);
        auto *line = new FlowLayout;
        line->setSpacing(dp(8));
        column->addLayout(line);
        Row row;
        row.isOn = new QCheckBox(title, this);
        row.isOn->setObjectName(QStringLiteral("rule_") + name);
        row.isOn->setMinimumHeight(rowHeight);
        line->addWidget(row.isOn);
        connect(row.isOn, &QCheckBox::clicked, this, [this] {
            showEnabled();
            Q_EMIT changed();
        });
        if (alertUnit(kind) == AlertUnit::None && !alertLasts(kind)) {
            m_rows << row;
            continue;
        }
        auto *fields = new QWidget(this);
        auto *grid = new QGridLayout(fields);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(dp(8));
        line->addStretch();
        line->addWidget(fields);
        const auto field = [&](const char *prefix, const QString &word, int at, int least, int most, const QString &suffix) {
            auto *label = new Label(word, TextRole::Small, Ink::Text3, fields);
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            auto *spin = new QSpinBox(fields);
            spin->setObjectName(QLatin1String(prefix) + name);
            spin->setAccessibleName(title + QStringLiteral(", ") + word);
            spin->setRange(least, most);
            spin->setSuffix(suffix);
            spin->setKeyboardTracking(false);
            grid->addWidget(label, 0, at);
            grid->addWidget(spin, 0, at + 1);
            labels << label;
            spins << spin;
            connect(spin, &QSpinBox::valueChanged, this, &RuleTable::changed);
            return spin;
        };
        if (alertUnit(kind) != AlertUnit::None) {
            const AlertBounds bounds = alertBounds(kind);
            row.at = field("ruleAt_", wordOf(kind), 0, std::max(1, int(bounds.least) / scaleOf(kind)), int(bounds.most) / scaleOf(kind),
                           suffixOf(kind));
        }
        if (alertLasts(kind))
            row.lasting = field("ruleFor_", tr("for"), 2, 0, int(kMaxAlertTime.count() / kMinute), tr(" min"));
        // A missing field keeps its space, so that all fields are in two columns.
        for (const int at : {row.at ? -1 : 0, row.lasting ? -1 : 2}) {
            if (at < 0)
                continue;
            grid->addWidget(labels.emplaceBack(new QWidget(fields)), 0, at);
            grid->addWidget(spins.emplaceBack(new QWidget(fields)), 0, at + 1);
        }
        m_rows << row;
    }
    const int labelWidth = widest(labels), spinWidth = widest(spins);
    for (QWidget *const label : std::as_const(labels))
        label->setFixedWidth(labelWidth);
    for (QWidget *const spin : std::as_const(spins))
        spin->setFixedWidth(spinWidth);
    setRules({});
}

void RuleTable::setRules(const AlertRules &rules)
{
    for (int i = 0; i < kAlertKinds; ++i) {
        const AlertRule &rule = rules.of(AlertKind(i));
        const Row &row = m_rows[i];
        row.isOn->setChecked(rule.isOn);
        for (QSpinBox *spin : {row.at, row.lasting}) {
            if (spin)
                spin->blockSignals(true);
        }
        if (row.at)
            row.at->setValue(int(rule.threshold) / scaleOf(rule.kind));
        if (row.lasting)
            row.lasting->setValue(int(rule.openAfter.count() / kMinute));
        for (QSpinBox *spin : {row.at, row.lasting}) {
            if (spin)
                spin->blockSignals(false);
        }
    }
    showEnabled();
}

AlertRules RuleTable::rules() const
{
    AlertRules rules;
    for (int i = 0; i < kAlertKinds; ++i) {
        const Row &row = m_rows[i];
        const auto kind = AlertKind(i);
        AlertOverride rule{kind, row.isOn->isChecked(), {}, {}};
        if (row.at)
            rule.threshold = double(row.at->value()) * scaleOf(kind);
        if (row.lasting)
            rule.after = std::chrono::minutes(row.lasting->value());
        rules.apply(rule);
    }
    return rules;
}

void RuleTable::showEnabled()
{
    for (const Row &row : std::as_const(m_rows)) {
        for (QSpinBox *spin : {row.at, row.lasting}) {
            if (spin)
                spin->setEnabled(row.isOn->isChecked());
        }
    }
}

}  // namespace trainyard

#include "moc_ruletable.cpp"
