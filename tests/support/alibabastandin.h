// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for Alibaba Cloud (ECS, VPC and STS) over plain HTTP on 127.0.0.1; its machines exist only in its memory. It computes every
// signature by itself, refuses parameters that the vendor's clients do not know (tests/data/alibaba/parameters.txt), and misbehaves as the
// test asks. The vendor's own client is tried against it in tst_alibaba. Any thread.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QDateTime>
#include <QJsonObject>
#include <QMap>
#include <QMutex>
#include <QSet>

#include <optional>

namespace trainyard {

class AlibabaStandIn {
public:
    using Parameters = QMap<QByteArray, QByteArray>;
    struct Seen {
        QByteArray action;
        Parameters parameters;
        QByteArray code;  // of the refusal; empty: accepted
    };
    struct Refusal {
        int status = 400;
        QByteArray code, message;
        QByteArrayList headers = {};
    };
    enum class AfterWork { Answers, Fails, LosesAnswer };

    AlibabaStandIn();
    ~AlibabaStandIn();

    QString base() const { return m_server->base(); }
    CloudCredentials credentials() const;  // with the endpoint

    // The next `times` calls of this action.
    void refuse(const QByteArray &action, const Refusal &refusal, int times = 1);
    void afterWork(const QByteArray &action, AfterWork what, int times = 1);  // it is carried out, and then …
    void answerStrangely(const QByteArray &action);                           // with nothing but a request id, once
    void forbid(const QByteArray &action);                                    // the right "ecs:RunInstances" is missing
    void setClockAhead(qint64 seconds);
    void useSessionToken(const QByteArray &token, bool isExpired);
    // A new machine is missing from as many lists, and is Pending in as many as follow.
    void setLate(int lists, int pending);
    void setStock(const QString &zone, bool isInStock);
    void setSpotPrice(double perHour);
    // How it moved in this zone, at full hours, oldest first; later ones replace what was there. In thousandths of a yuan.
    using SpotHistory = QList<QPair<QDateTime, qint64>>;
    void setSpotHistory(const QString &zone, const SpotHistory &history);
    void setSpotPage(int rows);
    // What a spot machine without a protected hour is charged with in that time, counted second by second; in billionths of a yuan.
    qint64 spotInvoice(const QString &zone, const QDateTime &from, const QDateTime &to) const;

    // What somebody else put there.
    void addDisks(const QString &region, int count);
    void addAddresses(const QString &region, int count);
    void addSnapshots(const QString &region, int count);
    void addBillItem(const QJsonObject &item);  // with its BillingCycle
    void addRule(const QJsonObject &rule);      // to every security group
    void vanish(const QString &instanceId);
    void setLock(const QString &instanceId, const QString &reason);

    QList<Seen> seen() const;
    QList<Parameters> accepted(const QByteArray &action) const;
    QMap<QString, QJsonObject> instances() const;
    QMap<QString, QJsonObject> groups() const;
    qsizetype count(const char *kind) const;  // "disk", "eip", "snapshot", "vpc", "vsw", "sg", "key"

private:
    struct Answered {
        QJsonObject body;
        std::optional<Refusal> refusal;
    };
    using Work = Answered (AlibabaStandIn::*)(const Parameters &);

    HttpStandIn::Answer answer(const HttpStandIn::Request &request);
    Answered judged(const HttpStandIn::Request &request, Seen &seen);
    std::optional<Refusal> signatureTrouble(const HttpStandIn::Request &request);
    std::optional<Refusal> parameterTrouble(const QByteArray &action, const QByteArray &version, const Parameters &given) const;
    Answered once(const QByteArray &action, const Parameters &given, Work work);
    static Work workOf(const QByteArray &action);

    Answered runInstances(const Parameters &given);
    Answered describeInstances(const Parameters &given);
    Answered startInstance(const Parameters &given);
    Answered stopInstance(const Parameters &given);
    Answered deleteInstance(const Parameters &given);
    Answered consoleOutput(const Parameters &given);
    Answered importKeyPair(const Parameters &given);
    Answered createVpc(const Parameters &given);
    Answered createVSwitch(const Parameters &given);
    Answered createGroup(const Parameters &given);
    Answered authorize(const Parameters &given);
    Answered revoke(const Parameters &given);
    Answered describeRules(const Parameters &given);
    Answered describeVpcs(const Parameters &given);
    Answered describeVSwitches(const Parameters &given);
    Answered describeGroups(const Parameters &given);
    Answered describeDisks(const Parameters &given);
    Answered describeAddresses(const Parameters &given);
    Answered describeSnapshots(const Parameters &given);
    Answered remove(const Parameters &given);
    Answered describeRegions(const Parameters &given);
    Answered describeTypes(const Parameters &given);
    Answered describeStock(const Parameters &given);
    Answered describePrice(const Parameters &given);
    Answered describeSpotPrices(const Parameters &given);
    Answered describeAttributes(const Parameters &given);
    Answered describeImages(const Parameters &given);
    Answered callerIdentity(const Parameters &given);
    Answered queryBill(const Parameters &given);

    Answered page(const QList<QJsonObject> &all, const Parameters &given, const char *outer, const char *inner) const;
    QList<QJsonObject> matching(const char *kind, const Parameters &given) const;
    QString newId(const char *kind);
    QDateTime now() const;

    mutable QMutex m_mutex;
    QMap<QByteArray, QMap<QByteArray, QByteArray>> m_known;  // of each action: its parameters with their types; "" is its version
    QMap<QByteArray, QMap<QString, QJsonObject>> m_things;   // by kind, then by id
    QMap<QByteArray, QPair<Parameters, QJsonObject>> m_tokens;
    QMap<QByteArray, QList<Refusal>> m_refusals;
    QMap<QByteArray, QList<AfterWork>> m_afterWork;
    QSet<QByteArray> m_forbidden, m_nonces, m_strange;
    QSet<QString> m_soldOut;  // zones
    QList<Seen> m_seen;
    QByteArray m_sessionToken;
    bool m_isSessionExpired = false;
    qint64 m_clockAhead = 0;
    int m_lateLists = 0, m_latePending = 0;
    double m_spotPrice = 3.5;
    QMap<QString, SpotHistory> m_spotHistory;
    int m_spotPage = 1000;
    QList<QJsonObject> m_bill;
    int m_number = 0;
    std::unique_ptr<HttpStandIn> m_server;  // last, so that it is destroyed first
};

}  // namespace trainyard
