// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/machinerenter.h"

#include "core/base/filelock.h"
#include "core/base/retry.h"
#include "core/base/seentext.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/service/clouds/consolekeys.h"
#include "core/service/clouds/giveback.h"
#include "core/service/clouds/hostkeymaker.h"
#include "core/service/clouds/hostkeyreplacer.h"
#include "core/service/clouds/letin.h"
#include "core/service/clouds/ownaddress.h"
#include "core/service/clouds/rentchecks.h"
#include "core/service/clouds/rentedhostkeys.h"
#include "core/service/clouds/rentfindings.h"
#include "core/service/machines/checkkeeper.h"
#include "core/service/machines/instanceoperations.h"
#include "core/service/machines/machinechecker.h"
#include "core/transport/ssh/keystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QUuid>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct RenterWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

constexpr qint64 kConsoleBytes = 64 * 1024;  // what clouds keep of it
constexpr auto kLoginDeadline = 20s;         // a machine that is still booting may accept and then say nothing
const QString kOwnKey = QStringLiteral("rented");

// An error that a machine which is still starting may give.
bool mayPass(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Unreachable:
    case ErrorCode::TimedOut:
    case ErrorCode::ConnectionLost:
    case ErrorCode::NotFound:
    case ErrorCode::Io: return true;
    default: return false;
    }
}

QString placeText(const RentPlace &place) { return RenterWords::tr("%1 in %2", "a type, a region").arg(place.type, place.where()); }

Result<StoredKey> loginKey(const Paths &paths, const QString &name)
{
    const KeyStore keys(paths.keys());
    const auto known = rentKey(paths, name);
    if (known && known->publicLine.isEmpty()) {
        return invalidInput(RenterWords::tr("The public half of the key “%1” is unknown: use another key with --key.").arg(known->name()));
    }
    if (known && known->isEncrypted) {
        return invalidInput(
            RenterWords::tr("The key “%1” has a passphrase, and there is no prompt for it while the machine starts: use a key "
                            "without one.")
                .arg(known->name()));
    }
    if (known || !name.isEmpty() || known.error().code != ErrorCode::NotFound)
        return known;
    const auto made = keys.generate(kOwnKey, {}, QStringLiteral("trainyard@") + QSysInfo::machineHostName());
    // Another program was faster.
    return made || made.error().code != ErrorCode::AlreadyExists ? made : keys.key(kOwnKey);
}

// Of a machine, or of an instance that is not one yet or no longer.
bool isTaken(const StateDatabase &database, const QList<Instance> &live, const QString &name)
{
    return database.machines.find(name)
           || std::any_of(live.begin(), live.end(), [&name](const Instance &one) { return one.request.name == name; });
}

// "g6.2xlarge", "g6.2xlarge-2" …
QString freeName(const StateDatabase &database, const QList<Instance> &live, const QString &type)
{
    QString name = type;
    for (int number = 2; isTaken(database, live, name); ++number)
        name = type + u'-' + QString::number(number);
    return name;
}

// The same place in each zone that the provider says has the type, by name; none where a zone was named or its create() asks them all.
QList<RentPlace> zonesOf(const MachineProvider &provider, const QString &account, const RentPlace &place, bool isSpot,
                         const std::stop_token &stop)
{
    const ProviderCapabilities can = provider.capabilities();
    if (!place.zone.isEmpty() || can.zones != ZoneUse::TakesOne || !can.hasOffers)
        return {};
    const auto offers = provider.offers({account, place.region, {}, {}}, stop);
    QList<RentPlace> places;
    for (const QString &zone : offers ? zonesWith(*offers, place, isSpot) : QStringList()) {
        places << place;
        places.last().zone = zone;
    }
    return places;
}

RentedHostKeys hostKeysOf(const InstanceOperations &operations, InstanceId id)
{
    return {operations.hostKeysFile(id), InstanceOperations::hostKeyAlias(id)};
}

}  // namespace

Result<StoredKey> rentKey(const Paths &paths, const QString &name) { return KeyStore(paths.keys()).key(name.isEmpty() ? kOwnKey : name); }

struct MachineRenter::Job {
    const InstanceOperations operations;
    const MachineProvider *provider = nullptr;
    RentPlace place;
    Instance instance;
    std::unique_ptr<FileLock> lock;
    QByteArray ownHostKey;  // public; made here for a provider without a console
    QElapsedTimer clock;
    qint64 before = 0;      // ms from the request to the start of the clock
    qint64 stageBegan = 0;  // ms since the request
    // How long the machine had been in its state when this program took it over; the stages of this state use it up.
    std::chrono::milliseconds behind{0};
    bool isFreshKeyDue = false;  // the server was told to use another key, and did not within its time

