// SPDX-License-Identifier: GPL-3.0-or-later
// A fake provider of machines for tests: each machine is a file in a folder, which outlives the program that asked for it, as in a cloud,
// and so are its disk and its address. Nothing of it exists anywhere, and its prices are made up. On request it refuses, loses its answer,
// lists late, leaves disks behind, or ends the program in the middle of a call.
#pragma once

#include "core/provider/interface/machineprovider.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include <csignal>

namespace trainyard {

class FakeCloud : public MachineProvider {
public:
    enum class Fault {
        None,
        Refuses,      // nothing was done, and that is certain
        LostRequest,  // nothing was done, and no answer came
        LostAnswer,   // it was done, and no answer came
        DiesBefore,   // the program ends before it is done
        DiesAfter,    // … and after
    };
    // What a test sets and counts; shared, because the provider itself belongs to the code under test.
    struct Knobs {
        QString scope;                // of the account
        bool isOtherAccount = false;  // the credentials are those of another account, which has nothing
        std::atomic<Fault> fault = Fault::None;
        ErrorCode refusal = ErrorCode::NoCapacity;
        std::chrono::seconds appearsWithin{0};
        std::atomic<bool> isListed = true;
        std::atomic<int> creates = 0, stops = 0, terminates = 0;
        std::function<void()> inCreate;
        std::atomic<int> checks = 0;        // of the account
        std::optional<Error> checkProblem;  // how they fail

        QStringList withoutCapacity;  // regions, and zones; a region's name is also the zone that is taken when none is named
        ZoneUse zones = ZoneUse::None;
        bool hasConsole = false, hasParts = false;  // hasParts: a machine has a disk and an address, and they can be listed
        bool keepsParts = false;                    // they outlive their machine
        std::optional<bool> chargesStopped;         // as InstanceReport::isFullyCharged
        bool isStranded = false;                    // terminate() succeeds, and the machine stays
        SshTarget target;
        QByteArray console;                   // its output
        std::atomic<int> silentConsoles = 0;  // so many looks at it show nothing yet
        std::atomic<int> deathIn = 0;         // the program ends at that many beginnings and ends of calls; 0: never
        std::atomic<bool> canLetIn = true;
        std::atomic<int> letIns = 0;
        QString allowed;  // from where SSH is allowed, after letIn()
        bool hasOffers = false;
        std::mutex guard;
        QList<ProviderOffer> offers;         // what offers() says
        std::optional<Error> offersProblem;  // or how it fails
        int offersAsked = 0;
        SpotPricing spotPricing = SpotPricing::Fixed;
        QString zone;                       // of every machine
        QList<SpotPrice> prices;            // what spotPrices() says, oldest first
        std::optional<Error> priceProblem;  // or how it fails
        QList<SpotPriceFilter> pricesAsked;
        QMap<QString, QString> sent;  // the settings of the last create()
    };

    FakeCloud(const QString &folder, std::shared_ptr<Knobs> knobs) : m_folder(folder), m_knobs(std::move(knobs)) { QDir().mkpath(parts()); }

    QString kind() const override { return QStringLiteral("fake"); }
    QString name() const override { return QStringLiteral("Fake cloud"); }
    ProviderCapabilities capabilities() const override
    {
        ProviderCapabilities can;
        can.canCreate = can.canStop = can.canTerminate = true;
        can.hasConsole = m_knobs->hasConsole;
        can.hasOffers = m_knobs->hasOffers;
        can.zones = m_knobs->zones;
        can.canLetIn = m_knobs->canLetIn;
        can.sshRule = SshRuleScope::Region;
        can.appearsWithin = m_knobs->appearsWithin;
        can.spotPricing = m_knobs->spotPricing;
        return can;
    }

