// SPDX-License-Identifier: GPL-3.0-or-later
// The requirements of the job, as fields: each valid change is emitted immediately; an invalid value is reported when the field is left.
// Takes plain values, emits a query.
//
// Object names: needsPanel, resetNeedsButton, needGpus, needCount, needGpuMemory, needTotalMemory, needVcpus, needMemory, needPlace,
// pickPlaceButton, needRegion, needProvider, needPrice, needPurchase0 … (in the order of purchases()).
#pragma once

#include "core/knowledge/catalog/offercondition.h"
#include "ui/common/card.h"
#include "ui/offers/offerbook.h"

#include <QMap>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace trainyard {

class FieldRow;

class NeedsPanel : public Card {
    Q_OBJECT
public:
    explicit NeedsPanel(QWidget *parent = nullptr);

    void setBook(const OfferBookPtr &book);  // for completing names, and places
    void setCurrency(Currency currency);     // of the highest price
    // The requirements only: no order, no search words. Fields that are not valid yet keep their last valid value.
    const OfferQuery &query() const { return m_query; }
    void setGpus(const QStringList &names);
    void setCount(qint32 least, std::optional<qint32> most);  // in ten-thousandths
    void clear(OfferCondition condition);
    void reset();
    // The contents of the fields, by object name and without empty ones; for saving.
    QMap<QString, QString> texts() const;
    void setTexts(const QMap<QString, QString> &texts);

Q_SIGNALS:
    void changed();

private:
    QLineEdit *addField(const QString &objectName, const QString &label, const QString &placeholder);
    void addPair(QVBoxLayout *column, QLineEdit *left, QLineEdit *right);
    void addPlace(QVBoxLayout *column);
    void addPurchases(QVBoxLayout *column);
    void pickPlace();
    void readPlaces(bool isFinal);
    void read(bool isFinal);
    FieldRow *rowOf(QLineEdit *field) const;

    OfferQuery m_query;
    OfferBookPtr m_book;
    QList<FieldRow *> m_rows;  // one per field; filled before the fields below
    QLineEdit *m_gpus, *m_count, *m_price, *m_gpuMemory, *m_totalMemory, *m_vcpus, *m_memory, *m_provider, *m_place, *m_region;
    QList<QCheckBox *> m_purchases;
    QToolButton *m_pickPlace;
    QPushButton *m_reset;
};

}  // namespace trainyard
