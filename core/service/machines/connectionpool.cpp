// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/connectionpool.h"

#include "core/service/machines/instanceoperations.h"

#include <QCoreApplication>

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

// A server with MaxSessions 1 needs one connection for the samples, one for files, one for a command.
constexpr std::size_t kFurther = 3;

// The sandbox, which has an instance too, has a known key of its own.
bool isRented(const Machine &machine)
{
    return machine.instanceId.isSet() && machine.target.hostKeyAlias == InstanceOperations::hostKeyAlias(machine.instanceId);
}

}  // namespace

struct ConnectionPool::State {
    struct Entry {
        std::timed_mutex dialing;
        std::mutex guard;  // of what follows
        std::shared_ptr<SshConnection> connection;
        SshTarget target;                    // what `connection` was opened to
        std::map<QString, QString> secrets;  // which question -> the answer that let us in
        std::atomic<int> persons = 0;        // questions a person is answering now

        std::vector<std::shared_ptr<SshConnection>> further;  // to the same place, because `connection` is full

        std::shared_ptr<SshConnection> aliveTo(const SshTarget &wanted)
        {
            const std::lock_guard lock(guard);
            if (!connection || !connection->isAlive() || !(target == wanted))
                return nullptr;
            std::erase_if(further, [](const auto &one) { return !one->isAlive(); });
            if (!connection->isFull())
                return connection;
            for (const auto &one : further)
                if (!one->isFull())
                    return one;
            return further.size() < kFurther ? nullptr : further.back();
        }
        void keep(const std::shared_ptr<SshConnection> &opened, const SshTarget &place)
        {
            if (connection && connection->isAlive() && target == place) {
                further.push_back(opened);
                return;
            }
            close();
            connection = opened;
            target = place;
        }
        void close()
        {
            if (connection)
                connection->close();
            for (const auto &one : further)
                one->close();
            connection.reset();
            further.clear();
        }
    };

    const LinkServices services = LinkServices::start();
    SshQuestions questions;
    std::mutex guard;
    std::map<MachineId, std::shared_ptr<Entry>> entries;

    std::shared_ptr<Entry> entry(MachineId machineId)
    {
        const std::lock_guard lock(guard);
        std::shared_ptr<Entry> &found = entries[machineId];
        if (!found)
            found = std::make_shared<Entry>();
        return found;
    }
};

namespace {

Error timedOutError(const Machine &machine)
{
    return {
        ErrorCode::TimedOut,
        QCoreApplication::translate("trainyard::ConnectionPool", "%1 did not answer in time. Check that it is switched on and reachable.")
            .arg(machine.name),
        machine.target.display()};
}

// A question that a background caller may not ask is different from a person's "cancel".
Error needsPersonError(const Machine &machine)
{
    return {ErrorCode::AuthenticationFailed,
            QCoreApplication::translate("trainyard::ConnectionPool", "%1 asks for a password or passphrase. Choose Retry to log in.")
                .arg(machine.name),
            {}};
}

}  // namespace

ConnectionPool::ConnectionPool(SshQuestions questions) : m_state(std::make_unique<State>()) { m_state->questions = std::move(questions); }

ConnectionPool::~ConnectionPool() { closeAll(); }

const LinkServices &ConnectionPool::services() const { return m_state->services; }