    qint64 sinceRequest() const { return before + clock.elapsed(); }
    std::chrono::milliseconds left(std::chrono::milliseconds limit)
    {
        const auto used = std::min(behind, limit);
        behind -= used;
        return std::max(limit - used, std::min<std::chrono::milliseconds>(limit, kResumedLeast));
    }
};

void MachineRenter::tell(Job &job, RentStage stage, bool isDone, const QString &evidence, bool isRefused)
{
    const qint64 now = job.sinceRequest();
    RentStep step;
    step.stage = stage;
    step.isDone = isDone;
    step.isRefused = isRefused;
    step.place = placeText(job.place);
    step.evidence = seenText(evidence.left(200), u"", u'?');
    step.sinceRequest = std::chrono::milliseconds(now);
    step.took = std::chrono::milliseconds(now - job.stageBegan);
    if (isDone)
        job.stageBegan = now;
    if (m_report)
        m_report(step);
}

// Looks until it finds something, the stage's time is over, or an error will not pass.
template <typename T, typename Look>
Result<T> MachineRenter::waitFor(Job &job, RentStage stage, std::chrono::milliseconds limit, const std::stop_token &stop, Look look)
{
    const QDeadlineTimer deadline(job.left(limit));
    while (true) {
        Result<std::optional<T>> looked = look();
        if (looked && *looked)
            return **looked;
        if (stop.stop_requested())
            return cancelledError();
        if (!looked && !mayPass(looked.error().code))
            return looked.error();
        if (deadline.hasExpired()) {
            return Error{ErrorCode::TimedOut,
                         RenterWords::tr("%1 did not get past “%2” within %3 minutes.")
                             .arg(job.instance.request.name, rentStageTitle(stage))
                             .arg(std::chrono::ceil<std::chrono::minutes>(limit).count()),
                         looked ? QString() : looked.error().what};
        }
        tell(job, stage, false, looked ? QString() : looked.error().what);
        if (!pauseFor(m_times.pause, stop))
            return cancelledError();
    }
}

Result<void> MachineRenter::moveTo(Job &job, InstanceState state)
{
    const auto moved = m_context.database->instances.update(job.instance.id, [&](Instance &one) {
        one.state = state;
        // How long others of this type will take. Time in which no program worked on it would not be the provider's.
        if (state == InstanceState::Ready && job.before == 0)
            one.request.settings.insert(QLatin1String(kReadyAfterSetting), QString::number(std::max<qint64>(1, job.sinceRequest() / 1000)));
    });
    if (moved) {
        job.instance = *moved;
        job.behind = {};
    }
    return moved ? Result<void>() : Result<void>(moved.error());
}

