// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/gpucloudanswers.h"

#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/gpucloud/machinelabel.h"
#include "core/provider/lambda/internal/lambdaanswer.h"
#include "core/provider/runpod/internal/runpodanswer.h"
#include "core/provider/vast/internal/vastanswer.h"
#include "core/provider/vast/internal/vastrequest.h"

#include <QJsonDocument>

namespace trainyard {

namespace {

constexpr qsizetype kMostText = 500;

void require(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

void checkReport(const InstanceReport &report)
{
    // A sentence of ours may be around a text of theirs.
    require(report.providerId.size() <= kMostText && report.reason.size() <= 2 * kMostText, "a long text");
    require(!report.reason.contains(u'\n'), "a reason of several lines");
    require(report.owner.isEmpty() == report.clientToken.isEmpty(), "half a name");
}

void checkResource(const CloudResource &resource)
{
    require(resource.name.size() <= kMostText && !resource.name.contains(u'\n'), "a name of several lines");
    require(resource.gibibytes == -1 || resource.gibibytes >= 0, "a size below nothing");
    require(!resource.created.isValid() || resource.created.timeSpec() == Qt::UTC, "a time without a zone");
    require(!resource.perDay || resource.perDay->nanos() > 0, "a price that is none");
}

void checkOffer(const ProviderOffer &offer) { require(!offer.perHour || offer.perHour->nanos() > 0, "a price that is none"); }

void feed(const QJsonObject &one)
{
    for (const auto &read : {runPodReport, lambdaReport, vastReport})
        checkReport(read(one));
    for (const auto &read : {runPodPod, runPodNetworkVolume, lambdaInstance, lambdaFileSystem, vastInstance, vastVolume})
        checkResource(read(one));
    for (const auto &read : {runPodAddress, lambdaAddress, vastAddress})
        (void)read(one);
    for (const auto &read : {runPodImage, lambdaImage, vastImage})
        (void)read(one);
    for (const bool isSpot : {false, true}) {
        if (const auto offer = vastOffer(one, isSpot))
            checkOffer(*offer);
    }
    const QList<ProviderOffer> offers = lambdaOffers(one);
    for (const ProviderOffer &offer : offers)
        checkOffer(offer);
}

void feedList(const QJsonArray &list)
{
    const QList<ProviderOffer> offers = runPodOffers(list);
    for (const ProviderOffer &offer : offers)
        checkOffer(offer);
    InstanceRequest request;
    request.type = QStringLiteral("2x RTX 4090");
    request.region = kVastAnywhere;
    (void)vastFitting(list, request);
    for (const QJsonValue &one : list)
        feed(one.toObject());
}

}  // namespace

void fuzzGpuCloudAnswer(const QByteArray &bytes)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const QJsonValue content = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    for (const auto &read : {runPodRefusal, lambdaRefusal, vastRefusal}) {
        for (const int status : {200, 400, 403, 429, 502}) {
            const auto refusal = read({status, {}, bytes}, content, status == 400);
            require(refusal || status == 200, "an answer with this status was accepted");
            if (refusal)
                require(!cloudError(QStringLiteral("Cloud"), *refusal).what.isEmpty(), "a refusal without a sentence");
        }
    }
    if (const auto label = readMachineLabel(QString::fromUtf8(bytes)))
        require(label->owner.size() == 36 && label->clientToken.size() == 36, "ids that are none");
    (void)gpuCount(QString::fromUtf8(bytes));
    feed(document.object());
    feedList(document.array());
    for (const QJsonValue &value : content.toObject()) {
        feed(value.toObject());
        feedList(value.toArray());
    }
}

}  // namespace trainyard
