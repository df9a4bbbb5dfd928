// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/treecopy.h"

#include "core/base/fanout.h"
#include "core/base/retry.h"
#include "core/base/shellquote.h"
#include "core/checkpoint/format/commitmarks.h"
#include "core/transport/objectstore/internal/machinecurl.h"
#include "core/transport/objectstore/internal/partupload.h"
#include "core/transport/objectstore/internal/treeplan.h"
#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/remotetree.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr int kAtOnce = 4;  // commands on one connection; servers allow ten sessions
constexpr int kTries = 5;
constexpr RetryPolicy kBetweenTries{1s, 8s};
constexpr std::chrono::hours kValidFor{1};  // of an address: longer than a part may take to start
constexpr std::chrono::seconds kShort{120};
constexpr std::chrono::hours kLong{24};

bool isRefused(const Error &error) { return error.code == ErrorCode::PermissionDenied || error.code == ErrorCode::AuthenticationFailed; }

// Calls `one` for each number, several at a time. Each is retried while its failure is one of the connection, and once after a refusal:
// an address that waited for its turn on the machine may have expired meanwhile, and `one` makes a new one. The first failure ends all.
Result<void> forEach(const QList<int> &numbers, std::stop_token stop, const std::function<Result<void>(int, std::stop_token)> &one)
{
    std::stop_source ends;
    const std::stop_callback follow(stop, [&ends] { ends.request_stop(); });
    std::mutex mutex;
    std::optional<Error> problem;
    fanOut(size_t(numbers.size()), kAtOnce, [&](size_t index) {
        if (ends.stop_requested())
            return;
        Result<void> done;
        bool isRenewed = false;
        for (int tries = 1;; ++tries) {
            done = one(numbers[qsizetype(index)], ends.get_token());
            if (!done && isRefused(done.error()) && !std::exchange(isRenewed, true))
                continue;
            if (done || !StoreCaller::isLinkTrouble(done.error()) || tries >= kTries
                || !pauseFor(kBetweenTries.pauseAfter(tries), ends.get_token()))
                break;
        }
        if (!done) {
            const std::lock_guard lock(mutex);
            if (!problem || problem->isCancelled())
                problem = done.error();
            ends.request_stop();
        }
    });
    if (stop.stop_requested())
        return cancelledError();
    return problem ? Result<void>(*problem) : Result<void>();
}

