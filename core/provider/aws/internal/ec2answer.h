// SPDX-License-Identifier: GPL-3.0-or-later
// EC2's answers as a tree of elements, and what they say of instances and other resources. Answers are hostile: lengths and nesting are
// limited by walkXml(). Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/provider/interface/machineprovider.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct XmlNode {
    QString name, text;
    QList<XmlNode> children;

    // By a path of names, the first of each; an empty node if there is none.
    const XmlNode &at(QLatin1String path) const;
    QString value(QLatin1String path) const { return at(path).text; }
    QString tag(QLatin1String key) const;  // of its tagSet
};

Result<XmlNode> readEc2(const QByteArray &xml);  // its outermost element; Corrupt

inline constexpr char kOwnerTag[] = "trainyard:owner";
inline constexpr char kTokenTag[] = "trainyard:token";

InstanceReport instanceReport(const XmlNode &instance);
QList<XmlNode> instancesIn(const XmlNode &answer);  // of DescribeInstances and RunInstances
QDateTime ec2Time(const QString &text);             // UTC; invalid if it is none
// A name that EC2 gave, which may go into the next request.
bool isEc2Id(const QString &id);

}  // namespace trainyard
