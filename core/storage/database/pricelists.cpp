// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/pricelists.h"

#include "core/knowledge/catalog/ratecard.h"
#include "core/storage/database/internal/ownerfile.h"
#include "core/storage/database/internal/ratecardfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace trainyard {

namespace {

constexpr qint64 kMaxStateBytes = 1024 * 1024;
constexpr std::array<const char *, 5> kResults{"never", "updated", "not-modified", "failed", "cancelled"};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

QJsonValue timeToJson(const QDateTime &time)
{
    return time.isValid() ? QJsonValue(time.toUTC().toString(Qt::ISODateWithMs)) : QJsonValue();
}
QDateTime timeFromJson(const QJsonValue &value) { return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC(); }

QJsonObject toJson(const PriceListState &state)
{
    QJsonArray documents;
    for (const ListedDocument &one : state.documents) {
        documents << QJsonObject{{QStringLiteral("address"), one.address},
                                 {QStringLiteral("etag"), QString::fromLatin1(one.etag)},
                                 {QStringLiteral("last_modified"), QString::fromLatin1(one.lastModified)}};
    }
    QJsonObject object{{QStringLiteral("result"), refreshResultName(state.result)},
                       {QStringLiteral("tried"), timeToJson(state.tried)},
                       {QStringLiteral("checked"), timeToJson(state.checked)},
                       {QStringLiteral("changed"), timeToJson(state.changed)},
                       {QStringLiteral("offers"), state.offers},
                       {QStringLiteral("notes"), QJsonArray::fromStringList(state.notes)},
                       {QStringLiteral("documents"), documents},
                       {QStringLiteral("whole"), state.isWhole}};
    if (state.error) {
        object[QStringLiteral("error")] = QJsonObject{{QStringLiteral("code"), static_cast<int>(state.error->code)},
                                                      {QStringLiteral("what"), state.error->what},
                                                      {QStringLiteral("detail"), state.error->detail}};
    }
    return object;
}

}  // namespace

QString refreshResultName(RefreshResult result) { return QLatin1String(kResults[static_cast<size_t>(result)]); }

PriceLists::PriceLists(const Paths &paths) : m_folder(paths.data + QStringLiteral("/offers/lists/")) {}

PriceLists::~PriceLists() = default;

QStringList PriceLists::names() const
{
    QStringList names;
    const QStringList files = QDir(m_folder).entryList({u'*' + kRateCardSuffix}, QDir::Files, QDir::Name);
    for (const QString &file : files)
        names << file.chopped(kRateCardSuffix.size());
    return names;
}

Result<OfferTable> PriceLists::offers(const QString &name) const
{
    QFile file(m_folder + name + kRateCardSuffix);
    if (!file.exists())
        return Error{ErrorCode::NotFound, Words::tr("No prices of “%1” have been fetched yet: run `yard offer refresh`.").arg(name), {}};
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::PermissionDenied,
                     Words::tr("The fetched prices in %1 cannot be read: check the permissions of the file.").arg(file.fileName()),
                     file.errorString()};
    }
    auto offers = parseRateCard(file.read(kMaxRateCardBytes + 1), {});
    if (!offers) {
        return Error{ErrorCode::Corrupt,
                     Words::tr("The fetched prices of “%1” are damaged: fetch them again with `yard offer refresh`.").arg(name),
                     offers.error().what};
    }
    return offers;
}

PriceListState PriceLists::state(const QString &name) const
{
    PriceListState state;
    state.name = name;
    QFile file(m_folder + name + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        return state;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxStateBytes)).object();
    const QString result = object[QStringLiteral("result")].toString();
    for (size_t i = 0; i < kResults.size(); ++i) {
        if (result == QLatin1String(kResults[i]))
            state.result = static_cast<RefreshResult>(i);
    }
    state.tried = timeFromJson(object[QStringLiteral("tried")]);
    state.checked = timeFromJson(object[QStringLiteral("checked")]);
    state.changed = timeFromJson(object[QStringLiteral("changed")]);
    state.offers = object[QStringLiteral("offers")].toInteger();
    state.isWhole = object[QStringLiteral("whole")].toBool();
    const QJsonArray notes = object[QStringLiteral("notes")].toArray(), documents = object[QStringLiteral("documents")].toArray();
    for (const QJsonValue &note : notes)
        state.notes << note.toString();
    for (const QJsonValue &one : documents) {
        state.documents << ListedDocument{one[QStringLiteral("address")].toString(), one[QStringLiteral("etag")].toString().toLatin1(),
                                          one[QStringLiteral("last_modified")].toString().toLatin1()};
    }
    if (const QJsonObject error = object[QStringLiteral("error")].toObject(); !error.isEmpty()) {
        state.error = Error{
            static_cast<ErrorCode>(std::clamp(error[QStringLiteral("code")].toInt(), 0, static_cast<int>(ErrorCode::Cancelled))),
            error[QStringLiteral("what")].toString(), error[QStringLiteral("detail")].toString()};
    }
    return state;
}

Result<std::unique_ptr<FileLock>> PriceLists::lock() const
{
    QDir().mkpath(m_folder);
    auto lock = std::make_unique<FileLock>(m_folder + QStringLiteral("refresh.lock"));
    if (!lock->tryLock()) {
        if (lock->systemError() == 0)
            return Error{ErrorCode::AlreadyExists, Words::tr("Prices are already being refreshed: wait until this is done."), {}};
        return cannotWriteError(m_folder + QStringLiteral("refresh.lock"), lock->systemError(), {});
    }
    const QStringList left = QDir(m_folder).entryList({QStringLiteral("*.part")}, QDir::Files);
    for (const QString &file : left)
        QFile::remove(m_folder + file);
    return lock;
}

QString PriceLists::scratchFile(const QString &name) const { return m_folder + name + QStringLiteral(".part"); }

Result<void> PriceLists::put(const OfferTable &offers, const PriceListState &state) const
{
    // In this order: if the program ends in between, the document is only requested once more.
    TRY_DO(writeOwnerFile(m_folder + state.name + kRateCardSuffix, writeRateCard(offers)));
    return putState(state);
}

Result<void> PriceLists::putState(const PriceListState &state) const
{
    return writeOwnerFile(m_folder + state.name + QStringLiteral(".json"), QJsonDocument(toJson(state)).toJson());
}

}  // namespace trainyard
