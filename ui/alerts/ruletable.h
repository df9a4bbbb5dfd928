// SPDX-License-Identifier: GPL-3.0-or-later
// The alert rules as rows: on or off, threshold, minimum duration.
//
// Object names: "rule_KIND", "ruleAt_KIND", "ruleFor_KIND".
#pragma once

#include "core/observe/alert/alertrule.h"

#include <QWidget>

class QCheckBox;
class QSpinBox;

namespace trainyard {

class RuleTable : public QWidget {
    Q_OBJECT
public:
    explicit RuleTable(QWidget *parent = nullptr);

    void setRules(const AlertRules &rules);
    AlertRules rules() const;

Q_SIGNALS:
    void changed();  // by the user

private:
    struct Row {
        QCheckBox *isOn = nullptr;
        QSpinBox *at = nullptr, *lasting = nullptr;  // nullptr where there is nothing to choose
    };
    void showEnabled();

    QList<Row> m_rows;  // by kind
};

}  // namespace trainyard
