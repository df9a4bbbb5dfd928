// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storetransfer.h"

#include "core/transport/objectstore/internal/parallelparts.h"
#include "core/transport/objectstore/internal/partdigests.h"
#include "core/transport/objectstore/internal/storestate.h"
#include "core/transport/objectstore/internal/treeplan.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

// Several of these write into one file, each its own part.
class PartFile {
public:
    ~PartFile()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    bool open(const QString &file)
    {
        m_name = file;
        m_fd = ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        return m_fd >= 0;
    }
    bool resize(qint64 size) { return ::ftruncate(m_fd, size) == 0; }
    bool sync() { return ::fsync(m_fd) == 0; }
    Result<void> write(qint64 offset, QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            const ssize_t put = ::pwrite(m_fd, bytes.data(), static_cast<std::size_t>(bytes.size()), offset);
            if (put <= 0)
                return error();
            offset += put;
            bytes = bytes.sliced(put);
        }
        return {};
    }
    Error error() const
    {
        const int why = errno;
        return {why == ENOSPC || why == EDQUOT  ? ErrorCode::NoSpace
                : why == EACCES || why == EROFS ? ErrorCode::PermissionDenied
                                                : ErrorCode::Io,
                Words::tr("%1 cannot be written: check the space on the disk and the permissions of the folder.").arg(m_name),
                QString::fromLocal8Bit(std::strerror(why))};
    }

private:
    QString m_name;
    int m_fd = -1;
};

class PartSink : public HttpSink {
public:
    PartSink(PartFile &file, qint64 offset, qint64 size) : m_file(file), m_offset(offset), m_size(size) {}
    Result<void> begin() override
    {
        m_hash.reset();
        m_written = 0;
        return {};
    }
    Result<void> write(QByteArrayView bytes) override
    {
        // Never write into a neighbouring part, whatever the server sends.
        if (m_written + bytes.size() > m_size)
            return Error{ErrorCode::Corrupt, Words::tr("The store sent more than requested."), {}};
        const auto put = m_file.write(m_offset + m_written, bytes);
        m_written += bytes.size();
        m_hash.addData(bytes.toByteArray());
        return put;
    }
    qint64 written() const { return m_written; }
    QByteArray sha256() const { return m_hash.result(); }

private:
    PartFile &m_file;
    const qint64 m_offset, m_size;
    qint64 m_written = 0;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

class Download {
public:
    Download(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop)
        : m_store(store), m_spec(spec), m_moved(moved), m_stop(stop),
          m_state(spec.stateFolder, store.record(), QStringLiteral("down\n") + QFileInfo(spec.file).absoluteFilePath() + u'\n' + spec.key)
    {
    }

    Result<StoreFileOutcome> run()
    {
        TRY_DO(m_state.lock());
        TRY(const auto head, m_store.head(m_spec.key, m_stop));
        m_object = head;
        m_outcome.bytes = m_object.size;
        m_partSize = m_spec.partSize > 0 ? m_spec.partSize : partSizeFor(m_object.size);
        const QByteArray fingerprint = m_object.etag + '-' + QByteArray::number(m_object.size) + '-' + QByteArray::number(m_partSize);
        const QFileInfo target(m_spec.file);
        QDir().mkpath(target.path());
        const QString part = target.path() + u'/' + partNameOf(target.fileName(), fingerprint);
        const bool isOld = QFileInfo::exists(part);
        if (!m_file.open(part) || !m_file.resize(m_object.size))
            return m_file.error();
        m_state.load(fingerprint);
        if (!isOld)
            m_state.parts.clear();
        TRY_DO(fetchAll(part));
        if (!m_file.sync())
            return m_file.error();
        if (std::rename(QFile::encodeName(part).constData(), QFile::encodeName(m_spec.file).constData()) != 0)
            return m_file.error();
        m_state.remove();
        return m_outcome;
    }

private:
    Result<void> fetchAll(const QString &part)
    {
        // Twice: parts of an earlier try may turn out to be lost, for example after a power loss.
        for (int round = 0; round < 2; ++round) {
            const bool hasEarlier = !m_state.parts.isEmpty();
            m_outcome.bytesKept = 0;
            for (auto it = m_state.parts.begin(); it != m_state.parts.end(); ++it)
                m_outcome.bytesKept += sizeOf(it.key());
            const auto fetched = fetchMissing();
            m_state.saveNow();
            if (!fetched)
                return fetched;
            TRY(const auto digests, digestFile(part, {m_partSize, false, true}, m_stop));
            bool isWhole = true;
            for (int number = 1; number <= partCount(); ++number) {
                if (m_state.parts.value(number) != digests.parts.value(number - 1).sha256) {
                    m_state.parts.remove(number);
                    isWhole = false;
                }
            }
            if (!isWhole && hasEarlier && round == 0)
                continue;
            const auto fine = isWhole ? compare(digests) : Result<void>(notWhatWasPut(m_spec.key));
            if (!fine) {
                // Whatever it contains, no run may resume from it.
                QFile::remove(part);
                m_state.remove();
            }
            m_outcome.sha256 = digests.sha256;
            return fine;
        }
        return notWhatWasPut(m_spec.key);
    }

