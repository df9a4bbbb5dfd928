// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/yamlobject.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <yaml-cpp/yaml.h>

namespace trainyard {

namespace {

constexpr int kMostDepth = 16, kMostValues = 10'000;

QJsonValue valueOf(const YAML::Node &node, int depth, int &left)
{
    if (--left < 0 || depth > kMostDepth)
        return {};
    if (node.IsScalar())
        return QString::fromStdString(node.Scalar());
    if (node.IsSequence()) {
        QJsonArray list;
        for (const YAML::Node &one : node)
            list << valueOf(one, depth + 1, left);
        return list;
    }
    if (!node.IsMap())
        return {};
    QJsonObject map;
    for (const auto &one : node) {
        if (one.first.IsScalar())
            map[QString::fromStdString(one.first.Scalar())] = valueOf(one.second, depth + 1, left);
    }
    return map;
}

}  // namespace

Result<QJsonObject> yamlObject(const QByteArray &yaml)
{
    const auto refused = [](int line) {
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::YamlObject", "This is not a YAML file with settings: correct it."),
                     QStringLiteral("line %1").arg(line)};
    };
    try {
        const YAML::Node root = YAML::Load(yaml.toStdString());
        int left = kMostValues;
        if (root.IsNull())
            return QJsonObject();
        return root.IsMap() ? Result<QJsonObject>(valueOf(root, 0, left).toObject()) : Result<QJsonObject>(refused(1));
    } catch (const YAML::Exception &error) {
        return refused(error.mark.line + 1);
    }
}

}  // namespace trainyard
