// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/looktogether.h"

#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

// The limit on the answers kept for one round; 64 MiB is a few seconds on a typical connection.
constexpr qint64 kRoundBytes = 64 * 1024 * 1024;
// A look that keeps requesting is stopped: honest formats need four rounds, a growing prefix ten.
constexpr int kMaxLookRounds = 16;

// Returns what was read before, and records what was not.
class Notes : public FileSource {
public:
    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> answers;
        bool isMissing = false;
        std::optional<Error> failure;
        for (const FileRange &range : ranges) {
            const Piece *piece = find(range);
            if (!piece) {
                m_wanted << range;
                isMissing = true;
            } else if (!piece->bytes) {
                failure = piece->bytes.error();
            } else {
                answers << piece->bytes->mid(range.offset - piece->offset, range.length);
            }
        }
        if (isMissing)
            return Error{ErrorCode::NotFound, {}, {}};
        if (failure)
            return *failure;
        return answers;
    }

    QList<FileRange> takeWanted() { return std::exchange(m_wanted, {}); }
    bool hasWanted() const { return !m_wanted.isEmpty(); }
    void answer(const FileRange &range, const Result<QByteArray> &bytes)
    {
        m_pieces[range.name].append({range.offset, range.length, bytes});
    }

private:
    struct Piece {
        qint64 offset = 0, length = 0;
        Result<QByteArray> bytes;
    };
    const Piece *find(const FileRange &range) const
    {
        const auto pieces = m_pieces.constFind(range.name);
        if (pieces == m_pieces.constEnd())
            return nullptr;
        const auto found = std::find_if(pieces->begin(), pieces->end(), [&](const Piece &piece) {
            return range.offset >= piece.offset && range.length >= 0 && range.length <= piece.length
                   && range.offset - piece.offset <= piece.length - range.length;
        });
        return found == pieces->end() ? nullptr : &*found;
    }

    QHash<QString, QList<Piece>> m_pieces;
    QList<FileRange> m_wanted;
};

struct PendingLook {
    size_t look = 0;
    int rounds = 0;
    Notes notes;
};

}  // namespace

std::vector<bool> lookTogether(const std::vector<Look> &looks, FileSource &source, qint64 mostBytes, LookCost *cost)
{
    std::vector<bool> isDone(looks.size(), false);
    LookCost spent;
    std::vector<PendingLook> waiting;  // have requested something that is not answered yet
    qint64 wantedBytes = 0;
    size_t next = 0;
    // Calls a look; true: it has ended, one way or the other.
    const auto call = [&](PendingLook &pending) {
        looks[pending.look](pending.notes);
        if (!pending.notes.hasWanted()) {
            isDone[pending.look] = true;
            return true;
        }
        return ++pending.rounds > kMaxLookRounds;
    };
    while (next < looks.size() || !waiting.empty()) {
        // Each round's ranges: waiting looks first, then as many new ones as fit.
        QList<FileRange> ranges;
        std::vector<std::pair<size_t, qsizetype>> owners;  // index into waiting, count of ranges
        std::vector<PendingLook> round;
        const auto enter = [&](PendingLook &&pending) {
            const QList<FileRange> wanted = pending.notes.takeWanted();
            qint64 bytes = 0;
            for (const FileRange &one : wanted) {
                if (__builtin_add_overflow(bytes, std::max<qint64>(0, one.length), &bytes))
                    bytes = std::numeric_limits<qint64>::max() / 2;
            }
            if (bytes > mostBytes - spent.bytesRead - wantedBytes)
                return;
            wantedBytes += bytes;
            owners.emplace_back(round.size(), wanted.size());
            ranges += wanted;
            round.push_back(std::move(pending));
        };
        std::vector<PendingLook> later;
        for (PendingLook &pending : waiting) {
            if (wantedBytes < kRoundBytes)
                enter(std::move(pending));
            else
                later.push_back(std::move(pending));
        }
        while (next < looks.size() && wantedBytes < kRoundBytes) {
            PendingLook fresh;
            fresh.look = next++;
            if (!call(fresh))
                enter(std::move(fresh));
        }
        waiting = std::move(later);
        if (round.empty())
            continue;
        const QList<Result<QByteArray>> answers = source.readEach(ranges);
        ++spent.rounds;
        spent.requests += int(ranges.size());
        wantedBytes = 0;
        qsizetype at = 0;
        std::vector<PendingLook> again;
        for (const auto &[index, count] : owners) {
            PendingLook &pending = round[index];
            for (qsizetype i = 0; i < count; ++i, ++at) {
                const Result<QByteArray> bytes = at < answers.size()
                                                     ? answers[at]
                                                     : Result<QByteArray>(Error{ErrorCode::Io, {}, QStringLiteral("no answer")});
                spent.bytesRead += bytes ? bytes->size() : 0;
                pending.notes.answer(ranges[at], bytes);
            }
            if (!call(pending))
                again.push_back(std::move(pending));
        }
        waiting.insert(waiting.begin(), std::make_move_iterator(again.begin()), std::make_move_iterator(again.end()));
    }
    if (cost) {
        cost->bytesRead += spent.bytesRead;
        cost->requests += spent.requests;
        cost->rounds += spent.rounds;
    }
    return isDone;
}

}  // namespace trainyard
