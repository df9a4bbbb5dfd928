// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/taskstores.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

}  // namespace

void refuseStore(const QString &target, const YAML::Node &key, const YAML::Node &node, IssueList &issues)
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
    const QString store = !source.isEmpty() ? source : name;
    if (mode == QLatin1String("COPY"))
        issues.error(key.Mark(), Words::tr("'%1' is to be copied from the object store '%2' (COPY), which is not possible yet: fetch it in "
                                           "'setup', or name a local file or folder.")
                                     .arg(shown(target), shown(store)));
    else if (kModes.contains(mode))
        issues.error(key.Mark(), Words::tr("'%1' is to be mounted from the object store '%2' (%3), which is not possible yet: mount it in "
                                           "'setup', or name a local file or folder.")
                                     .arg(shown(target), shown(store), mode));
}

}  // namespace trainyard
