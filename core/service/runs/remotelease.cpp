// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/remotelease.h"

#include "core/execution/registry/executionbackends.h"
#include "core/service/runs/internal/deadlines.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr qint64 kMaxSize = 4096;                           // as guard.sh reads
constexpr std::chrono::seconds kLongestLease{315'360'000};  // ten years, as guard.sh takes

const QString kLease = QStringLiteral("lease");

QString leaseText(const char *text) { return QCoreApplication::translate("trainyard::LeaseKeeper", text); }

Result<QByteArray> readSmall(RunFiles &files, const QString &name, std::stop_token stop)
{
    // The run can put anything in its place; a pipe would block the channel.
    TRY(const auto file, files.stat(name, QDeadlineTimer(kSmallAnswer), stop));
    if (!file.isRegular())
        return QByteArray();
    return files.read(name, 0, kMaxSize, QDeadlineTimer(kSmallAnswer), stop);
}

// The guard may have decided just before the lease was written: then it was too late.
Result<LeaseState> whileItGoesOn(const LeaseState &state, const Run &run, RunFiles &files, std::stop_token stop)
{
    for (const char *name : {"exit", "stop", "end-lease", "end-budget", "end-idle", "end-spot", "end-give-back"}) {
        const auto found = files.stat(QString::fromLatin1(name), QDeadlineTimer(kSmallAnswer), stop);
        if (found)
            return leaseGone(run, qstrcmp(name, "exit") == 0);
        if (found.error().code != ErrorCode::NotFound)
            return found.error();
    }
    return state;
}

struct Read {
    LeaseState state;
    QByteArray text;
};

// `fallback` replaces a file that is damaged, not one that is missing.
Result<Read> readState(const Run &run, RunFiles &files, const QByteArray &fallback, std::stop_token stop)
{
    auto text = readSmall(files, kLease, stop);
    if (!text && text.error().code != ErrorCode::NotFound)
        return text.error();
    if (text && !parseLease(*text))
        text = fallback;
    const auto lease = text ? parseLease(*text) : std::nullopt;
    if (!lease) {
        return Error{ErrorCode::NotFound,
                     leaseText(QT_TRANSLATE_NOOP("trainyard::LeaseKeeper",
                                                 "%1 has no lease on its machine. Set limits.lease in its task before the next launch."))
                         .arg(run.name.simplified()),
                     run.head().directory};
    }
    const auto use = readSmall(files, QStringLiteral("guard-state"), stop);
    if (!use && use.error().code != ErrorCode::NotFound)
        return use.error();
    return Read{{*lease, use ? parseLeaseUse(*use) : std::nullopt}, *text};
}

// Read, changed and written back: another computer may have extended it since.
template <typename Change>
Result<LeaseState> changeLease(const Run &run, LocalCopy &copy, SshConnection &connection, std::stop_token stop, Change change)
{
    TRY(const auto files, attachToHead(run, connection, stop));
    TRY(auto read, readState(run, *files, copy.has(kLease) ? copy.read(kLease, 0, kMaxSize) : QByteArray(), stop));
    TRY_DO(change(read.state));
    const QByteArray text = renewedText(read.text, read.state.lease);
    TRY_DO(files->write(kLease, text, QDeadlineTimer(kSmallAnswer), stop));
    TRY_DO(copy.replace(kLease, text));
    return whileItGoesOn(read.state, run, *files, stop);
}

}  // namespace

Error leaseGone(const Run &run, bool hasEnded)
{
    return {ErrorCode::InvalidInput,
            (hasEnded ? leaseText(QT_TRANSLATE_NOOP("trainyard::LeaseKeeper", "%1 has ended, and its lease with it."))
                      : leaseText(QT_TRANSLATE_NOOP(
                          "trainyard::LeaseKeeper",
                          "%1 is already being ended, so its lease can no longer be changed. Resume it from its last checkpoint.")))
                .arg(run.name.simplified()),
            {}};
}

Result<LeaseState> readLease(const Run &run, SshConnection &connection, std::stop_token stop)
{
    TRY(const auto files, attachToHead(run, connection, stop));
    const auto read = readState(run, *files, {}, stop);
    return read ? whileItGoesOn(read->state, run, *files, stop) : Result<LeaseState>(read.error());
}

Result<LeaseState> renewLease(const Run &run, LocalCopy &copy, SshConnection &connection, std::stop_token stop)
{
    return changeLease(run, copy, connection, stop, [](LeaseState &state) {
        state.lease.renewal = QStringLiteral("r") + QString::number(QRandomGenerator::system()->generate64(), 36);
        if (state.use)
            state.use->sinceRenewal = 0s;
        return Result<void>();
    });
}

Result<LeaseState> extendLease(const Run &run, LocalCopy &copy, std::chrono::seconds by, SshConnection &connection, std::stop_token stop)
{
    return changeLease(run, copy, connection, stop, [by](LeaseState &state) -> Result<void> {
        if (state.lease.time == 0s || state.lease.time + by > kLongestLease) {
            return Error{
                ErrorCode::InvalidInput,
                state.lease.time == 0s
                    ? leaseText(
                        QT_TRANSLATE_NOOP("trainyard::LeaseKeeper", "The lease of this run has no end, so there is nothing to extend."))
                    : leaseText(QT_TRANSLATE_NOOP("trainyard::LeaseKeeper", "A lease cannot be longer than ten years. Extend it by less.")),
                {}};
        }
        state.lease.time += by;
        return {};
    });
}

bool isRenewalDue(const LocalCopy &copy)
{
    const auto lease = copy.has(kLease) ? parseLease(copy.read(kLease, 0, kMaxSize)) : std::nullopt;
    if (!lease || lease->time == 0s)
        return false;
    const auto every = std::min<std::chrono::seconds>(lease->time / 8, 10min);
    const qint64 age = QFileInfo(copy.path(kLease)).lastModified().secsTo(QDateTime::currentDateTimeUtc());
    // A clock that was set back is no reason to wait.
    return age < 0 || age >= every.count();
}

}  // namespace trainyard
