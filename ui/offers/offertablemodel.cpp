// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offertablemodel.h"

#include "core/base/format.h"
#include "ui/common/columnalignment.h"
#include "ui/offers/offerwords.h"

#include <algorithm>

namespace trainyard {

namespace {

std::optional<Money> priceOf(const HourlyPrices &prices, OfferOrder order)
{
    switch (order) {
    case OfferOrder::Hour: return prices.hour;
    case OfferOrder::GpuHour: return prices.gpuHour;
    case OfferOrder::TflopHour: return prices.tflopHour;
    case OfferOrder::GibHour: return prices.gibHour;
    case OfferOrder::MeasuredTflopHour: return prices.measuredTflopHour;
    }
    Q_UNREACHABLE();
}

bool isFigure(int column)
{
    return column >= OfferTableModel::GpuMemory && column <= OfferTableModel::MeasuredTflopHour && column != OfferTableModel::Way
           && column != OfferTableModel::Interrupted;
}

}  // namespace

void OfferTableModel::setOffers(OfferBookPtr book, const OfferSelection &found, const OfferQuery &query)
{
    beginResetModel();
    m_book = std::move(book);
    m_rows = found.rows;
    m_query = query;
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

std::optional<size_t> OfferTableModel::offerAt(const QModelIndex &index) const
{
    return index.isValid() ? std::optional<size_t>(m_rows[static_cast<size_t>(index.row())]) : std::nullopt;
}

QModelIndex OfferTableModel::indexOf(size_t offer) const
{
    const auto found = std::find(m_rows.cbegin(), m_rows.cend(), offer);
    return found == m_rows.cend() ? QModelIndex() : index(static_cast<int>(found - m_rows.cbegin()), 0);
}

void OfferTableModel::togglePin(size_t offer)
{
    const QString key = offerKey(*m_book, offer);
    if (m_pinnedKeys.remove(key)) {
        m_pinned.removeOne(key);
    } else {
        m_pinnedKeys.insert(key);
        m_pinned << key;
    }
    if (const QModelIndex at = indexOf(offer); at.isValid())
        Q_EMIT dataChanged(at, at.siblingAtColumn(ColumnCount - 1));
    Q_EMIT pinsChanged();
}

void OfferTableModel::unpinAll()
{
    m_pinned.clear();
    m_pinnedKeys.clear();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Pin), index(rowCount() - 1, Pin));
    Q_EMIT pinsChanged();
}

std::optional<OfferOrder> OfferTableModel::orderOf(int column)
{
    switch (column) {
    case Hour: return OfferOrder::Hour;
    case GpuHour: return OfferOrder::GpuHour;
    case TflopHour: return OfferOrder::TflopHour;
    case GibHour: return OfferOrder::GibHour;
    case MeasuredTflopHour: return OfferOrder::MeasuredTflopHour;
    default: return std::nullopt;
    }
}

int OfferTableModel::columnOf(OfferOrder order) { return Hour + static_cast<int>(order); }

int OfferTableModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int OfferTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant OfferTableModel::data(const QModelIndex &index, int role) const
{
    const auto offer = offerAt(index);
    if (!offer)
        return {};
    switch (role) {
    case OfferRole: return static_cast<qulonglong>(*offer);
    case PinnedRole: return m_pinnedKeys.contains(offerKey(*m_book, *offer));
    case OldRole: return isOldPrice(m_book->offers().figures(*offer).asOf, m_book->today);
    case UnknownRole: return isUnknown(*offer, index.column());
    case ForeignRole: return isForeign(*offer);
    case Qt::DisplayRole:
        return isUnknown(*offer, index.column()) && index.column() != Interrupted ? QStringLiteral("–") : text(*offer, index.column());
    case Qt::ToolTipRole: return toolTip(*offer, index.column());
    case Qt::AccessibleTextRole: return index.column() == Pin || index.column() == Provider ? spoken(*offer) : text(*offer, index.column());
    case Qt::TextAlignmentRole: return columnAlignment(isFigure(index.column()));
    default: return {};
    }
}

QString OfferTableModel::text(size_t offer, int column) const
{
    const OfferTable &offers = m_book->offers();
    switch (column) {
    case Pin: return m_pinnedKeys.contains(offerKey(*m_book, offer)) ? tr("Pinned") : QString();
    case Provider: return providerText(*m_book, offer);
    case Type: return typeText(*m_book, offer);
    case Region: return offers.text(OfferText::Region, offer).isEmpty() ? unknownWord() : offers.text(OfferText::Region, offer);
    case Gpu: return gpuText(*m_book, offer);
    case GpuMemory: return gibText(m_book->catalog.gpuMemoryMiB(offer));
    case Vcpus: return countText(offers.vcpus()[offer], 2);
    case Memory: return gibText(offers.memoryMiB()[offer]);
    case Way: return wayText(*m_book, offer);
    case Interrupted: {
        const QString &band = offers.text(OfferText::Interruption, offer);
        return offers.purchases()[offer] != Purchase::Spot ? QString() : band.isEmpty() ? tr("not published") : band;
    }
    case From: return sourceText(*m_book, offer);
    default: return priceText(offer, *orderOf(column));
    }
}

