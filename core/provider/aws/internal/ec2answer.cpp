// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/aws/internal/ec2answer.h"

#include "core/transport/webapi/xmlanswer.h"

#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

namespace {

const XmlNode kNoNode;

ProvidedState stateOf(const QString &name)
{
    if (name == QLatin1String("running"))
        return ProvidedState::Running;
    if (name == QLatin1String("stopping"))
        return ProvidedState::Stopping;
    if (name == QLatin1String("stopped"))
        return ProvidedState::Stopped;
    if (name == QLatin1String("shutting-down"))
        return ProvidedState::Terminating;
    if (name == QLatin1String("terminated"))
        return ProvidedState::Gone;
    return ProvidedState::Starting;
}

}  // namespace

const XmlNode &XmlNode::at(QLatin1String path) const
{
    const XmlNode *node = this;
    const QStringList names = QString(path).split(u'/');
    for (const QString &wanted : names) {
        const auto child = std::find_if(node->children.cbegin(), node->children.cend(),
                                        [&wanted](const XmlNode &one) { return one.name == wanted; });
        if (child == node->children.cend())
            return kNoNode;
        node = &*child;
    }
    return *node;
}

QString XmlNode::tag(QLatin1String key) const
{
    for (const XmlNode &item : at(QLatin1String("tagSet")).children) {
        if (item.value(QLatin1String("key")) == key)
            return item.value(QLatin1String("value"));
    }
    return {};
}

Result<XmlNode> readEc2(const QByteArray &xml)
{
    // The elements that are open, outermost first. A child is added to its parent's list only when it is complete: the list may move.
    QList<XmlNode> open{XmlNode()};
    const auto closeTo = [&open](qsizetype depth) {
        while (open.size() > depth + 1) {
            XmlNode done = open.takeLast();
            open.last().children << std::move(done);
        }
    };
    TRY_DO(walkXml(
        xml,
        [&](const QString &path) {
            closeTo(path.count(u'/'));
            open << XmlNode{path.section(u'/', -1), {}, {}};
        },
        [&](const QString &path, const QString &text) {
            closeTo(path.count(u'/'));
            open.last().children << XmlNode{path.section(u'/', -1), text, {}};
        }));
    closeTo(0);
    return open.first().children.isEmpty() ? XmlNode() : open.first().children.first();
}

InstanceReport instanceReport(const XmlNode &instance)
{
    InstanceReport report;
    report.providerId = instance.value(QLatin1String("instanceId"));
    report.clientToken = instance.tag(QLatin1String(kTokenTag));
    if (report.clientToken.isEmpty())
        report.clientToken = instance.value(QLatin1String("clientToken"));
    report.owner = instance.tag(QLatin1String(kOwnerTag));
    report.state = stateOf(instance.value(QLatin1String("instanceState/name")));
    report.reason = instance.value(QLatin1String("stateReason/message")).simplified().left(300);
    report.zone = instance.value(QLatin1String("placement/availabilityZone")).simplified().left(100);
    return report;
}

QList<XmlNode> instancesIn(const XmlNode &answer)
{
    QList<XmlNode> found = answer.at(QLatin1String("instancesSet")).children;
    for (const XmlNode &reservation : answer.at(QLatin1String("reservationSet")).children)
        found << reservation.at(QLatin1String("instancesSet")).children;
    return found;
}

QDateTime ec2Time(const QString &text)
{
    const qint64 seconds = xmlTime(text);
    return seconds > 0 ? QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC) : QDateTime();
}

bool isEc2Id(const QString &id)
{
    static const QRegularExpression form(QStringLiteral("^[a-z]{1,12}(-[a-z]{1,12})?-[0-9a-f]{8,32}$"));
    return form.match(id).hasMatch();
}

}  // namespace trainyard