Result<Instance> MachineRenter::request(const RentOrder &order, Job &job, const std::stop_token &stop)
{
    TRY(const auto account, m_context.database->accounts.find(order.account));
    TRY(const auto key, loginKey(m_context.paths, order.keyName));
    TRY(job.provider, m_context.providers.find(account.providerKind));
    // Other credentials later could not see the machine, and would take it for gone.
    // While the order is made, its account is asked, so that the click waits for nothing.
    auto signedIn = m_context.accountReports.fresh(account);
    if (!signedIn) {
        if (const auto report = job.provider->check(account.name, stop)) {
            m_context.accountReports.keep(account, *report);
            signedIn = *report;
        }
    }
    TRY_DO(checkZones(order, job.provider->capabilities(), job.provider->name()));
    Error last;
    QList<RentPlace> places = order.places;
    for (qsizetype number = 0; number < places.size(); ++number) {
        const RentPlace place = places[number];
        job.place = place;
        InstanceRequest request = requestOf(order, place, account, key.publicLine);
        // Clouds refuse a token that comes back with other values.
        if (!order.clientToken.isEmpty())
            request.clientToken = number == 0 ? order.clientToken : QStringLiteral("%1-%2").arg(order.clientToken).arg(number + 1);
        if (signedIn && !signedIn->identity.isEmpty())
            request.settings.insert(QLatin1String(kSignedInSetting), signedIn->identity);
        if (signedIn && !signedIn->scope.isEmpty())
            request.settings.insert(QLatin1String(kSignedInScopeSetting), signedIn->scope);
        if (!job.provider->capabilities().hasConsole) {
            TRY(const auto made, makeHostKey(m_context.paths.instances()));
            request.secretSettings.insert(QLatin1String(kUserDataSetting), made.userData);
            job.ownHostKey = made.publicLine;
            request.settings.insert(QLatin1String(kMadeHostKeySetting), QString::fromLatin1(made.publicLine));
        }
        // Before it is written, so that no other program takes it for abandoned.
        if (request.clientToken.isEmpty())
            request.clientToken = QUuid::createUuid().toString(QUuid::WithoutBraces);
        TRY(job.lock, job.operations.rentingLock(request.clientToken));
        // Written first, so that what is asked for can be found again, whatever happens next.
        TRY(const auto written, m_context.database->instances.request(request));
        job.instance = written;
        if (!job.ownHostKey.isEmpty()) {
            TRY_DO(hostKeysOf(job.operations, written.id).write({job.ownHostKey}));
        }
        tell(job, RentStage::Request, false);
        const auto made = job.operations.create(
            request, [](const QString &) {}, stop);
        if (made) {
            job.instance = *made;
            // The rule may be that of other machines, too.
            if (const QString from = request.settings.value(QLatin1String(kOwnAddressSetting)); !from.isEmpty())
                (void)noteLetIn(*m_context.database, job.provider->capabilities(), *made, from);
            tell(job, RentStage::Request, true, made->providerId);
            return made;
        }
        last = made.error();
        if (last.code != ErrorCode::NoCapacity && last.code != ErrorCode::OverQuota)
            return last;
        tell(job, RentStage::Request, false, last.what, true);
        // The one that the provider took may be the only one that is full. A quota is that of the region.
        if (last.code == ErrorCode::NoCapacity) {
            const QList<RentPlace> zones = zonesOf(*job.provider, account.name, place, order.isSpot, stop);
            for (qsizetype i = 0; i < zones.size(); ++i)
                places.insert(number + 1 + i, zones[i]);
        }
    }
    return last;
}

Result<SshTarget> MachineRenter::booted(Job &job, const std::stop_token &stop)
{
    return waitFor<SshTarget>(job, RentStage::Boot, m_times.boot, stop, [&]() -> Result<std::optional<SshTarget>> {
        TRY(job.instance, job.operations.refresh(job.instance.id, stop));
        if (!isUp(job.instance.state)) {
            return Error{ErrorCode::Unsupported,
                         RenterWords::tr("%1 ended while it started: ask for another one.").arg(job.instance.request.name),
                         job.instance.reason};
        }
        TRY(const auto target, job.provider->sshTarget(job.instance, stop));
        return std::optional(target);
    });
}

Result<void> MachineRenter::answersSsh(Job &job, const SshTarget &target, const std::stop_token &stop)
{
    // Nothing is sent to a server whose key is not known: it answers, and the connection ends there.
    SshTarget unknown = target;
    unknown.knownHostsFile = QStringLiteral("/dev/null");
    unknown.hostKeyAlias = InstanceOperations::hostKeyAlias(job.instance.id);
    TRY(const auto seen, waitFor<QString>(job, RentStage::Ssh, m_times.ssh, stop, [&]() -> Result<std::optional<QString>> {
            const auto opened = SshConnection::open(unknown, {}, QDeadlineTimer(kLoginDeadline), stop,
                                                    m_context.connections->services().reactor);
            if (opened || opened.error().code == ErrorCode::HostKeyUnknown)
                return std::optional(opened ? (*opened)->hostKey().fingerprint : opened.error().detail);
            return opened.error();
        }));
    TRY_DO(moveTo(job, InstanceState::AnswersSsh));
    tell(job, RentStage::Ssh, true, seen);
    return {};
}

Result<void> MachineRenter::putHostKeys(Job &job, const std::stop_token &stop)
{
    if (!job.ownHostKey.isEmpty()) {
        // The program that made it may have ended before this was written. What is there may already name the key that replaces it.
        const QFileInfo written(job.operations.hostKeysFile(job.instance.id));
        return written.size() > 0 ? Result<void>() : hostKeysOf(job.operations, job.instance.id).write({job.ownHostKey});
    }
    TRY(const auto keys,
        waitFor<QList<QByteArray>>(job, RentStage::HostKey, m_times.hostKey, stop, [&]() -> Result<std::optional<QList<QByteArray>>> {
            TRY(const auto console, job.provider->consoleOutput(job.instance, kConsoleBytes, stop));
            const QList<QByteArray> found = hostKeysOnConsole(console);
            return found.isEmpty() ? std::nullopt : std::optional(found);
        }));
    return hostKeysOf(job.operations, job.instance.id).write(keys);
}

