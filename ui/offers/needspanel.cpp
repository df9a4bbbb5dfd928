// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/needspanel.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/offers/namecompleter.h"
#include "ui/offers/needtext.h"
#include "ui/offers/offerwords.h"
#include "ui/offers/placemenu.h"

#include <QAction>
#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

// Places that have offers, in the language of the window.
QStringList placeNames(const OfferBook &book)
{
    const Places &places = book.catalog.places();
    const PlaceLanguage language = placeLanguage();
    std::vector<char> isThere(places.size());
    for (const PlaceId id : book.catalog.placeIds())
        isThere[id] = true;
    QStringList names;
    for (size_t id = 1; id < places.size(); ++id) {
        if (!isThere[id])
            continue;
        const Place &place = places.place(static_cast<PlaceId>(id));
        names << places.continentName(*place.continent, language) << places.countryName(place.country, language)
              << places.cityName(static_cast<PlaceId>(id), language);
    }
    for (const Places::Group &group : places.groups())
        names << (language == PlaceLanguage::Chinese ? group.chinese : group.english);
    names.removeDuplicates();
    names.removeAll(QString());
    names.sort(Qt::CaseInsensitive);
    return names;
}

}  // namespace

NeedsPanel::NeedsPanel(QWidget *parent)
    : Card(parent), m_gpus(addField(QStringLiteral("needGpus"), tr("GPU"), tr("any, or H100, A100 80GB"))),
      m_count(addField(QStringLiteral("needCount"), tr("Count"), tr("8, 4+, 2-8"))),
      m_price(addField(QStringLiteral("needPrice"), {}, tr("any"))),
      m_gpuMemory(addField(QStringLiteral("needGpuMemory"), tr("Memory per GPU"), tr("any, in GiB"))),
      m_totalMemory(addField(QStringLiteral("needTotalMemory"), tr("Total GPU memory"), tr("any, in GiB"))),
      m_vcpus(addField(QStringLiteral("needVcpus"), tr("vCPUs"), tr("any"))),
      m_memory(addField(QStringLiteral("needMemory"), tr("RAM, GiB"), tr("any"))),
      m_provider(addField(QStringLiteral("needProvider"), tr("Provider"), tr("any, or AWS, Lambda"))),
      m_place(addField(QStringLiteral("needPlace"), tr("Place"), tr("anywhere, or Europe, Japan"))),
      m_region(addField(QStringLiteral("needRegion"), tr("Region"), tr("any, or us, eu-west"))),
      m_pickPlace(
          makeIconButton(QStringLiteral("pickPlaceButton"), QStringLiteral("chevron-down"), tr("Pick continents and countries"), this)),
      m_reset(makeButton(QStringLiteral("resetNeedsButton"), tr("Reset"), ButtonVariant::Link, {}, this))
{
    setObjectName(QStringLiteral("needsPanel"));
    setAccessibleName(tr("Job requirements"));
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(tr("Job requirements"), TextRole::Section, Ink::Text1, this), 1);
    QSizePolicy kept = m_reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // nothing moves when the reset button appears
    m_reset->setSizePolicy(kept);
    head->addWidget(m_reset);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(15), dp(12), dp(15), dp(14));
    column->setSpacing(dp(10));
    column->addLayout(head);
    column->addWidget(rowOf(m_gpus));
    addPair(column, m_count, m_price);
    addPair(column, m_gpuMemory, m_totalMemory);
    addPair(column, m_vcpus, m_memory);
    column->addWidget(rowOf(m_provider));
    addPlace(column);
    column->addWidget(rowOf(m_region));
    addPurchases(column);

    connect(m_reset, &QPushButton::clicked, this, &NeedsPanel::reset);
    setCurrency(m_query.currency);
    read(false);
}

QLineEdit *NeedsPanel::addField(const QString &objectName, const QString &label, const QString &placeholder)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(objectName);
    field->setPlaceholderText(placeholder);
    auto *row = new FieldRow(label, field, this);
    row->setRoomKept(false);
    m_rows << row;
    connect(field, &QLineEdit::textChanged, this, [this] { read(false); });
    connect(field, &QLineEdit::editingFinished, this, [this] { read(true); });
    return field;
}

FieldRow *NeedsPanel::rowOf(QLineEdit *field) const
{
    return *std::find_if(m_rows.cbegin(), m_rows.cend(), [field](const FieldRow *row) { return row->control() == field; });
}

