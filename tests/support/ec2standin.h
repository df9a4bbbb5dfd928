// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for EC2, STS and Service Quotas on 127.0.0.1 (tests/support/ec2-server): no cloud is asked, nothing is created, nothing costs.
#pragma once

#include "core/provider/interface/cloudaccount.h"

#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace trainyard {

class Ec2StandIn {
public:
    ~Ec2StandIn();
    bool start();  // false: `problem` says what is missing
    QString problem() const { return m_problem; }
    QString base() const { return m_base; }

    void tell(const QJsonObject &words) const;  // how it misbehaves from now on
    void reset() const { tell({{QStringLiteral("reset"), true}}); }
    // The next calls of this action end like that; see the script.
    void fault(const QString &action, const QString &fault, int times = 1) const;
    QJsonObject seen() const;
    QStringList calls() const;      // "ec2:RunInstances", in turn
    QList<qint64> times() const;    // of these calls, in milliseconds since 1970
    QJsonObject instances() const;  // of us-east-1, with their requests

    // For an AwsProvider; with `isSession`, keys that end.
    CredentialLookup credentials(bool isSession = false) const;

private:
    QByteArray ask(const QByteArray &body) const;

    QProcess m_process;
    QString m_base, m_problem;
};

}  // namespace trainyard
