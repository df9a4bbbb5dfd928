// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/yardcommand.h"

#include <QJsonDocument>

namespace trainyard {

YardCommand::YardCommand(const QString &program, const QString &home)
    : environment(QProcessEnvironment::systemEnvironment()), m_program(program)
{
    environment.insert(QStringLiteral("TRAINYARD_HOME"), home);
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
}

YardCommand::Answer YardCommand::run(const QStringList &arguments, int timeoutMs) const
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(m_program, arguments);
    Answer answer;
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished(5000);
    } else if (process.exitStatus() == QProcess::NormalExit) {
        answer.status = process.exitCode();
    }
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

std::unique_ptr<QProcess> YardCommand::start(const QStringList &arguments) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment);
    process->setStandardInputFile(QProcess::nullDevice());
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QProcess::nullDevice());
    process->start(m_program, arguments);
    process->waitForStarted(10000);
    return process;
}

QJsonObject YardCommand::Answer::object() const { return QJsonDocument::fromJson(out).object(); }
QJsonArray YardCommand::Answer::array() const { return QJsonDocument::fromJson(out).array(); }

QByteArray YardCommand::Answer::told() const { return out.right(2000) + err.right(2000) + "\nstatus " + QByteArray::number(status); }

}  // namespace trainyard
