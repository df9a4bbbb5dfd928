// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logsaver.h"

#include "ui/log/ansitext.h"

#include <QSaveFile>

#include <algorithm>
#include <chrono>

namespace trainyard {
namespace {

constexpr qint64 kSaverReadBytes = 1 << 20;
constexpr qint64 kPieceBytes = 64 * 1024;  // bytes of a line that are converted in one piece
constexpr std::chrono::milliseconds kSaverReportEvery{100};

}  // namespace

LogSaver::LogSaver(QObject *parent) : QObject(parent), m_stop(std::make_shared<std::atomic<bool>>(false)) { m_pool.setMaxThreadCount(1); }

LogSaver::~LogSaver()
{
    m_stop->store(true);
    m_pool.waitForDone();
}

void LogSaver::cancel() { m_stop->store(true); }

void LogSaver::start(const std::shared_ptr<const LogFile> &file, qint64 bytes, const QString &target,
                     const std::optional<LogChoice> &choice)
{
    if (m_isBusy)
        return;
    m_isBusy = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_pool.start([this, file, bytes, target, choice, stop = m_stop] {
        using Clock = std::chrono::steady_clock;
        QSaveFile out(target);
        bool isWritten = out.open(QIODevice::WriteOnly);
        const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(kSaverReadBytes));
        const auto piece = std::make_unique_for_overwrite<char[]>(size_t(kPieceBytes));
        LogScanner scanner;
        // Lines are read again from the file: one may be longer than any buffer.
        const auto writeLine = [&](const LogScanned &line) {
            if (!choice->matches(line.kind))
                return;
            for (qint64 at = line.shownBegin; isWritten && at < line.shownEnd && !stop->load();) {
                const qint64 got = file->readAt(piece.get(), std::min(kPieceBytes, line.shownEnd - at), at);
                if (got <= 0)
                    break;
                const QByteArray text = parseAnsi(QByteArray::fromRawData(piece.get(), got)).text.toUtf8();
                isWritten = out.write(text) == text.size();
                at += got;
            }
            isWritten = isWritten && out.write("\n") == 1;
        };
        auto reported = Clock::now();
        qint64 done = 0;
        while (isWritten && done < bytes && !stop->load()) {
            const qint64 got = file ? file->readAt(buffer.get(), std::min(kSaverReadBytes, bytes - done), done) : 0;
            if (got <= 0)
                break;
            if (choice)
                scanner.feed(buffer.get(), got, writeLine);
            else
                isWritten = out.write(buffer.get(), got) == got;
            done += got;
            if (Clock::now() - reported >= kSaverReportEvery) {
                reported = Clock::now();
                QMetaObject::invokeMethod(
                    this, [this, done, bytes] { Q_EMIT progressed(done, bytes); }, Qt::QueuedConnection);
            }
        }
        if (isWritten && choice && scanner.isInLine() && !stop->load())
            writeLine(scanner.current());
        const bool isCancelled = stop->load();
        if (isCancelled)
            out.cancelWriting();
        else
            isWritten = isWritten && out.flush() && out.commit();  // commit() overlooks a flush that failed
        const QString why = out.errorString();
        QMetaObject::invokeMethod(
            this,
            [this, target, isWritten, isCancelled, why] {
                m_isBusy = false;
                if (isCancelled)
                    Q_EMIT cancelled();
                else
                    Q_EMIT finished(target, isWritten ? QString() : tr("The log could not be saved: %1").arg(why));
            },
            Qt::QueuedConnection);
    });
}

}  // namespace trainyard

#include "moc_logsaver.cpp"