Result<std::shared_ptr<SshConnection>> MachineRenter::logIn(Job &job, const SshTarget &target, const std::stop_token &stop)
{
    using Opened = std::shared_ptr<SshConnection>;
    const bool isKeyComing = !job.ownHostKey.isEmpty() && job.instance.state < InstanceState::HostKeyChecked;
    return waitFor<Opened>(job, RentStage::HostKey, m_times.hostKey, stop, [&]() -> Result<std::optional<Opened>> {
        auto opened = SshConnection::open(target, {}, QDeadlineTimer(kLoginDeadline), stop, m_context.connections->services().reactor);
        if (opened)
            return std::optional(*opened);
        // cloud-init puts the person's key, and the host key that was made here, into place some seconds after the server started.
        const ErrorCode code = opened.error().code;
        if (code == ErrorCode::AuthenticationFailed || (code == ErrorCode::HostKeyChanged && isKeyComing))
            return Error{ErrorCode::Unreachable, opened.error().what, opened.error().detail};
        if (code == ErrorCode::HostKeyChanged || code == ErrorCode::HostKeyUnknown) {
            return Error{ErrorCode::HostKeyChanged,
                         RenterWords::tr("The server at %1 does not have the host key of the machine: the connection may be intercepted. "
                                         "Nothing was sent to it.")
                             .arg(target.display()),
                         opened.error().detail};
        }
        return opened.error();
    });
}

// Once the server has proved itself with another key, the one that was in the user data is no longer trusted.
Result<void> MachineRenter::trustOnlyTheServers(const Job &job, const SshConnection &connection)
{
    return hostKeysOf(job.operations, job.instance.id).trustOnly(connection.hostKey().fingerprint, job.ownHostKey);
}

std::shared_ptr<SshConnection> MachineRenter::reconnected(const Job &job, const SshTarget &target, const std::stop_token &stop) const
{
    const auto again = SshConnection::open(target, {}, QDeadlineTimer(kLoginDeadline), stop, m_context.connections->services().reactor);
    return again && trustOnlyTheServers(job, **again) ? *again : nullptr;
}

// Whoever can read the machine's user data knows the private half of a key that was made here. So the machine makes another one, whose
// public half comes over the connection that the first one proved. Until the server uses it both are valid.
Result<void> MachineRenter::freshHostKey(Job &job, const SshTarget &target, std::shared_ptr<SshConnection> &connection,
                                         const std::stop_token &stop)
{
    if (job.ownHostKey.isEmpty() || connection->hostKey().fingerprint != fingerprintOf(job.ownHostKey))
        return {};
    const auto fresh = makeFreshHostKey(*connection, job.ownHostKey, stop);
    if (!fresh) {
        tell(job, RentStage::HostKey, false, fresh.error().what);
        return stop.stop_requested() ? Result<void>(cancelledError()) : Result<void>();
    }
    TRY_DO(hostKeysOf(job.operations, job.instance.id).write({*fresh, job.ownHostKey}));
    TRY_DO(useFreshHostKey(*connection, job.ownHostKey, stop));
    const QDeadlineTimer deadline(kLoginDeadline);
    while (!deadline.hasExpired() && pauseFor(std::min<std::chrono::milliseconds>(m_times.pause, 1s), stop)) {
        const auto again = reconnected(job, target, stop);
        if (!again || again->hostKey().fingerprint != fingerprintOf(*fresh))
            continue;
        connection = again;
        return {};
    }
    job.isFreshKeyDue = true;
    return stop.stop_requested() ? Result<void>(cancelledError()) : Result<void>();
}

Result<void> MachineRenter::gpusAnswer(Job &job, const Machine &machine, std::shared_ptr<SshConnection> &connection,
                                       const std::stop_token &stop)
{
    TRY(const auto seen, waitFor<QString>(job, RentStage::Gpus, m_times.gpus, stop, [&]() -> Result<std::optional<QString>> {
            const auto asked = m_context.inspect(machine, *connection, false, stop);
            if (!asked && asked.error().code == ErrorCode::ConnectionLost) {
                // Some restart once their driver is installed. Its host key is compared again.
                if (const auto again = reconnected(job, machine.target, stop))
                    connection = again;
            }
            if (!asked)
                return asked.error();
            const MachineFacts &facts = *asked;
            const auto count = int(facts.gpus.size());
            if (count >= job.place.gpus) {
                return std::optional(count > 0 ? QStringLiteral("%1 × %2").arg(count).arg(facts.gpus.first().name)
                                               : RenterWords::tr("no GPU was ordered"));
            }
            // Drivers are installed while the machine starts.
            return Error{ErrorCode::NotFound, RenterWords::tr("%1 of %2 GPUs answer.").arg(count).arg(job.place.gpus), facts.gpuProblem};
        }));
    TRY_DO(moveTo(job, InstanceState::GpusAnswer));
    tell(job, RentStage::Gpus, true, seen);
    return {};
}