class MachineCopy {
public:
    MachineCopy(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
        : m_connection(connection), m_store(store), m_spec(spec), m_moved(moved), m_stop(stop)
    {
    }

    Result<TreeCopyOutcome> push()
    {
        TRY_DO(checkMachine(m_connection, m_stop));
        TRY(auto files, listThere());
        TRY_DO(findObjects(m_store, m_spec, files, m_stop));
        TRY(const auto digests, digestsOf(files));
        m_total = sumOf(files);
        QHash<QString, QByteArray> sha256;
        for (qsizetype i = 0; i < files.size(); ++i)
            sha256.insert(files.at(i).name, digests.at(i));
        const auto plan = planPush(m_spec, files, [&](const TreeFile &file) { return Result<QByteArray>(sha256.value(file.name)); });
        if (!plan)
            return plan.error();
        m_before = countSame(m_outcome, plan->same);
        TRY_DO(removeMarks(m_store, m_spec, plan->replaced, m_stop));
        for (const TreeFile &file : plan->todo) {
            TRY_DO(send(file, sha256.value(file.name)));
        }
        return m_outcome;
    }

    Result<TreeCopyOutcome> pull()
    {
        TRY_DO(checkMachine(m_connection, m_stop));
        TRY(const auto files, listStoreTree(m_store, m_spec.key, m_outcome.leftOut, m_stop));
        m_total = sumOf(files);
        QList<TreeFile> todo, replaced, same;
        for (const TreeFile &file : files) {
            TRY(const auto there, sameThere(file));
            if (there == There::Same) {
                same << file;
                continue;
            }
            if (there == There::Other && !m_spec.replaces)
                return somethingElse(pathOf(m_spec, file));
            if (there == There::Other)
                replaced << file;
            todo << file;
        }
        const QList<TreeFile> marks = takeMarksAbove(same, replaced);
        replaced += marks;
        todo += marks;
        sortByCommit(todo);
        m_before = countSame(m_outcome, same);
        for (auto file = replaced.crbegin(); file != replaced.crend(); ++file) {
            if (file->name.isEmpty() || commitRank(file->name) == 0)
                continue;
            TRY_DO(shell(QStringLiteral("rm -f -- ") + shellQuoted(pathOf(m_spec, *file))));
        }
        for (const TreeFile &file : std::as_const(todo)) {
            TRY_DO(fetch(file));
        }
        return m_outcome;
    }

private:
    enum class There { Nothing, Same, Other };

    Result<QList<TreeFile>> listThere()
    {
        TRY(const auto sftp, m_connection.sftp(QDeadlineTimer(kShort), m_stop));
        const auto channel = sftp->channel();
        if (!channel)
            return Error{
                ErrorCode::Unsupported, Words::tr("The machine's SSH server has no SFTP, which is needed to list the files to copy."), {}};
        TRY(const auto tree, listRemoteTree(*channel, m_spec.path.toUtf8(), {}, m_stop));
        const QList<TreeFile> files = filesOf(tree, m_outcome.leftOut);
        if (files.isEmpty())
            return Error{ErrorCode::NotFound, Words::tr("%1 contains no file that could be copied.").arg(m_spec.path), {}};
        return files;
    }

    Result<QList<QByteArray>> digestsOf(const QList<TreeFile> &files)
    {
        QList<QByteArray> paths;
        for (const TreeFile &file : files)
            paths << pathOf(m_spec, file).toUtf8();
        auto digests = remoteDigests(m_connection, paths, QDeadlineTimer(kLong), m_stop);
        if (digests && digests->size() != files.size())
            return Error{ErrorCode::Unsupported, Words::tr("The machine could not compute the digests of %1.").arg(m_spec.path), {}};
        return digests;
    }

    Result<CommandResult> shell(const QString &line, std::chrono::seconds deadline = kShort)
    {
        RemoteCommand command;
        command.line = line;
        command.outputLimit = 64 * 1024;
        return m_connection.run(command, QDeadlineTimer(deadline), m_stop);
    }

    void report(const TreeFile &file, qint64 done)
    {
        if (m_moved)
            m_moved({file.name, m_before + done, m_total});
    }

    Result<void> send(const TreeFile &file, const QByteArray &sha256)
    {
        const QString key = keyOf(m_spec, file), path = pathOf(m_spec, file);
        const qint64 partSize = m_spec.partSize > 0 ? m_spec.partSize : partSizeFor(file.size);
        StoreState state(m_spec.stateFolder, m_store.record(),
                         QStringLiteral("machine up\n") + m_connection.hostKey().fingerprint + u'\n' + path + u'\n' + key);
        TRY_DO(state.lock());
        PartUpload upload(m_store, state, {key, file.size, partSize, sha256});
        const int count = std::max(1, upload.count());
        TRY(const auto digests, machineDigests(m_connection, path, partSize, count, m_store.record().hasChecksums && count > 1, m_stop));
        qint64 kept = 0;
        if (count == 1) {
            const auto sent = forEach({1}, m_stop, [&](int, std::stop_token stop) {
                return put({path, 0, file.size}, m_store.presignedPut(key, {sha256, digests.first().md5}, kValidFor), {}, stop);
            });
            if (!sent)
                return sent;
        } else {
            TRY_DO(upload.begin(m_stop));
            kept = upload.bytesKept();
            std::atomic<qint64> done = kept;
            const auto sent = forEach(upload.missing(), m_stop, [&](int number, std::stop_token stop) {
                return put(
                    {path, (number - 1) * partSize, upload.sizeOf(number)},
                    m_store.presignedPart(key, state.uploadId, number, digests.at(number - 1), kValidFor),
                    [&](const MachineAnswer &answer) {
                        HttpAnswer told;
                        told.headers = answer.headers;
                        state.parts.insert(number, m_store.caller().dialect().partId(number, digests.at(number - 1), told));
                        state.save();
                        done += upload.sizeOf(number);
                        report(file, done);
                    },
                    stop);
            });
            state.saveNow();
            if (!sent)
                return sent;
            TRY_DO(upload.end(digests, m_stop));
        }
        TRY_DO(upload.confirm(m_stop));
        // This proof relies on no one's report: the machine reads the stored object and computes its digest.
        QByteArray readBack;
        const auto read = forEach({1}, m_stop, [&](int, std::stop_token stop) -> Result<void> {
            TRY(const auto digest, digestOf(m_connection, m_store.presignedGet(key, kValidFor), stop));
            readBack = digest;
            return {};
        });
        if (!read)
            return read;
        if (readBack != sha256) {
            // It must not be taken for a checkpoint.
            (void)m_store.remove(key, m_stop);
            state.remove();
            return Error{ErrorCode::Corrupt,
                         Words::tr("“%1” differs from what was sent when read back, so it was removed: try again.").arg(key),
                         {}};
        }
        state.remove();
        countFile(file, kept, StoreCheck::ReadBack);
        return {};
    }

    Result<void> put(const MachinePart &part, const ObjectStore::Presigned &to, const std::function<void(const MachineAnswer &)> &taken,
                     std::stop_token stop)
    {
        TRY(const auto answer, sendPart(m_connection, part, to, stop));
        if (answer.status < 200 || answer.status > 299) {
            HttpAnswer told;
            told.status = answer.status;
            told.headers = answer.headers;
            told.refusal = answer.body;
            StoreRefusal refusal = m_store.caller().dialect().readRefusal(told);
            if (refusal.meaning == StoreRefusal::Meaning::Transient && refusal.error.code != ErrorCode::Corrupt)
                refusal.error.code = ErrorCode::Unreachable;
            return refusal.error;
        }
        if (taken) {
            const std::lock_guard lock(m_mutex);
            taken(answer);
        }
        return {};
    }

    Result<There> sameThere(const TreeFile &file)
    {
        const QString path = pathOf(m_spec, file);
        const auto looked = shell(
            QStringLiteral(
                "if [ -L %1 ] || { [ -e %1 ] && [ ! -f %1 ]; }; then echo other; elif [ -f %1 ]; then wc -c < %1; else echo none; fi")
                .arg(shellQuoted(path)));
        if (!looked)
            return looked.error();
        const QByteArray said = looked->out.trimmed();
        if (said == "none")
            return There::Nothing;
        if (said.toLongLong() != file.size || said == "other" || file.object->sha256.isEmpty())
            return There::Other;
        TRY(const auto digest, remoteDigests(m_connection, {path.toUtf8()}, QDeadlineTimer(kLong), m_stop));
        return digest.size() == 1 && digest.first() == file.object->sha256 ? There::Same : There::Other;
    }

    Result<void> fetch(const TreeFile &file)
    {
        const StoredObject &object = *file.object;
        const QString path = pathOf(m_spec, file), key = keyOf(m_spec, file);
        const qsizetype slash = path.lastIndexOf(u'/');
        const QString folder = slash < 0 ? QStringLiteral(".") : slash == 0 ? QStringLiteral("/") : path.left(slash);
        const qint64 partSize = m_spec.partSize > 0 ? m_spec.partSize : std::max<qint64>(partSizeFor(object.size), 64 * 1024 * 1024);
        const QByteArray fingerprint = object.etag + '-' + QByteArray::number(object.size) + '-' + QByteArray::number(partSize);
        const QString part = folder + u'/' + partNameOf(path.mid(slash + 1), fingerprint);
        StoreState state(m_spec.stateFolder, m_store.record(),
                         QStringLiteral("machine down\n") + m_connection.hostKey().fingerprint + u'\n' + path + u'\n' + key);
        TRY_DO(state.lock());
        state.load(fingerprint);
        const auto made = shell(
            QStringLiteral("mkdir -p -- %1 && { [ -f %2 ] && echo old; : >> %2; }").arg(shellQuoted(folder), shellQuoted(part)));
        if (!made)
            return made.error();
        if (made->exitCode != 0)
            return Error{ErrorCode::PermissionDenied,
                         Words::tr("The machine cannot write into %1: check the space and the permissions there.").arg(folder),
                         QString::fromUtf8(made->err.left(300))};
        if (!made->out.contains("old"))
            state.parts.clear();
        QList<int> missing;
        qint64 kept = 0;
        const int count = static_cast<int>((object.size + partSize - 1) / partSize);
        const auto sizeOf = [&](int number) { return std::min(partSize, object.size - (number - 1) * partSize); };
        for (int number = 1; number <= count; ++number) {
            if (state.parts.contains(number))
                kept += sizeOf(number);
            else
                missing << number;
        }
        std::atomic<qint64> done = kept;
        const auto come = forEach(missing, m_stop, [&](int number, std::stop_token stop) -> Result<void> {
            ObjectStore::Presigned from = m_store.presignedGet(key, kValidFor);
            from.headers << NamedBytes("If-Match", object.etag);
            const auto fetched = fetchPart(m_connection, {part, (number - 1) * partSize, sizeOf(number)}, from, stop);
            if (!fetched)
                return fetched;
            const std::lock_guard lock(m_mutex);
            state.parts.insert(number, "1");
            state.save();
            done += sizeOf(number);
            report(file, done);
            return {};
        });
        state.saveNow();
        if (!come)
            return come;
        const auto checked = publish(file, part, path);
        if (!checked) {
            if (checked.error().code == ErrorCode::Corrupt) {
                (void)shell(QStringLiteral("rm -f -- ") + shellQuoted(part));
                state.remove();
            }
            return checked.error();
        }
        state.remove();
        countFile(file, kept, *checked);
        return {};
    }

    Result<StoreCheck> publish(const TreeFile &file, const QString &part, const QString &path)
    {
        const StoredObject &object = *file.object;
        TRY(const auto size, shell(QStringLiteral("wc -c < ") + shellQuoted(part)));
        if (size.out.trimmed().toLongLong() != object.size)
            return notWhatWasPut(object.key);
        StoreCheck check = StoreCheck::Size;
        if (!object.sha256.isEmpty()) {
            TRY(const auto digest, remoteDigests(m_connection, {part.toUtf8()}, QDeadlineTimer(kLong), m_stop));
            if (digest.size() != 1 || digest.first() != object.sha256)
                return notWhatWasPut(object.key);
            check = StoreCheck::Sha256;
        }
        const auto named = shell(
            QStringLiteral("{ sync -f %1 2>/dev/null || sync; } && mv -f -- %1 %2").arg(shellQuoted(part), shellQuoted(path)), 600s);
        if (!named)
            return named.error();
        if (named->exitCode != 0)
            return Error{ErrorCode::PermissionDenied,
                         Words::tr("The machine cannot write into %1: check the space and the permissions there.").arg(path),
                         QString::fromUtf8(named->err.left(300))};
        return check;
    }

    void countFile(const TreeFile &file, qint64 kept, StoreCheck check)
    {
        m_before += file.size;
        ++m_outcome.files;
        m_outcome.bytes += file.size;
        m_outcome.bytesKept += kept;
        weaken(m_outcome.check, check);
        report(file, 0);
    }

    SshConnection &m_connection;
    ObjectStore &m_store;
    const TreeCopySpec &m_spec;
    const TreeMoved &m_moved;
    const std::stop_token m_stop;
    TreeCopyOutcome m_outcome;
    qint64 m_before = 0, m_total = 0;
    std::mutex m_mutex;  // protects what several parts change
};

}  // namespace

Result<TreeCopyOutcome> pushTreeFrom(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                     std::stop_token stop)
{
    return MachineCopy(connection, store, spec, moved, stop).push();
}

Result<TreeCopyOutcome> pullTreeTo(SshConnection &connection, ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved,
                                   std::stop_token stop)
{
    return MachineCopy(connection, store, spec, moved, stop).pull();
}

}  // namespace trainyard
