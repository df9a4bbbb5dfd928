// SPDX-License-Identifier: GPL-3.0-or-later
// What a public IPv4 address costs by the hour, where its provider charges for it. Built into the program (resources/clocks/addresses.json),
// each price with its source and date. What is not known there is unknown, and never taken for free. Pure, any thread.
#pragma once

#include "core/base/money.h"
#include "core/knowledge/catalog/pricingmodel.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

// Of a machine that runs, of a spot machine that runs, and kept without a machine that runs.
enum class AddressUse { InUse, Spot, Idle };

struct AddressPrice {
    QString provider;  // MachineProvider::kind()
    AddressUse use = AddressUse::InUse;
    RegionList regions;
    Money perHour;    // zero: known to be free
    Provenance from;  // its source is a title
    QString link;
};

// Corrupt names the entry that breaks the rules: an unknown use, no price, a source that is not there, no date.
Result<QList<AddressPrice>> parseAddressPrices(const QByteArray &json);
const QList<AddressPrice> &builtInAddressPrices();

// Null: not known. Spot machines cost what others do unless a price says otherwise. Without a region: one for all regions, or the first.
const AddressPrice *addressPrice(const QString &provider, const QString &region, AddressUse use);
// "Its public address costs 0.005 USD an hour (AWS: public IPv4 addresses, 2024-02-01).", and whether that is certain.
QString addressPriceText(const AddressPrice &price);

}  // namespace trainyard
