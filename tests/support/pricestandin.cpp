// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pricestandin.h"

#include <QCryptographicHash>

namespace trainyard {

PriceStandIn::PriceStandIn()
    : m_server(std::make_unique<HttpStandIn>([this](const HttpStandIn::Request &request) {
          Answers own;
          {
              const QMutexLocker lock(&m_mutex);
              for (const auto &[part, answers] : m_others) {
                  if (request.target.contains(part))
                      own = answers;
              }
          }
          HttpStandIn::Answer answer = own ? own(request) : usual(request);
          const QByteArray etag = '"' + QCryptographicHash::hash(answer.body, QCryptographicHash::Sha1).toHex() + '"';
          if (answer.status != 200)
              return answer;
          answer.headers << "ETag: " + etag;
          if (request.headers["if-none-match"] == etag) {
              answer.status = 304;
              answer.body.clear();
          }
          return answer;
      }))
{
}

PriceStandIn::~PriceStandIn() = default;

void PriceStandIn::answer(const QByteArray &part, Answers answers)
{
    const QMutexLocker lock(&m_mutex);
    m_others[part] = std::move(answers);
}

void PriceStandIn::answer(const QByteArray &part, const QByteArray &body)
{
    HttpStandIn::Answer fixed;
    fixed.body = body;
    answer(part, [fixed](const HttpStandIn::Request &) { return fixed; });
}

void PriceStandIn::answerAsUsual()
{
    const QMutexLocker lock(&m_mutex);
    m_others.clear();
}

QByteArray PriceStandIn::skyPilotTable(const QByteArray &price)
{
    return "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Region,SpotPrice,Price,AvailabilityZone,GpuInfo\n"
           "1x_A100-80GB_SECURE,A100-80GB,1.0,8.0,80.0,US,0.9,"
           + price
           + ",US-1,\"{'Gpus': [{'Name': 'A100-80GB'}]}\"\n"
             "1x_RTX4090_SECURE,RTX4090,1.0,6.0,24.0,US,,0.69,US-1,\"{'Gpus': [{'Name': 'RTX4090'}]}\"\n";
}

QByteArray PriceStandIn::azurePage(const QByteArray &price, const QByteArray &next)
{
    QByteArray page("{'Items':[{'currencyCode':'USD','tierMinimumUnits':0.0,'retailPrice':" + price
                    + ",'armRegionName':'eastus',"
                      "'meterName':'x','productName':'x','skuName':'x"
                    + (price.startsWith("1.") ? " Spot" : "")
                    + "',"
                      "'serviceName':'Virtual Machines','unitOfMeasure':'1 Hour','type':'Consumption','isPrimaryMeterRegion':true,"
                      "'armSkuName':'Standard_NC24ads_A100_v4'}],'NextPageLink':"
                    + (next.isEmpty() ? QByteArray("null") : '\'' + next + '\'') + ",'Count':1}");
    return page.replace('\'', '"');
}

QByteArray PriceStandIn::awsFile(const QByteArray &location, const QByteArray &price)
{
    QByteArray file("{'manifest':{'currencyCode':'USD'},'regions':{'" + location + "':{'a':{'price':'" + price
                    + "','Instance Type':'p5.48xlarge','Tenancy':'Shared','Pre Installed S/W':'NA'}}}}");
    return file.replace('\'', '"');
}

HttpStandIn::Answer PriceStandIn::usual(const HttpStandIn::Request &request) const
{
    HttpStandIn::Answer answer;
    answer.isPacked = true;
    const QByteArray location = QByteArray::fromPercentEncoding(
        request.target.split('/').value(request.target.contains("reserved") ? 5 : 3));
    if (request.target.startsWith("/skypilot/")) {
        answer.body = skyPilotTable();
    } else if (request.target.startsWith("/azure") && !request.target.contains("skip")) {
        answer.body = azurePage("3.673", m_server->base().toUtf8() + "/azure?$skip=1000");
    } else if (request.target.startsWith("/azure")) {
        answer.body = azurePage("1.469", {});
    } else if (request.target.contains("previousgen")) {
        answer = {};
        answer.status = 403;
        answer.body = "<Error><Code>NoSuchKey</Code></Error>";
    } else {
        answer.body = awsFile(location, request.target.contains("reserved") ? "33.7" : "55.04");
    }
    return answer;
}

}  // namespace trainyard