// What it finds does not decide: the person sees it, and the machine is theirs.
Result<void> MachineRenter::checked(Job &job, const Machine &machine, std::shared_ptr<SshConnection> &connection,
                                    const std::stop_token &stop)
{
    TRY(const auto facts, HealthFacts::builtIn());
    const QDeadlineTimer deadline(m_times.check);
    // As often as the connection is lost, as when this computer slept.
    TRY(const auto asked, waitFor<AskedCheck>(job, RentStage::Check, m_times.check, stop, [&]() -> Result<std::optional<AskedCheck>> {
            auto answer = askForCheck(
                *connection, {}, [&](const QString &words) { tell(job, RentStage::Check, false, words); }, deadline, stop);
            if (answer)
                return std::optional(*answer);
            const auto again = answer.error().code == ErrorCode::ConnectionLost ? reconnected(job, machine.target, stop) : nullptr;
            if (again)
                connection = again;
            return answer.error();
        }));
    (void)keepCheck(*m_context.database, machine.id, asked);
    const auto report = judgedCheck(asked, facts);
    TRY_DO(moveTo(job, InstanceState::Checked));
    tell(job, RentStage::Check, true, report ? report->summary() : report.error().what);
    return {};
}

// What became of a request whose program ended.
Result<void> MachineRenter::settled(Job &job, const std::stop_token &stop)
{
    TRY_DO(waitFor<bool>(job, RentStage::Request, m_times.boot, stop, [&]() -> Result<std::optional<bool>> {
        TRY(job.instance, job.operations.refresh(job.instance.id, stop));
        return job.instance.state == InstanceState::Requested ? std::nullopt : std::optional(true);
    }));
    job.behind = {};
    if (job.instance.state == InstanceState::Gone) {
        return Error{ErrorCode::NotFound,
                     RenterWords::tr("The request for %1 never reached its provider, and nothing was rented: ask for it again.")
                         .arg(job.instance.request.name),
                     job.instance.reason};
    }
    tell(job, RentStage::Request, true, job.instance.providerId);
    return {};
}

// From wherever it is.
Result<Machine> MachineRenter::climb(Job &job, const std::stop_token &stop)
{
    TRY(const auto address, booted(job, stop));
    TRY(const auto machine, job.operations.putMachine(job.instance, job.instance.request.name, stop));
    tell(job, RentStage::Boot, true, address.host);
    if (job.instance.state < InstanceState::AnswersSsh) {
        TRY_DO(answersSsh(job, machine.target, stop));
    }
    if (job.instance.state < InstanceState::HostKeyChecked) {
        TRY_DO(putHostKeys(job, stop));
    }
    TRY(auto connection, logIn(job, machine.target, stop));
    TRY_DO(trustOnlyTheServers(job, *connection));
    if (job.instance.state < InstanceState::HostKeyChecked) {
        TRY_DO(freshHostKey(job, machine.target, connection, stop));
        TRY_DO(moveTo(job, InstanceState::HostKeyChecked));
    }
    tell(job, RentStage::HostKey, true, connection->hostKey().fingerprint);
    if (job.instance.state < InstanceState::GpusAnswer) {
        TRY_DO(gpusAnswer(job, machine, connection, stop));
    }
    if (job.instance.state < InstanceState::Checked) {
        TRY_DO(checked(job, machine, connection, stop));
    }
    if (job.isFreshKeyDue)
        (void)reconnected(job, machine.target, stop);  // by now the server may use it
    TRY_DO(moveTo(job, InstanceState::Ready));
    tell(job, RentStage::Ready, true, machine.name);
    return machine;
}