    Result<QList<ProviderOffer>> offers(const InstanceFilter &, std::stop_token) const override
    {
        const std::lock_guard lock(m_knobs->guard);
        ++m_knobs->offersAsked;
        return m_knobs->offersProblem ? Result<QList<ProviderOffer>>(*m_knobs->offersProblem)
                                      : Result<QList<ProviderOffer>>(m_knobs->offers);
    }
    Result<QList<SpotPrice>> spotPrices(const SpotPriceFilter &filter, std::stop_token) const override
    {
        const std::lock_guard lock(m_knobs->guard);
        m_knobs->pricesAsked << filter;
        return m_knobs->priceProblem ? Result<QList<SpotPrice>>(*m_knobs->priceProblem) : Result<QList<SpotPrice>>(m_knobs->prices);
    }
    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        ++m_knobs->creates;
        if (m_knobs->inCreate)
            m_knobs->inCreate();
        {
            const std::lock_guard lock(m_knobs->guard);
            m_knobs->sent = request.settings;
        }
        const QString zone = request.settings.value(QLatin1String(kZoneSetting));
        if (const QString place = zone.isEmpty() ? request.region : zone; m_knobs->withoutCapacity.contains(place))
            return Error{ErrorCode::NoCapacity, QStringLiteral("No capacity in %1.").arg(place), {}};
        const auto done = carriedOut([&] {
            if (m_knobs->hasParts) {
                plant(QStringLiteral("vol-") + request.clientToken, request.owner, request.clientToken);
                plant(QStringLiteral("ip-") + request.clientToken, request.owner, request.clientToken);
            }
            put(request.clientToken, "running", request.owner);
        });
        return done ? Result<InstanceReport>(*reportOn(request.clientToken)) : Result<InstanceReport>(done.error());
    }
    Result<InstanceReport> describe(const Instance &instance, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        if (m_knobs->isOtherAccount)
            return Error{ErrorCode::NotFound, QStringLiteral("None."), {}};
        const auto report = reportOn(instance.request.clientToken);
        return report ? Result<InstanceReport>(*report) : Result<InstanceReport>(Error{ErrorCode::NotFound, QStringLiteral("None."), {}});
    }
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        QList<InstanceReport> found;
        if (m_knobs->isOtherAccount)
            return found;
        for (const QString &token : tokens()) {
            if (m_knobs->isListed && (filter.clientToken.isEmpty() || filter.clientToken == token))
                found << *reportOn(token);
        }
        return found;
    }
    Result<void> stop(const Instance &instance, std::stop_token) const override
    {
        ++m_knobs->stops;
        return carriedOut([&] { put(instance.request.clientToken, "stopped", instance.request.owner); });
    }
    Result<void> start(const Instance &instance, const StepReport &, std::stop_token) const override
    {
        return carriedOut([&] { put(instance.request.clientToken, "running", instance.request.owner); });
    }
    Result<void> letIn(const Instance &, const QString &address, const StepReport &, std::stop_token) const override
    {
        ++m_knobs->letIns;
        return carriedOut([&] {
            const std::lock_guard lock(m_knobs->guard);
            m_knobs->allowed = address;
        });
    }
    Result<void> terminate(const Instance &instance, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        ++m_knobs->terminates;
        if (m_knobs->isOtherAccount)
            return Error{ErrorCode::NotFound, QStringLiteral("None."), {}};
        return carriedOut([&] { end(instance.request.clientToken); });
    }
    Result<SshTarget> sshTarget(const Instance &, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        SshTarget target = m_knobs->target;
        if (target.host.isEmpty())
            target.host = QStringLiteral("192.0.2.7");
        return target;
    }
    Result<QByteArray> consoleOutput(const Instance &, qint64 limit, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        return m_knobs->silentConsoles-- > 0 ? QByteArray("Booting.\r\n") : m_knobs->console.right(limit);
    }
    Result<AccountReport> check(const QString &account, std::stop_token) const override
    {
        ++m_knobs->checks;
        if (m_knobs->checkProblem)
            return *m_knobs->checkProblem;
        return AccountReport{m_knobs->isOtherAccount ? QStringLiteral("fake:other") : QStringLiteral("fake:") + account,
                             {QStringLiteral("fake:Terminate")},
                             {QStringLiteral("eu-1")},
                             m_knobs->scope};
    }
    Result<QString> policy() const override { return QStringLiteral("{\"fake\": true}"); }

    // All files: machines and what belongs to them.
    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        if (!m_knobs->hasParts)
            return MachineProvider::resources(filter, {});
        if (m_knobs->isOtherAccount)
            return QList<CloudResource>();
        if (const Fault fault = m_knobs->fault; fault == Fault::Refuses || fault == Fault::LostAnswer)
            return Error{m_knobs->refusal, QStringLiteral("Refused."), {}};
        QList<CloudResource> found;
        for (const QString &token : tokens())
            found << resource(CloudResource::Kind::Instance, QStringLiteral("i-") + token, lines(m_folder + u'/' + token).value(1), token);
        const QStringList names = QDir(parts()).entryList(QDir::Files, QDir::Name);
        for (const QString &name : names) {
            const QStringList tags = lines(parts() + u'/' + name);
            found << resource(partKind(name), name, tags.value(0), tags.value(1));
        }
        found.removeIf(
            [&filter](const CloudResource &one) { return !filter.clientToken.isEmpty() && one.clientToken != filter.clientToken; });
        return found;
    }
    Result<void> release(const QString &, const CloudResource &resource, std::stop_token) const override
    {
        const Tick tick(*m_knobs);
        return carriedOut([&] {
            if (resource.kind == CloudResource::Kind::Instance)
                end(resource.providerId.mid(2));
            else
                QFile::remove(parts() + u'/' + resource.providerId);
        });
    }

    QStringList tokens() const { return QDir(m_folder).entryList(QDir::Files, QDir::Name); }
    QStringList partNames() const { return QDir(parts()).entryList(QDir::Files, QDir::Name); }
    // As if a person or another program had made it.
    void plant(const QString &name, const QString &owner, const QString &token) const
    {
        write(parts() + u'/' + name, owner + u'\n' + token);
    }
    void put(const QString &token, const char *state, const QString &owner) const
    {
        write(m_folder + u'/' + token, QString::fromLatin1(state) + u'\n' + owner);
    }

    // Counts the beginning and the end of a call.
    class Tick {
    public:
        explicit Tick(Knobs &knobs) : m_knobs(knobs) { count(); }
        ~Tick() { count(); }

    private:
        void count()
        {
            if (m_knobs.deathIn > 0 && --m_knobs.deathIn == 0)
                ::raise(SIGKILL);
        }
        Knobs &m_knobs;
    };

