// SPDX-License-Identifier: GPL-3.0-or-later
// A web server that stands in for the price lists of AWS, Azure and SkyPilot: a few offers from each, in those servers' formats. A test may
// replace the answer of any address.
#pragma once

#include "tests/support/httpstandin.h"

#include <QMutex>

#include <map>

namespace trainyard {

class PriceStandIn {
public:
    PriceStandIn();
    ~PriceStandIn();

    QString base() const { return m_server->base(); }
    QList<HttpStandIn::Request> requests() const { return m_server->requests(); }

    using Answers = std::function<HttpStandIn::Answer(const HttpStandIn::Request &)>;
    // Replaces the usual answer for targets that contain `part`; may be called from any thread.
    void answer(const QByteArray &part, Answers answers);
    void answer(const QByteArray &part, const QByteArray &body);
    void answerAsUsual();

    static QByteArray skyPilotTable(const QByteArray &price = "1.89");  // of runpod
    static QByteArray azurePage(const QByteArray &price, const QByteArray &next);
    static QByteArray awsFile(const QByteArray &location, const QByteArray &price);

private:
    HttpStandIn::Answer usual(const HttpStandIn::Request &request) const;

    QMutex m_mutex;
    std::map<QByteArray, Answers> m_others;
    std::unique_ptr<HttpStandIn> m_server;  // last, so that it is destroyed first
};

}  // namespace trainyard
