#include "ui/alerts/ruletable.h"

#include "core/alert/alert.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QSpinBox>

namespace trainyard {

namespace {

constexpr int kMinute = 60, kHour = 3600;

bool isForecast(AlertKind kind) { return kind == AlertKind::DiskFull || kind == AlertKind::CheckpointRoom; }

// What one step of the field is, in the unit of the rule.
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

// What stands before the threshold.
QString wordOf(AlertKind kind)
{
    if (isForecast(kind))
        return RuleTable::tr("within");
    if (alertUnit(kind) == AlertUnit::Seconds)
        return RuleTable::tr("for");
    return kind == AlertKind::GpuIdle ? RuleTable::tr("below") : RuleTable::tr("from");
}

}  // namespace

RuleTable::RuleTable(QWidget *parent) : QWidget(parent)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(8));
    grid->setVerticalSpacing(dp(6));
    for (int i = 0; i < kAlertKinds; ++i) {
        const auto kind = AlertKind(i);
        const QString name = alertKindName(kind), title = alertKindTitle(kind);
        Row row;
        row.isOn = new QCheckBox(title, this);
        row.isOn->setObjectName(QStringLiteral("rule_") + name);
        grid->addWidget(row.isOn, i, 0);
        connect(row.isOn, &QCheckBox::clicked, this, [this] {
            showEnabled();
            Q_EMIT changed();
        });
        const auto field = [&](const char *prefix, const QString &word, int column, int least, int most, const QString &suffix) {
            auto *label = new Label(word, TextRole::Small, Ink::Text3, this);
            auto *spin = new QSpinBox(this);
            spin->setObjectName(QLatin1String(prefix) + name);
            spin->setAccessibleName(title + QStringLiteral(", ") + word);
            spin->setRange(least, most);
            spin->setSuffix(suffix);
            spin->setKeyboardTracking(false);
            grid->addWidget(label, i, column, Qt::AlignRight);
            grid->addWidget(spin, i, column + 1);
            connect(spin, &QSpinBox::valueChanged, this, &RuleTable::changed);
            return spin;
        };
        if (alertUnit(kind) != AlertUnit::None) {
            const AlertBounds bounds = alertBounds(kind);
            row.at = field("ruleAt_", wordOf(kind), 1, std::max(1, int(bounds.least) / scaleOf(kind)), int(bounds.most) / scaleOf(kind), suffixOf(kind));
        }
        if (alertLasts(kind))
            row.lasting = field("ruleFor_", tr("for"), 3, 0, int(kMostAlertTime.count() / kMinute), tr(" min"));
        m_rows << row;
    }
    grid->setColumnStretch(0, 1);
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
        AlertWish wish{kind, row.isOn->isChecked(), {}, {}};
        if (row.at)
            wish.threshold = double(row.at->value()) * scaleOf(kind);
        if (row.lasting)
            wish.after = std::chrono::minutes(row.lasting->value());
        rules.apply(wish);
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