void NeedsPanel::addPair(QVBoxLayout *column, QLineEdit *left, QLineEdit *right)
{
    auto *pair = new QHBoxLayout;
    pair->setSpacing(dp(10));
    pair->addWidget(rowOf(left), 1, Qt::AlignBottom);
    pair->addWidget(rowOf(right), 1, Qt::AlignBottom);
    column->addLayout(pair);
}

void NeedsPanel::addPlace(QVBoxLayout *column)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(dp(4));
    row->addWidget(rowOf(m_place), 1);
    // Beside the field: not beside its label, nor beside an error below it.
    auto *beside = new QVBoxLayout;
    beside->setSpacing(0);
    beside->addSpacing(lineHeight(TextRole::Small) + dp(5));
    beside->addWidget(m_pickPlace);
    beside->addStretch(1);
    m_pickPlace->setFixedHeight(m_place->sizeHint().height());
    row->addLayout(beside);
    column->addLayout(row);
    connect(m_pickPlace, &QToolButton::clicked, this, &NeedsPanel::pickPlace);
}

void NeedsPanel::pickPlace()
{
    if (!m_book)
        return;
    auto *menu = new PlaceMenu(*m_book, namesFromText(m_place->text()), this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu, &PlaceMenu::anywhereChosen, m_place, &QLineEdit::clear);
    connect(menu, &PlaceMenu::placeToggled, this, [this](const QString &name, bool isChosen) {
        QStringList names = namesFromText(m_place->text());
        names.removeIf([&](const QString &one) { return one.compare(name, Qt::CaseInsensitive) == 0; });
        if (isChosen)
            names << name;
        m_place->setText(names.join(QStringLiteral(", ")));
    });
    menu->popup(m_pickPlace->mapToGlobal(QPoint(0, m_pickPlace->height())));
}

// The last valid places are kept until the next valid ones.
void NeedsPanel::readPlaces(bool isFinal)
{
    const QStringList names = namesFromText(m_place->text());
    const auto stranger = std::find_if(names.cbegin(), names.cend(),
                                       [this](const QString &name) { return m_book && !m_book->catalog.places().within(name); });
    if (stranger == names.cend()) {
        m_query.places = names;
        rowOf(m_place)->clearError();
    } else if (isFinal) {
        rowOf(m_place)->setError(tr("“%1” is not a known place. Enter a continent, country or city.").arg(*stranger));
    }
}

void NeedsPanel::addPurchases(QVBoxLayout *column)
{
    auto *box = new QVBoxLayout;
    box->setSpacing(dp(6));
    box->addWidget(new Label(tr("Purchase"), TextRole::Small, Ink::Text2, this));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(dp(10));
    grid->setVerticalSpacing(dp(6));
    const QList<Purchase> all = purchases();
    for (int i = 0; i < all.size(); ++i) {
        QString word = purchaseWord(all[i]);
        word[0] = word[0].toUpper();
        auto *check = new QCheckBox(word, this);
        check->setObjectName(QStringLiteral("needPurchase%1").arg(i));
        check->setAccessibleName(tr("Purchase: %1").arg(word));
        connect(check, &QCheckBox::toggled, this, [this] { read(false); });
        grid->addWidget(check, i / 2, i % 2);
        m_purchases << check;
    }
    box->addLayout(grid);
    column->addLayout(box);
}

void NeedsPanel::setBook(const OfferBookPtr &book)
{
    m_book = book;
    const OfferTable &offers = book->offers();
    const auto texts = [&](OfferText which) {
        QStringList found;
        for (quint32 id = 0; id < offers.column(which).idCount(); ++id) {
            const QString &text = offers.column(which).value(id);
            if (!text.isEmpty())
                found << (which == OfferText::Provider ? book->catalog.providerName(text) : text);
        }
        found.removeDuplicates();
        found.sort(Qt::CaseInsensitive);
        return found;
    };
    completeNames(m_gpus, texts(OfferText::Gpu));
    completeNames(m_region, texts(OfferText::Region));
    completeNames(m_provider, texts(OfferText::Provider));
    completeNames(m_place, placeNames(*book));
    read(true);
}

void NeedsPanel::setCurrency(Currency currency)
{
    rowOf(m_price)->setLabel(tr("Up to, %1/h").arg(currencyCode(currency)));
    m_query.currency = currency;
    m_query.mostPerHour.reset();
    read(false);
}

