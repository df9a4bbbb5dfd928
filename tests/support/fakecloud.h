// SPDX-License-Identifier: GPL-3.0-or-later
// A fake provider of machines for tests: each machine is a file in a folder, which outlives the program that asked for it, as in a cloud.
// On request it refuses, loses its answer, lists late, or ends the program in the middle of a call.
#pragma once

#include "core/provider/interface/machineprovider.h"

#include <QDir>
#include <QFile>

#include <atomic>
#include <functional>
#include <memory>

#include <csignal>

namespace trainyard {

class FakeCloud : public MachineProvider {
public:
    enum class Fault {
        None,
        Refuses,      // nothing was done, and that is certain
        LostRequest,  // nothing was done, and no answer came
        LostAnswer,   // it was done, and no answer came
        DiesBefore,   // the program ends before it is done
        DiesAfter,    // … and after
    };
    // What a test sets and counts; shared, because the provider itself belongs to the code under test.
    struct Knobs {
        std::atomic<Fault> fault = Fault::None;
        ErrorCode refusal = ErrorCode::NoCapacity;
        std::chrono::seconds appearsWithin{0};
        std::atomic<bool> isListed = true;
        std::atomic<int> creates = 0, stops = 0, terminates = 0;
        std::function<void()> inCreate;
    };

    FakeCloud(const QString &folder, std::shared_ptr<Knobs> knobs) : m_folder(folder), m_knobs(std::move(knobs)) { QDir().mkpath(folder); }

    QString kind() const override { return QStringLiteral("fake"); }
    QString name() const override { return QStringLiteral("Fake cloud"); }
    ProviderCapabilities capabilities() const override
    {
        ProviderCapabilities can;
        can.canCreate = can.canStop = can.canTerminate = true;
        can.appearsWithin = m_knobs->appearsWithin;
        return can;
    }

    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &, std::stop_token) const override
    {
        ++m_knobs->creates;
        if (m_knobs->inCreate)
            m_knobs->inCreate();
        const auto done = carriedOut([&] { put(request.clientToken, "running"); });
        return done ? Result<InstanceReport>(*reportOn(request.clientToken)) : Result<InstanceReport>(done.error());
    }
    Result<InstanceReport> describe(const Instance &instance, std::stop_token) const override
    {
        const auto report = reportOn(instance.request.clientToken);
        return report ? Result<InstanceReport>(*report) : Result<InstanceReport>(Error{ErrorCode::NotFound, QStringLiteral("None."), {}});
    }
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token) const override
    {
        QList<InstanceReport> found;
        for (const QString &token : tokens()) {
            if (m_knobs->isListed && (filter.clientToken.isEmpty() || filter.clientToken == token))
                found << *reportOn(token);
        }
        return found;
    }
    Result<void> stop(const Instance &instance, std::stop_token) const override
    {
        ++m_knobs->stops;
        return carriedOut([&] { put(instance.request.clientToken, "stopped"); });
    }
    Result<void> start(const Instance &instance, const StepReport &, std::stop_token) const override
    {
        return carriedOut([&] { put(instance.request.clientToken, "running"); });
    }
    Result<void> terminate(const Instance &instance, std::stop_token) const override
    {
        ++m_knobs->terminates;
        return carriedOut([&] { QFile::remove(m_folder + u'/' + instance.request.clientToken); });
    }
    Result<SshTarget> sshTarget(const Instance &, std::stop_token) const override
    {
        SshTarget target;
        target.host = QStringLiteral("192.0.2.7");
        return target;
    }

    QStringList tokens() const { return QDir(m_folder).entryList(QDir::Files, QDir::Name); }

private:
    Result<void> carriedOut(const std::function<void()> &work) const
    {
        const Fault fault = m_knobs->fault;
        if (fault == Fault::DiesBefore)
            ::raise(SIGKILL);
        if (fault == Fault::Refuses)
            return Error{m_knobs->refusal, QStringLiteral("Refused."), {}};
        if (fault != Fault::LostRequest)
            work();
        if (fault == Fault::DiesAfter)
            ::raise(SIGKILL);
        if (fault == Fault::LostRequest || fault == Fault::LostAnswer)
            return Error{ErrorCode::ConnectionLost, QStringLiteral("No answer."), {}};
        return {};
    }
    void put(const QString &token, const char *state) const
    {
        QFile file(m_folder + u'/' + token);
        if (!file.open(QIODevice::WriteOnly) || file.write(state) < 0)
            qFatal("the fake cloud cannot write");
    }
    std::optional<InstanceReport> reportOn(const QString &token) const
    {
        QFile file(m_folder + u'/' + token);
        if (!file.open(QIODevice::ReadOnly))
            return std::nullopt;
        InstanceReport report;
        report.providerId = QStringLiteral("i-") + token;
        report.clientToken = token;
        report.state = file.readAll() == "running" ? ProvidedState::Running : ProvidedState::Stopped;
        return report;
    }

    const QString m_folder;
    const std::shared_ptr<Knobs> m_knobs;
};

}  // namespace trainyard
