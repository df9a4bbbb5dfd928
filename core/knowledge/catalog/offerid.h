// SPDX-License-Identifier: GPL-3.0-or-later
// The name of an offer on the command line and in links: provider/type/region/purchase, as `yard offer list` shows them, with - for unknown
// parts: "aws/p4d.24xlarge/us-east-1/on-demand". An offer without a type is named by its GPUs ("8xA100"); one of a rate card begins with
// the card's name and a colon ("platforms:platform A/1xV100/-/on-demand"). What a person's account offers at a price of their own begins with the
// account's name and an @: "@lab:openstack/gpu.a100.1/RegionOne/on-demand".
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/offertable.h"

namespace trainyard {

QString offerId(const OfferTable &offers, size_t row);
QString accountCard(const QString &account);  // "@lab": OfferText::Card of what an account offers; no rate card can be named so
QString accountOfCard(const QString &card);   // "lab"; empty: it is a rate card, or the catalogue
// Its first parts: "aws" or "platforms:platform A", and "p4d.24xlarge" or "1xV100". The price history is stored under these.
QString offerSeller(const OfferTable &offers, size_t row);
QString offerShape(const OfferTable &offers, size_t row);
// All rows of that name, in upper or lower case; a rate card may use a name twice.
QList<size_t> offersOfId(const OfferTable &offers, const QString &id);
// The only one; NotFound with a sentence if there is none, or if a rate card uses the name twice.
Result<size_t> offerOfId(const OfferTable &offers, const QString &id);

}  // namespace trainyard
