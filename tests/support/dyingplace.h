// SPDX-License-Identifier: GPL-3.0-or-later
// A place whose user is killed: it allows a given number of changes; after that every call fails.
#pragma once

#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

class DyingPlace : public CheckpointPlace {
public:
    DyingPlace(CheckpointPlace &place, int changes) : m_place(place), m_left(changes) {}
    bool isDead() const { return m_isDead; }

    Result<QList<CheckpointFile>> list(const QString &f, std::stop_token s) override { return m_isDead ? dead() : m_place.list(f, s); }
    Result<QList<PlaceEntry>> entries(const QString &f, std::stop_token s) override
    {
        return m_isDead ? Result<QList<PlaceEntry>>(dead()) : m_place.entries(f, s);
    }
    Result<void> makeFolder(const QString &n, std::stop_token s) override
    {
        return dies() ? Result<void>(dead()) : m_place.makeFolder(n, s);
    }
    Result<void> move(const QString &a, const QString &b, std::stop_token s) override
    {
        return dies() ? Result<void>(dead()) : m_place.move(a, b, s);
    }
    Result<void> removeTree(const QString &n, std::stop_token s) override
    {
        return dies() ? Result<void>(dead()) : m_place.removeTree(n, s);
    }
    Result<void> removeFile(const QString &n, std::stop_token s) override
    {
        return dies() ? Result<void>(dead()) : m_place.removeFile(n, s);
    }
    Result<void> write(const QString &n, const QByteArray &c, std::stop_token s) override
    {
        if (isFull)
            return Error{ErrorCode::NoSpace, QStringLiteral("full"), {}};
        return dies() ? Result<void>(dead()) : m_place.write(n, c, s);
    }
    Result<QByteArray> read(const QString &n, qint64 l, std::stop_token s) override { return m_place.read(n, l, s); }
    Result<QList<QByteArray>> digests(const QList<CheckpointFile> &f, const std::function<void(qint64)> &b, std::stop_token s) override
    {
        ++digestRounds;
        auto answer = m_place.digests(f, b, s);
        if (afterDigests)
            afterDigests();
        return answer;
    }
    Result<qint64> freeBytes(std::stop_token s) override { return free >= 0 ? Result<qint64>(free) : m_place.freeBytes(s); }
    qint64 now(std::stop_token s) override { return m_place.now(s); }

    std::function<void()> afterDigests;
    bool isFull = false;  // only for writing; renames still work
    qint64 free = -1;     // instead of the actual free space
    int digestRounds = 0;

private:
    static Error dead() { return {ErrorCode::Io, QStringLiteral("killed"), {}}; }
    bool dies()
    {
        m_isDead = m_isDead || m_left-- <= 0;
        return m_isDead;
    }

    CheckpointPlace &m_place;
    int m_left;
    bool m_isDead = false;
};

}  // namespace trainyard
