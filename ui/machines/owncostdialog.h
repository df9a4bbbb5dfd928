// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine of the person's own costs: electricity and wear. Shows the price per hour that follows while they type. The window stores
// it: the dialog emits a request and is notified of failures.
//
// Object names: ownCostDialog, ownCostKwhAmount, ownCostKwhCurrency, ownCostPurchaseAmount, ownCostPurchaseCurrency, ownCostYears,
// ownCostUse, ownCostWatts, ownCostPue, ownCostResult, ownCostSave, ownCostForget, ownCostCancel.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/cost/ownfigures.h"
#include "ui/common/dialog.h"

#include <optional>

class QLineEdit;

namespace trainyard {

class FieldRow;
class Label;
class MessageBar;
class MoneyEdit;

class OwnCostDialog : public Dialog {
    Q_OBJECT
public:
    // `gpuWatts`: as measured during its runs; nullopt: not yet.
    OwnCostDialog(const QString &machineName, const std::optional<OwnHardware> &known, std::optional<int> gpuWatts,
                  QWidget *parent = nullptr);

    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const std::optional<trainyard::OwnHardware> &figures);  // valid; nullopt: forgotten

private:
    FieldRow *addField(QLineEdit *&field, const char *name, const QString &label, const QString &value, const QString &help);
    std::optional<OwnHardware> read(bool isFinal);
    std::optional<qint64> number(FieldRow *row, int decimals, qint64 least, qint64 most, bool isFinal);
    void showResult();
    void submit();

    const std::optional<int> m_gpuWatts;
    MoneyEdit *m_kwh, *m_purchase;
    QLineEdit *m_years = nullptr, *m_use = nullptr, *m_watts = nullptr, *m_pue = nullptr;
    FieldRow *m_kwhRow, *m_purchaseRow, *m_yearsRow, *m_useRow, *m_wattsRow, *m_pueRow;
    Label *m_result;
    MessageBar *m_messages;
};

}  // namespace trainyard