    Result<void> fetchMissing()
    {
        std::deque<int> missing;
        for (int number = 1; number <= partCount(); ++number) {
            if (!m_state.parts.contains(number))
                missing.push_back(number);
        }
        qint64 done = m_outcome.bytesKept;
        QHash<int, std::shared_ptr<PartSink>> underWay;
        return m_store.caller().run(
            [&]() -> std::optional<StoreCall> {
                if (missing.empty())
                    return std::nullopt;
                const int number = missing.front();
                missing.pop_front();
                const qint64 offset = (number - 1) * m_partSize;
                auto sink = std::make_shared<PartSink>(m_file, offset, sizeOf(number));
                underWay.insert(number, sink);
                StoreCall call;
                call.make = [this](const StoreDialect &dialect) { return dialect.get(m_spec.key, m_object.etag); };
                call.range = HttpRange{offset, sizeOf(number)};
                call.sink = sink;
                call.take = [this, number, sink, &done, &underWay](const HttpAnswer &, const QByteArray &) -> Result<void> {
                    if (sink->written() != sizeOf(number))
                        return Error{ErrorCode::ConnectionLost, Words::tr("The store sent less than requested: try again."), {}};
                    underWay.remove(number);
                    done += sizeOf(number);
                    m_state.parts.insert(number, sink->sha256());
                    m_state.save();
                    return {};
                };
                return call;
            },
            kPartConnections, m_stop,
            [&] {
                m_state.saveDue();
                qint64 come = done;
                for (const auto &sink : std::as_const(underWay))
                    come += sink->written();
                if (m_moved)
                    m_moved(std::min(come, m_object.size), m_object.size);
            });
    }

    Result<void> compare(const FileDigests &digests)
    {
        if (!m_object.sha256.isEmpty()) {
            m_outcome.check = StoreCheck::Sha256;
            return m_object.sha256 == digests.sha256 ? Result<void>() : Result<void>(notWhatWasPut(m_spec.key));
        }
        const QByteArray md5 = m_object.md5.isEmpty() ? md5OfEtag() : m_object.md5;
        m_outcome.check = md5.isEmpty() ? StoreCheck::Size : StoreCheck::Md5;
        return md5.isEmpty() || md5 == digests.md5 ? Result<void>() : Result<void>(notWhatWasPut(m_spec.key));
    }

    // The etag of an object that was uploaded in one piece, and not encrypted in a way that changes the etag, is its MD5. An etag ending
    // in "-7" or the like is not. https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
    QByteArray md5OfEtag() const
    {
        static const QRegularExpression plain(QStringLiteral("^\"?([0-9a-f]{32})\"?$"));
        const bool isPlain = m_object.encryption.isEmpty()
                             || (m_object.encryption == QLatin1String("AES256") && m_store.record().preset == QLatin1String("aws"));
        return isPlain && m_store.record().kind == ObjectStoreKind::S3
                   ? QByteArray::fromHex(plain.match(QString::fromLatin1(m_object.etag)).captured(1).toLatin1())
                   : QByteArray();
    }

    int partCount() const { return static_cast<int>((m_object.size + m_partSize - 1) / m_partSize); }
    qint64 sizeOf(int number) const { return std::min(m_partSize, m_object.size - (number - 1) * m_partSize); }

    ObjectStore &m_store;
    const StoreFileSpec &m_spec;
    const StoreMoved &m_moved;
    const std::stop_token m_stop;
    StoreState m_state;
    PartFile m_file;
    StoredObject m_object;
    StoreFileOutcome m_outcome;
    qint64 m_partSize = 0;
};

}  // namespace

Result<StoreFileOutcome> downloadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop)
{
    return Download(store, spec, moved, stop).run();
}

}  // namespace trainyard