QString OfferTableModel::priceText(size_t offer, OfferOrder order) const
{
    const Currency own = m_book->offers().currencies()[offer];
    const Currency shown = isForeign(offer) ? own : m_query.currency;
    const auto price = priceOf(hourlyPrices(m_book->catalog, offer, shown, m_query.precision, m_book->rates), order);
    if (!price)
        return unknownWord();
    const QString amount = amountText(*price, decimalsOf(order));
    // A price that is not in the column's currency shows its own.
    return shown == m_query.currency ? amount : amount + QChar(0x00A0) + currencyCode(own);
}

bool OfferTableModel::isForeign(size_t offer) const
{
    const Currency own = m_book->offers().currencies()[offer];
    return own != m_query.currency && !m_book->rates.between(own, m_query.currency);
}

bool OfferTableModel::isUnknown(size_t offer, int column) const
{
    return column == Interrupted ? m_book->offers().text(OfferText::Interruption, offer).isEmpty() : text(offer, column) == unknownWord();
}

QString OfferTableModel::whyUnknown(size_t offer, int column) const
{
    if (column == Interrupted || !isUnknown(offer, column))
        return {};
    if (!orderOf(column))
        return column == Region ? tr("The source does not state a region.") : tr("Not stated by the source.");
    if (!m_book->offers().figures(offer).price())
        return tr("Price unknown.");
    return column == MeasuredTflopHour ? tr("None of your benchmarks measured this GPU.")
           : column == TflopHour       ? tr("The throughput of this GPU at %1 is unknown.").arg(precisionName(m_query.precision))
                                       : tr("GPU memory unknown.");
}

QString OfferTableModel::toolTip(size_t offer, int column) const
{
    const OfferTable &offers = m_book->offers();
    const OfferFigures figures = offers.figures(offer);
    QStringList lines;
    if (column == Pin)
        return m_pinnedKeys.contains(offerKey(*m_book, offer)) ? tr("Remove from the comparison (Space)")
                                                               : tr("Pin to compare side by side (Space)");
    if (const QString why = whyUnknown(offer, column); !why.isEmpty())
        lines << why;
    if (orderOf(column) || column == From) {
        lines << publishedText(figures);
        if (const QString converted = conversionText(*m_book, offer, m_query.currency); !converted.isEmpty())
            lines << converted;
        const PriceSource *source = sourceOf(*m_book, offers.text(OfferText::Source, offer));
        lines << (source ? source->title : offers.text(OfferText::Source, offer));
        lines << tr("As of %1").arg(dayText(figures.asOf));
        if (hoursOf(figures.purchase) > 1 || figures.purchase == Purchase::Reserved1y || figures.purchase == Purchase::Reserved3y)
            lines << tr("Billed whether used or not.");
        if (column == TflopHour && isRecalled(*m_book, offer))
            lines << tr("The throughput is from a datasheet and has not been cross-checked.");
        if (const QString measured = column == MeasuredTflopHour ? measuredText(*m_book, offer) : QString(); !measured.isEmpty())
            lines << measured;
    } else if (lines.isEmpty()) {
        lines << (column == Provider ? m_book->catalog.providerName(offers.text(OfferText::Provider, offer)) : text(offer, column));
    }
    if (column == Region)
        lines << placeText(*m_book, offer);
    return lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
}

QString OfferTableModel::spoken(size_t offer) const
{
    const bool isPinned = m_pinnedKeys.contains(offerKey(*m_book, offer));
    const QString sentence = tr("%1: %2, %3; price from %4")
                                 .arg(offerName(*m_book, offer), gpuText(*m_book, offer), publishedText(m_book->offers().figures(offer)),
                                      sourceText(*m_book, offer));
    return isPinned ? tr("%1, pinned").arg(sentence) : sentence;
}

QVariant OfferTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == TflopHour)
        return tr("Dense %1, all GPUs together").arg(precisionName(m_query.precision));
    if (role == Qt::ToolTipRole && section == MeasuredTflopHour)
        return tr("As measured by your own benchmarks, all GPUs together");
    if (role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isFigure(section));
    switch (section) {
    case Pin: return QString();
    case Provider: return tr("Provider");
    case Type: return tr("Instance");
    case Region: return tr("Region");
    case Gpu: return tr("GPU");
    case GpuMemory: return tr("GiB each");
    case Vcpus: return tr("vCPU");
    case Memory: return tr("RAM GiB");
    case Way: return tr("Purchase");
    case Interrupted: return tr("Interrupted");
    case From: return tr("Price from");
    default: return orderHeading(*orderOf(section), currencyCode(m_query.currency));
    }
}

}  // namespace trainyard

#include "moc_offertablemodel.cpp"