Result<std::shared_ptr<SshConnection>> ConnectionPool::get(const Machine &machine, Interaction asking, QDeadlineTimer deadline,
                                                           std::stop_token stop)
{
    const std::shared_ptr<State::Entry> entry = m_state->entry(machine.id);
    if (auto connection = entry->aliveTo(machine.target))
        return connection;

    // Waits in slices so that a stop request is obeyed while another thread dials. While that thread waits for a person, no deadline runs.
    std::unique_lock dialing(entry->dialing, std::defer_lock);
    constexpr auto kSlice = std::chrono::milliseconds(50);
    while (!dialing.try_lock_for(kSlice)) {
        if (stop.stop_requested())
            return cancelledError();
        if (entry->persons > 0 && !deadline.isForever())
            deadline += kSlice.count();
        if (deadline.hasExpired())
            return timedOutError(machine);
    }
    if (auto connection = entry->aliveTo(machine.target))
        return connection;

    {
        // A secret belongs to the place it was given for.
        const std::lock_guard lock(entry->guard);
        if (!(entry->target == machine.target))
            entry->secrets.clear();
    }
    std::map<QString, QString> answers;
    bool needsPerson = false, isStale = false;  // stale: an answer that once worked no longer does
    const auto withPerson = [&](const auto &ask) {
        ++entry->persons;
        auto answer = ask();
        --entry->persons;
        return answer;
    };
    SshQuestions questions;
    // The key of a rented machine comes from its provider: a person could only guess.
    if (asking == Interaction::Allowed && m_state->questions.acceptUnknownHostKey && !isRented(machine)) {
        questions.acceptUnknownHostKey = [&](const SshTarget &target, const HostKey &key, const std::stop_token &end) {
            return withPerson([&] { return m_state->questions.acceptUnknownHostKey(target, key, end); });
        };
    }
    questions.secret = [&](const SshPrompt &prompt, const std::stop_token &end) -> std::optional<QString> {
        const bool mayRemember = prompt.kind != SshPrompt::Kind::Code;
        const QString name = secretName(prompt);
        if (mayRemember) {
            const std::lock_guard lock(entry->guard);
            const auto known = entry->secrets.find(name);
            if (known != entry->secrets.end() && !answers.contains(name))
                return answers[name] = known->second;
            isStale = isStale || known != entry->secrets.end();
        }
        if (asking == Interaction::None || !m_state->questions.secret) {
            needsPerson = true;
            return std::nullopt;
        }
        const auto answer = withPerson([&] { return m_state->questions.secret(prompt, end); });
        if (answer && mayRemember)
            answers[name] = *answer;
        return answer;
    };

    Result<std::shared_ptr<SshConnection>> opened = SshConnection::open(machine.target, questions, deadline, stop,
                                                                        m_state->services.reactor);
    const std::lock_guard lock(entry->guard);
    if (opened) {
        entry->keep(*opened, machine.target);
        for (const auto &[name, answer] : answers)
            entry->secrets[name] = answer;
    } else if (opened.error().code == ErrorCode::AuthenticationFailed || isStale) {
        entry->secrets.clear();
    }
    if (!opened && opened.error().isCancelled() && needsPerson && !stop.stop_requested())
        return needsPersonError(machine);
    if (!opened && opened.error().code == ErrorCode::HostKeyUnknown && isRented(machine)) {
        return Error{
            ErrorCode::Unreachable,
            QCoreApplication::translate("trainyard::ConnectionPool",
                                        "The host key of %1 is not verified yet: that is done through its provider before it is ready.")
                .arg(machine.name),
            opened.error().detail};
    }
    return opened;
}

void ConnectionPool::offer(const Machine &machine, const std::shared_ptr<SshConnection> &connection, const LoginMemory &memory)
{
    const std::shared_ptr<State::Entry> entry = m_state->entry(machine.id);
    const bool isServed = entry->aliveTo(machine.target) != nullptr;
    const std::lock_guard lock(entry->guard);
    if (!(entry->target == machine.target))
        entry->secrets.clear();
    for (const auto &[name, answer] : memory.answers())
        entry->secrets[name] = answer;
    if (isServed)
        return;
    entry->keep(connection, machine.target);
}

SshQuestions ConnectionPool::rememberedAnswers(const Machine &machine)
{
    SshQuestions questions;
    questions.secret = [entry = m_state->entry(machine.id), target = machine.target,
                        given = std::set<QString>()](const SshPrompt &prompt, const std::stop_token &) mutable -> std::optional<QString> {
        const QString name = secretName(prompt);
        const std::lock_guard lock(entry->guard);
        const auto known = entry->secrets.find(name);
        // Once only: otherwise a wrong answer would be given again and again.
        if (prompt.kind == SshPrompt::Kind::Code || !(entry->target == target) || known == entry->secrets.end()
            || !given.insert(name).second)
            return std::nullopt;
        return known->second;
    };
    return questions;
}

void ConnectionPool::drop(MachineId machineId)
{
    const std::shared_ptr<State::Entry> entry = m_state->entry(machineId);
    const std::lock_guard lock(entry->guard);
    entry->close();
    entry->secrets.clear();
}

void ConnectionPool::closeAll()
{
    m_state->services.dials->close();
    std::map<MachineId, std::shared_ptr<State::Entry>> entries;
    {
        const std::lock_guard lock(m_state->guard);
        entries.swap(m_state->entries);
    }
    for (const auto &[id, entry] : entries) {
        const std::lock_guard lock(entry->guard);
        entry->close();
    }
}

}  // namespace trainyard