// The reason stays the error; what could not be given back is added to it.
Result<Machine> MachineRenter::gaveUp(const Job &job, const Error &why)
{
    // A program that ends is no reason to: the agent, or the next program, goes on.
    if (m_context.end.stop_requested())
        return why;
    const auto now = m_context.database->instances.find(job.instance.id);
    if (!now || now->state == InstanceState::Gone)
        return why;
    // A stop request must not keep it from being given back; the end of the program may.
    const auto given = giveBackInstance(m_context, job.instance.id, m_times, m_report, m_context.end.get_token());
    if (const auto machine = job.operations.machineOf(job.instance.id); given && machine)
        (void)m_context.database->machines.remove(machine->id);
    if (given && given->isVerified)
        return why;
    if (given)
        return Error{why.code,
                     why.what + u' ' + RenterWords::tr("Its provider could not list disks and addresses: look there whether any is left."),
                     why.detail};
    return Error{why.code, why.isCancelled() ? given.error().what : why.what + u' ' + given.error().what, why.detail};
}

Result<Machine> MachineRenter::rent(const RentOrder &asked, std::stop_token stop)
{
    TRY_DO(checkRentOrder(asked));
    TRY(auto live, m_context.database->instances.live());
    // What was written down for the same token is this machine.
    live.removeIf(
        [&asked](const Instance &one) { return !asked.clientToken.isEmpty() && one.request.clientToken.startsWith(asked.clientToken); });
    RentOrder order = asked;
    if (order.name.isEmpty())
        order.name = freeName(*m_context.database, live, order.places.first().type);
    if (isTaken(*m_context.database, live, order.name)) {
        return Error{ErrorCode::AlreadyExists,
                     RenterWords::tr("There is already a machine named “%1”: choose another name with --name.").arg(order.name),
                     {}};
    }
    if (order.ownAddress == QLatin1String(kFindAddress)) {
        TRY(const auto account, m_context.database->accounts.find(order.account));
        if (m_context.providers.capabilitiesOf(account.providerKind).limitsSsh) {
            TRY(order.ownAddress, findOwnAddress(m_context.paths, stop));
        }
    }
    Job job{InstanceOperations(*m_context.database, m_context.paths, m_context.providers), {}, {}, {}, {}, {}, {}, 0, 0, {}, false};
    job.clock.start();
    const auto made = request(order, job, stop);
    if (!made)
        return job.instance.id.isSet() ? gaveUp(job, made.error()) : Result<Machine>(made.error());
    const auto ready = climb(job, stop);
    return ready ? ready : gaveUp(job, ready.error());
}

Result<Machine> MachineRenter::resume(InstanceId id, std::stop_token stop)
{
    Job job{InstanceOperations(*m_context.database, m_context.paths, m_context.providers), {}, {}, {}, {}, {}, {}, 0, 0, {}, false};
    TRY(job.instance, m_context.database->instances.find(id));
    TRY(job.lock, job.operations.rentingLock(job.instance.request.clientToken));
    TRY(job.instance, m_context.database->instances.find(id));
    const InstanceRequest &request = job.instance.request;
    const InstanceState state = job.instance.state;
    if (state == InstanceState::Ready) {
        if (const auto settled = settleHostKey(m_context, id, stop); !settled && settled.error().code == ErrorCode::HostKeyChanged)
            return settled.error();
        const auto machine = job.operations.machineOf(id);
        return machine ? Result<Machine>(*machine) : job.operations.putMachine(job.instance, request.name, stop);
    }
    if (!request.end.isSet() || (state != InstanceState::Requested && !isUp(state)))
        return invalidInput(RenterWords::tr("%1 is not being rented: `yard cloud list` shows its state.").arg(request.name));
    TRY(job.provider, m_context.providers.find(request.providerKind));
    job.place = {request.type,
                 request.region,
                 request.offerId,
                 request.perHour,
                 request.billingStep,
                 request.billingMinimum,
                 request.settings.value(QLatin1String(kGpusOrderedSetting)).toInt(),
                 request.settings.value(QLatin1String(kZoneSetting))};
    job.ownHostKey = request.settings.value(QLatin1String(kMadeHostKeySetting)).toLatin1();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    job.clock.start();
    job.before = std::max<qint64>(0, job.instance.requested.msecsTo(now));
    job.behind = std::chrono::milliseconds(std::max<qint64>(0, job.instance.since.msecsTo(now)));
    job.stageBegan = std::max<qint64>(0, job.before - job.behind.count());
    if (state == InstanceState::Requested) {
        job.behind = {};
        if (const auto found = settled(job, stop); !found)
            return gaveUp(job, found.error());
    }
    if (isAskedBack(job.instance))
        return gaveUp(job, cancelledError());
    const auto ready = climb(job, stop);
    return ready ? ready : gaveUp(job, ready.error());
}

}  // namespace trainyard
