// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/taskstores.h"

#include "core/model/objectstoreconfig.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

}  // namespace

bool isOtherStore(const QString &source, const YAML::Node &node, IssueList &issues)
{
    static const QRegularExpression kOther(
        QStringLiteral("\\A(gs|r2|oci|cos|nebius|cw|vastdata|https://[a-z0-9]+\\.blob\\.core\\.windows\\.net)(://|/)"));
    if (!source.contains(kOther))
        return false;
    issues.error(node.Mark(),
                 Words::tr("'%1' has another address here: add the bucket with 'yard store add', and write s3://BUCKET/KEY, or "
                           "az://CONTAINER/KEY for Azure.")
                     .arg(shown(source)));
    return true;
}

std::optional<QString> storeSource(const QString &target, const YAML::Node &key, const YAML::Node &node, IssueList &issues)
{
    static const QStringList kModes{QStringLiteral("MOUNT"), QStringLiteral("COPY"), QStringLiteral("MOUNT_CACHED")};
    QString source, mode = QStringLiteral("MOUNT");
    const auto text = [&](const char *name, QString &into) {
        return KeyHandler{QString::fromLatin1(name), [&issues, &into, name](const auto &, const auto &value) {
                              if (!value.IsNull())
                                  into = scalarText(value, QString::fromLatin1(name), issues).value_or(QString());
                          }};
    };
    const auto ignored = [](const char *name) { return KeyHandler{QString::fromLatin1(name), [](const auto &, const auto &) {}}; };
    QString name;
    readMap(node, target,
            {text("name", name),
             text("source", source),
             ignored("store"),
             ignored("persistent"),
             ignored("config"),
             ignored("_is_sky_managed"),
             ignored("_bucket_sub_path"),
             {QStringLiteral("mode"),
              [&](const auto &, const auto &value) {
                  mode = scalarText(value, QStringLiteral("mode"), issues).value_or(mode).toUpper();
                  if (!kModes.contains(mode))
                      issues.error(value.Mark(), Words::tr("'mode' is MOUNT, COPY or MOUNT_CACHED."));
              }}},
            issues);
    if (!kModes.contains(mode))
        return std::nullopt;
    const QString store = !source.isEmpty() ? source : name;
    if (mode != QLatin1String("COPY")) {
        issues.error(key.Mark(),
                     Words::tr("'%1' is to be mounted from the object store '%2' (%3), which is not possible yet: use 'mode: COPY', "
                               "or mount it in 'setup'.")
                         .arg(shown(target), shown(store), mode));
        return std::nullopt;
    }
    if (isOtherStore(source, node, issues))
        return std::nullopt;
    if (isStoreAddress(source))
        return source;
    issues.error(key.Mark(),
                 Words::tr("'%1' is to be copied from the object store '%2': write its address, like 'source: s3://BUCKET/KEY'.")
                     .arg(shown(target), shown(store)));
    return std::nullopt;
}

}  // namespace trainyard
