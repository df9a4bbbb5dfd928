// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the cost of the user's own hardware: price and lifetime, power and its cost. Opens without blocking.
//
// Object names: ownHardwareDialog, the fields of OwnTexts, ownSet, ownForget, ownCancel.
#pragma once

#include "core/base/money.h"
#include "ui/common/dialog.h"
#include "ui/offers/ownhardware.h"

#include <QDate>
#include <QHash>

class QComboBox;

namespace trainyard {

class FieldRow;

class OwnHardwareDialog : public Dialog {
    Q_OBJECT
public:
    // `currency`: preselected if the texts name none; `gpus`: names to complete; `today`: stored as the day of the figures.
    OwnHardwareDialog(const OwnTexts &texts, Currency currency, const QStringList &gpus, QDate today, QWidget *parent = nullptr);

Q_SIGNALS:
    void given(const trainyard::OwnTexts &texts);  // valid; empty: forgotten

private:
    // `usual`: its value as long as none was entered.
    FieldRow *addField(const char *name, const QString &label, const QString &usual, const QString &example, const QString &help);
    void submit();

    QComboBox *m_currency;
    QHash<QString, FieldRow *> m_rows;
    OwnTexts m_texts;
    QDate m_today;
};

}  // namespace trainyard
