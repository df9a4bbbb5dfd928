// SPDX-License-Identifier: GPL-3.0-or-later
// One account in one region: signs calls of EC2's query API (version 2016-11-15) and its neighbours, sends them, reads their answers.
// Blocking; any thread.
#pragma once

#include "core/provider/aws/internal/ec2answer.h"
#include "core/provider/cloudapi/cloudapi.h"

#include <QJsonObject>

namespace trainyard {

using Ec2Parameters = QList<NamedBytes>;

class Ec2Client {
public:
    // InvalidInput: a region or an endpoint that cannot be one.
    static Result<Ec2Client> make(const CloudApi &api, const CloudCredentials &credentials, const QString &region, std::stop_token stop);

    QString region() const { return QString::fromLatin1(m_region); }
    Ec2Client inRegion(const QString &region) const;  // which EC2 itself named

    // `code`, if given, receives AWS's own code of a refusal.
    Result<XmlNode> call(const QByteArray &action, const Ec2Parameters &parameters, CloudCall::Effect effect,
                         QString *code = nullptr) const;
    Result<XmlNode> read(const QByteArray &action, const Ec2Parameters &parameters = {}) const
    {
        return call(action, parameters, CloudCall::Effect::Reads);
    }
    // All pages; the children of the element named `set` of each.
    Result<QList<XmlNode>> readAll(const QByteArray &action, QLatin1String set, const Ec2Parameters &parameters) const;
    Result<XmlNode> callerIdentity() const;  // of STS
    Result<QJsonObject> quotas(const QString &page) const;
    // GetCostAndUsage of Cost Explorer, which costs money.
    Result<QJsonObject> costs(const QJsonObject &question) const;

private:
    Ec2Client(const CloudApi &api, const CloudCredentials &credentials, const QString &region, std::stop_token stop)
        : m_api(&api), m_credentials(credentials), m_region(region.toLatin1()), m_stop(std::move(stop))
    {
    }
    struct Target {
        QByteArray service, action, version, jsonTarget;
    };
    Result<QJsonObject> ask(const Target &target, const QJsonObject &question) const;
    Result<QByteArray> post(const Target &target, const QByteArray &body, CloudCall::Effect effect, QString *code) const;

    const CloudApi *m_api;
    CloudCredentials m_credentials;
    QByteArray m_region;
    std::stop_token m_stop;
};

// "Filter.1.Name=tag:…&Filter.1.Value.1=…", the filters counted from 1.
void addFilter(Ec2Parameters &parameters, const QByteArray &name, const QByteArrayList &values);

}  // namespace trainyard