void NeedsPanel::read(bool isFinal)
{
    const OfferQuery before = m_query;
    // The last valid value is kept until the next valid one.
    const auto take = [&](QLineEdit *field, auto &target, auto parse, const QString &error) {
        const QString text = field->text().trimmed();
        const auto value = parse(text);
        if (text.isEmpty())
            target.reset();
        else if (value)
            target = static_cast<typename std::remove_reference_t<decltype(target)>::value_type>(*value);
        if (text.isEmpty() || value)
            rowOf(field)->clearError();
        else if (isFinal)
            rowOf(field)->setError(error);
    };
    const QString number = tr("Enter a number above 0.");
    if (const auto counts = gpuCountsFromText(m_count->text())) {
        m_query.leastGpus = counts->least;
        m_query.mostGpus = counts->most;
        rowOf(m_count)->clearError();
    } else if (isFinal) {
        rowOf(m_count)->setError(tr("Enter 8, 4+ or 2-8."));
    }
    take(m_gpuMemory, m_query.leastGpuMemoryMiB, mebibytesFromGib, number);
    take(m_totalMemory, m_query.leastTotalGpuMemoryMiB, mebibytesFromGib, number);
    take(m_memory, m_query.leastMemoryMiB, mebibytesFromGib, number);
    take(
        m_vcpus, m_query.leastVcpus, [](const QString &text) { return amountFromText(text, 2, 1'000'000); }, number);
    take(
        m_price, m_query.mostPerHour,
        [this](const QString &text) -> std::optional<Money> {
            const auto price = Money::parse(text.toUtf8(), m_query.currency);
            return price && price->nanos() > 0 ? std::optional(*price) : std::nullopt;
        },
        number);
    m_query.gpus = namesFromText(m_gpus->text());
    readPlaces(isFinal);
    m_query.regions = namesFromText(m_region->text());
    m_query.providers = namesFromText(m_provider->text());
    m_query.purchases.clear();
    for (int i = 0; i < m_purchases.size(); ++i) {
        if (m_purchases[i]->isChecked())
            m_query.purchases << purchases()[i];
    }
    m_reset->setVisible(!conditionsOf(m_query).isEmpty());
    if (!(m_query == before))
        Q_EMIT changed();
}

void NeedsPanel::setGpus(const QStringList &names) { m_gpus->setText(names.join(QStringLiteral(", "))); }

void NeedsPanel::setCount(qint32 least, std::optional<qint32> most) { m_count->setText(gpuCountsText({least, most})); }

void NeedsPanel::clear(OfferCondition condition)
{
    switch (condition) {
    case OfferCondition::Gpu: m_gpus->clear(); break;
    case OfferCondition::Count: m_count->clear(); break;
    case OfferCondition::GpuMemory: m_gpuMemory->clear(); break;
    case OfferCondition::TotalGpuMemory: m_totalMemory->clear(); break;
    case OfferCondition::Vcpus: m_vcpus->clear(); break;
    case OfferCondition::Memory: m_memory->clear(); break;
    case OfferCondition::Place: m_place->clear(); break;
    case OfferCondition::Region: m_region->clear(); break;
    case OfferCondition::Provider: m_provider->clear(); break;
    case OfferCondition::Purchase:
        for (QCheckBox *check : std::as_const(m_purchases))
            check->setChecked(false);
        break;
    case OfferCondition::Price: m_price->clear(); break;
    case OfferCondition::Text: break;
    }
}

QMap<QString, QString> NeedsPanel::texts() const
{
    QMap<QString, QString> texts;
    for (const FieldRow *row : m_rows) {
        if (const QString text = static_cast<QLineEdit *>(row->control())->text().trimmed(); !text.isEmpty())
            texts.insert(row->control()->objectName(), text);
    }
    for (const QCheckBox *check : m_purchases) {
        if (check->isChecked())
            texts.insert(check->objectName(), QStringLiteral("1"));
    }
    return texts;
}

void NeedsPanel::setTexts(const QMap<QString, QString> &texts)
{
    for (FieldRow *row : std::as_const(m_rows))
        static_cast<QLineEdit *>(row->control())->setText(texts.value(row->control()->objectName()));
    for (QCheckBox *check : std::as_const(m_purchases))
        check->setChecked(texts.contains(check->objectName()));
}

void NeedsPanel::reset()
{
    for (const OfferCondition condition : conditionsOf(m_query))
        clear(condition);
    // A field that was never valid is not a condition.
    for (FieldRow *row : std::as_const(m_rows))
        static_cast<QLineEdit *>(row->control())->clear();
}

}  // namespace trainyard

#include "moc_needspanel.cpp"
