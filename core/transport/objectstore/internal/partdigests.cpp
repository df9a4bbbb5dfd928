// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/partdigests.h"

#include "core/base/fanout.h"

#include <QCoreApplication>
#include <QFile>

#include <openssl/evp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr qint64 kPiece = 1024 * 1024;

class Hash {
public:
    explicit Hash(const EVP_MD *kind) : m_context(EVP_MD_CTX_new(), &EVP_MD_CTX_free), m_kind(kind) { restart(); }
    void restart() { EVP_DigestInit_ex(m_context.get(), m_kind, nullptr); }
    void add(const char *bytes, qint64 length) { EVP_DigestUpdate(m_context.get(), bytes, static_cast<std::size_t>(length)); }
    QByteArray take()
    {
        QByteArray digest(EVP_MD_size(m_kind), Qt::Uninitialized);
        EVP_DigestFinal_ex(m_context.get(), reinterpret_cast<unsigned char *>(digest.data()), nullptr);
        restart();
        return digest;
    }

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
    const EVP_MD *m_kind;
};

qint64 stampOf(const struct stat &status) { return status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec; }

// False if the file ended early or reading was stopped.
bool readAll(int fd, qint64 size, const std::stop_token &stop, const std::function<void(const char *, qint64 at, qint64 length)> &take)
{
    QByteArray piece(std::min(kPiece, std::max<qint64>(size, 1)), Qt::Uninitialized);
    for (qint64 at = 0; at < size;) {
        if (stop.stop_requested())
            return false;
        const ssize_t got = ::pread(fd, piece.data(), static_cast<std::size_t>(std::min<qint64>(piece.size(), size - at)), at);
        if (got <= 0)
            return false;
        take(piece.constData(), at, got);
        at += got;
    }
    return true;
}

}  // namespace

Result<FileDigests> digestFile(const QString &file, const DigestOptions &options, std::stop_token stop)
{
    // Opening a pipe would block.
    const int fd = ::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status {};
    if (fd < 0 || ::fstat(fd, &status) != 0) {
        const int error = errno;
        if (fd >= 0)
            ::close(fd);
        return Error{error == ENOENT   ? ErrorCode::NotFound
                     : error == EACCES ? ErrorCode::PermissionDenied
                                       : ErrorCode::Io,
                     error == ENOENT ? Words::tr("The file %1 does not exist.").arg(file)
                                     : Words::tr("%1 cannot be read: check its permissions.").arg(file),
                     QString::fromLocal8Bit(std::strerror(error))};
    }
    const std::shared_ptr<void> closes(nullptr, [fd](void *) { ::close(fd); });
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidInput, Words::tr("%1 is not a file that can be copied.").arg(file), {}};
    FileDigests digests;
    digests.size = status.st_size;
    digests.modified = stampOf(status);

    // Two readers at a time: the second one finds everything in the system's cache.
    const auto readWhole = [&] {
        Hash sha(EVP_sha256());
        std::optional<Hash> md5;
        if (options.hasWholeMd5)
            md5.emplace(EVP_md5());
        const bool isDone = readAll(fd, digests.size, stop, [&](const char *bytes, qint64, qint64 length) {
            sha.add(bytes, length);
            if (md5)
                md5->add(bytes, length);
        });
        digests.sha256 = sha.take();
        if (md5)
            digests.md5 = md5->take();
        return isDone;
    };
    const auto readParts = [&] {
        if (options.partSize <= 0)
            return true;
        Hash sha(EVP_sha256()), md5(EVP_md5());
        return readAll(fd, digests.size, stop, [&](const char *bytes, qint64 at, qint64 length) {
            while (length > 0) {
                const qint64 left = options.partSize - at % options.partSize;
                const qint64 now = std::min(left, length);
                sha.add(bytes, now);
                if (options.hasPartMd5)
                    md5.add(bytes, now);
                at += now;
                if (now == left || at == digests.size)
                    digests.parts << PartDigests{sha.take(), options.hasPartMd5 ? md5.take() : QByteArray()};
                bytes += now;
                length -= now;
            }
        });
    };
    bool hasParts = false;
    const bool isDone = sideBySide(readWhole, [&] { hasParts = readParts(); }) && hasParts;
    if (stop.stop_requested())
        return cancelledError();
    if (!isDone || !isStill(file, digests))
        return Error{ErrorCode::Corrupt, Words::tr("%1 changed while it was read: try again when it is not being written.").arg(file), {}};
    return digests;
}

bool isStill(const QString &file, const FileDigests &digests)
{
    struct stat status {};
    return ::stat(QFile::encodeName(file).constData(), &status) == 0 && status.st_size == digests.size
           && stampOf(status) == digests.modified;
}

}  // namespace trainyard