private:
    static CloudResource::Kind partKind(const QString &name)
    {
        if (name.startsWith(QLatin1String("vol-")))
            return CloudResource::Kind::Disk;
        if (name.startsWith(QLatin1String("snap-")))
            return CloudResource::Kind::Snapshot;
        return name.startsWith(QLatin1String("sir-")) ? CloudResource::Kind::SpotRequest : CloudResource::Kind::Address;
    }
    QString parts() const { return m_folder + QStringLiteral("/parts"); }
    static CloudResource resource(CloudResource::Kind kind, const QString &id, const QString &owner, const QString &token)
    {
        CloudResource one;
        one.kind = kind;
        one.providerId = id;
        one.region = QStringLiteral("eu-1");
        one.owner = owner;
        one.clientToken = token;
        one.perDay = Money(Money::kNanosPerUnit / 4, Currency::USD);
        return one;
    }
    void end(const QString &token) const
    {
        if (m_knobs->isStranded)
            return;
        if (!m_knobs->keepsParts) {
            QFile::remove(parts() + QStringLiteral("/vol-") + token);
            QFile::remove(parts() + QStringLiteral("/ip-") + token);
        }
        QFile::remove(m_folder + u'/' + token);
    }
    Result<void> carriedOut(const std::function<void()> &work) const
    {
        const Fault fault = m_knobs->fault;
        if (fault == Fault::DiesBefore)
            ::raise(SIGKILL);
        if (fault == Fault::Refuses)
            return Error{m_knobs->refusal, QStringLiteral("Refused."), {}};
        if (fault != Fault::LostRequest)
            work();
        if (fault == Fault::DiesAfter)
            ::raise(SIGKILL);
        if (fault == Fault::LostRequest || fault == Fault::LostAnswer)
            return Error{ErrorCode::ConnectionLost, QStringLiteral("No answer."), {}};
        return {};
    }
    static void write(const QString &path, const QString &text)
    {
        QSaveFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit())
            qFatal("the fake cloud cannot write");
    }
    static QStringList lines(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n') : QStringList();
    }
    std::optional<InstanceReport> reportOn(const QString &token) const
    {
        const QStringList kept = lines(m_folder + u'/' + token);
        if (kept.isEmpty())
            return std::nullopt;
        InstanceReport report;
        report.providerId = QStringLiteral("i-") + token;
        report.clientToken = token;
        report.state = kept.first() == QLatin1String("running") ? ProvidedState::Running : ProvidedState::Stopped;
        report.zone = m_knobs->zone;
        if (report.state == ProvidedState::Stopped)
            report.isFullyCharged = m_knobs->chargesStopped;
        return report;
    }

    const QString m_folder;
    const std::shared_ptr<Knobs> m_knobs;
};

}  // namespace trainyard
