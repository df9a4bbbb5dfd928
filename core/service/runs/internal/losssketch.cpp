// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/losssketch.h"

#include "core/observe/trainlog/trainingcurve.h"
#include "core/observe/trainlog/traininglog.h"

#include <QFile>

namespace trainyard {

namespace {

constexpr int kPoints = 40;  // about one in two pixels of the cell
constexpr int kPieces = 32;
constexpr qint64 kSketchPiece = 8 << 10;  // about a dozen lines, so that single batches do not show

}  // namespace

QList<QPointF> lossSketch(const QString &logFile, std::shared_ptr<const SeriesPattern> pattern)
{
    QFile log(logFile);
    if (!log.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return {};
    TrainingLog reader;
    reader.setPattern(std::move(pattern));
    TrainingCurve curve;
    const auto take = [&](qint64 offset, qint64 length) {
        if (log.seek(offset))
            curve.append(reader.feed(log.read(length), offset));
    };
    const qint64 size = log.size();
    if (size <= kPieces * kSketchPiece) {
        take(0, size);
    } else {
        for (int piece = 0; piece < kPieces; ++piece)
            take((size - kSketchPiece) / (kPieces - 1) * piece, kSketchPiece);
    }
    curve.append(reader.flush());
    return curve.smoothed(kPoints);
}

}  // namespace trainyard
