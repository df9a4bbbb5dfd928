// SPDX-License-Identifier: GPL-3.0-or-later
// What every command of `yard` shares: results to stdout, messages to stderr, Ctrl+C, questions on the terminal.
#pragma once

#include "core/base/result.h"
#include "core/model/sshquestions.h"

#include <QFuture>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace trainyard {

constexpr int kLookMs = 100;  // how often a command that waits looks for Ctrl+C

class Console {
public:
    // Blocks SIGINT and SIGTERM in the calling thread (so in all threads made later) and turns the first one into a stop request; a second
    // one ends the program immediately with status 130. Create it first in main(). A standard stream that was passed in closed becomes
    // /dev/null, so that the database cannot get its number and our output.
    Console();
    ~Console();

    bool isJson = false;
    QString acceptedHostKey;  // "SHA256:…" given on the command line

    std::stop_token stop() const { return m_stop.get_token(); }
    SshQuestions questions();  // asks on the terminal; without a terminal, everything is refused

    // One line typed on the terminal; nullopt without one or when stopped.
    std::optional<QString> ask(const QString &question) const;
    // One line typed without echo on the terminal; nullopt without one or when stopped.
    std::optional<QString> askHidden(const QString &question) const;

    void print(const QString &line);  // a line of the result
    void print(const QJsonObject &object, bool isStream = false);
    void print(const QJsonArray &array);
    void printBytes(const QByteArray &bytes);  // as they are
    void say(const QString &message);          // to stderr
    // Shows what is in progress on one line of the terminal that is redrawn; an empty text clears it. Does nothing with --json, or when
    // stderr is not a terminal. Any thread.
    void showStep(const QString &text);
    int fail(const Error &error);  // prints it, with --json as an object on one line; returns the status

    // False when the output is no longer read, as with `| head`, or cannot be written: commands that follow something then end.
    bool isOutputOpen() const;
    // The exit status of the program: `status`, unless the output could not be written, which is then reported. A reader that closed the
    // pipe had enough; that is not a failure.
    int finish(int status);

    // Columns of equal width; the first row is the header.
    void printTable(const QList<QStringList> &rows);

    template <typename T>
    Result<T> wait(QFuture<Result<T>> future)
    {
        future.waitForFinished();
        return future.result();
    }
    // The same, and calls `meanwhile` repeatedly until then, to show progress.
    template <typename T>
    Result<T> wait(QFuture<Result<T>> future, std::chrono::milliseconds every, const std::function<void()> &meanwhile)
    {
        std::mutex guard;
        std::condition_variable changed;
        bool hasEnded = false;
        auto ended = future.then(QtFuture::Launch::Sync, [&](const Result<T> &result) {
            const std::lock_guard lock(guard);
            hasEnded = true;
            changed.notify_all();
            return result;
        });
        std::unique_lock lock(guard);
        while (!changed.wait_for(lock, every, [&] { return hasEnded; }))
            meanwhile();
        lock.unlock();
        return wait(ended);
    }

private:
    std::stop_source m_stop;
    int m_outputError = 0;  // errno of the first write to stdout that failed
    std::jthread m_signals;
};

}  // namespace trainyard
