// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offeroverlay.h"

#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

QString overlayKey(const OfferTable &table, size_t row)
{
    const QString &type = table.text(OfferText::Type, row);
    if (type.isEmpty())
        return {};
    return table.text(OfferText::Provider, row) + u'\n' + type.toLower() + u'\n' + table.text(OfferText::Region, row) + u'\n'
           + QChar(u'0' + static_cast<char16_t>(table.purchases()[row]));
}

// Where whole lists have prices, and since when.
class Covered {
public:
    explicit Covered(const std::vector<FetchedList> &lists)
    {
        for (const FetchedList &list : lists) {
            for (size_t row = 0; list.isWhole && row < list.offers.size(); ++row) {
                const QDate day = list.offers.figures(row).asOf.firstDay();
                for (const QString &region : {list.offers.text(OfferText::Region, row), QString()}) {
                    QDate &newest = m_days[placeOf(list.offers, row, region)];
                    newest = newest.isValid() ? std::max(newest, day) : day;
                }
            }
        }
    }
    bool isOutdated(const OfferTable &base, size_t row) const
    {
        const auto day = m_days.constFind(placeOf(base, row, base.text(OfferText::Region, row)));
        return day != m_days.cend() && base.priceNanos()[row] != kUnknown && base.figures(row).asOf.firstDay() < *day;
    }

private:
    static QString placeOf(const OfferTable &table, size_t row, const QString &region)
    {
        return table.text(OfferText::Provider, row) + u'\n' + region + u'\n' + purchaseName(table.purchases()[row]);
    }

    QHash<QString, QDate> m_days;
};

struct OfferPosition {
    size_t list, row;
    AsOf asOf;
};

void appendRow(const OfferTable &from, size_t row, const OfferTable *about, size_t aboutRow, OfferTable &to)
{
    OfferFigures figures = from.figures(row);
    std::array<QByteArray, kOfferTextCount> texts;
    for (size_t i = 0; i < kOfferTextCount; ++i)
        texts[i] = from.text(static_cast<OfferText>(i), row).toUtf8();
    if (about && figures.savingPercent == kUnknown && from.text(OfferText::SpotSource, row).isEmpty()) {
        figures.savingPercent = about->figures(aboutRow).savingPercent;
        for (const OfferText which : {OfferText::Interruption, OfferText::SpotSource})
            texts[static_cast<size_t>(which)] = about->text(which, aboutRow).toUtf8();
    }
    std::array<QByteArrayView, kOfferTextCount> views;
    for (size_t i = 0; i < kOfferTextCount; ++i)
        views[i] = texts[i];
    to.append(views, figures);
}

}  // namespace

OfferTable overlaid(const OfferTable &base, const std::vector<FetchedList> &lists)
{
    const Covered covered(lists);
    QHash<QString, OfferPosition> newest;
    for (size_t list = 0; list < lists.size(); ++list) {
        for (size_t row = 0; row < lists[list].offers.size(); ++row) {
            const QString key = overlayKey(lists[list].offers, row);
            const AsOf asOf = lists[list].offers.figures(row).asOf;
            const auto known = newest.constFind(key);
            if (!key.isEmpty() && (known == newest.cend() || known->asOf.firstDay() < asOf.firstDay()))
                newest.insert(key, {list, row, asOf});
        }
    }
    // The rows of the base to keep, and the facts that replaced rows pass on.
    std::vector<quint32> kept;
    QHash<QString, size_t> replaced;
    for (size_t row = 0; row < base.size(); ++row) {
        const QString key = overlayKey(base, row);
        const auto known = newest.constFind(key);
        const bool isOlder = known != newest.cend()
                             && (base.priceNanos()[row] == kUnknown || base.figures(row).asOf.firstDay() <= known->asOf.firstDay());
        if (known == newest.cend()) {
            if (!covered.isOutdated(base, row))
                kept.push_back(static_cast<quint32>(row));
        } else if (isOlder) {
            replaced.insert(key, row);
        } else {
            newest.remove(key);
            kept.push_back(static_cast<quint32>(row));
        }
    }
    OfferTable offers;
    offers.append(base, kept);
    for (size_t list = 0; list < lists.size(); ++list) {
        for (size_t row = 0; row < lists[list].offers.size(); ++row) {
            const QString key = overlayKey(lists[list].offers, row);
            const auto known = newest.constFind(key);
            const bool isChosen = key.isEmpty() || (known != newest.cend() && known->list == list && known->row == row);
            if (!isChosen)
                continue;
            const auto about = replaced.constFind(key);
            appendRow(lists[list].offers, row, about == replaced.cend() ? nullptr : &base, about == replaced.cend() ? 0 : *about, offers);
        }
    }
    return offers;
}

}  // namespace trainyard
