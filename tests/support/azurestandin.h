// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for Azure on a loopback address: not the cloud itself, but as strict about tokens, versions, parameters and rights, and made to
// misbehave as clouds do. One server is the sign-in service, the Resource Manager, the price list and the object store. It keeps resource
// groups and what is in them in memory. The test's thread asks and orders, the server's thread answers.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QDate>
#include <QJsonObject>
#include <QStringList>

#include <memory>

namespace trainyard {

class AzureStandIn {
public:
    // With certificate and key (PEM files) it uses TLS.
    explicit AzureStandIn(const QString &certificate = {}, const QString &key = {});
    ~AzureStandIn();

    static inline const QString kRegion = QStringLiteral("eastus");
    static inline const QString kType = QStringLiteral("Standard_NC24ads_A100_v4");  // with one GPU
    static inline const QString kSubscription = QStringLiteral("11111111-2222-3333-4444-555555555555");
    static inline const QString kTenant = QStringLiteral("99999999-8888-7777-6666-555555555555");

    QString base() const;
    CloudCredentials credentials() const { return credentialsAt(base()); }
    static CloudCredentials credentialsAt(const QString &base);

    // The next `times` calls that need this right are refused before anything is done. "token" stands for the sign-in.
    struct Refusal {
        int status = 400;
        QByteArray code, message;
        QByteArrayList headers;
    };
    void refuse(const QString &right, const Refusal &refusal, int times = 1);
    // The next call that needs this right is carried out; then the connection breaks, or an internal error is answered.
    enum class Lost { Answer, InternalError };
    void lose(const QString &right, Lost how);
    void deny(const QString &right);  // taken away from the account
    void failLater(const QByteArray &code,
                   const QByteArray &words);  // the next machine that is made or started is accepted, and fails then
    void endTokens();                         // none that was given out is accepted any more
    void setTokenLife(int seconds);
    void setSubscriptionState(const QString &state);
    void setPageSize(int entries);
    void sendElsewhere(const QString &base);         // links of pages, operations and objects lead there
    void repeatPages();                              // the link of each page is to itself
    void setPolls(int answers, int retryAfter = 0);  // how often it says that a machine is being made, and the pause that it asks for
    void setConsole(const QByteArray &text);
    void closePrices();
    void vanish(const QString &machine);                      // as a spot machine that is taken back
    void shutDown(const QString &machine);                    // from inside, without being deallocated
    void put(const QString &path, const QJsonObject &thing);  // below the subscription
    void failDeletions();                                     // of groups: accepted, and given up later
    // What it says was charged; `resource`: below the subscription, in any case of letters; empty: for nothing that has an id.
    void charge(const QDate &day, const QString &resource, const QString &meter, double amount, const QString &currency = "USD");
    void settle();  // all that goes on comes to its end

    QList<QJsonObject> things(const QString &type) const;  // "virtualMachines", "disks", "resourceGroups" …
    QStringList paths() const;                             // of all that exists, below the subscription
    QStringList calls() const;                             // rights, accepted or not, in their order; "token", "prices", "blob"
    QStringList targets() const;                           // "PUT /subscriptions/…", the same
    QJsonObject lastBody(const QString &right) const;      // of accepted calls
    bool wasTokenShown() const;                            // to a service that must not see it

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
