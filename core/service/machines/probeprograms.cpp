// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/probeprograms.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeRunner)
};

}  // namespace

ProbePrograms ProbePrograms::standard()
{
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PROBE_DIR"); !folder.isEmpty())
        return {{folder}};
    const QString here = QCoreApplication::applicationDirPath();
    return {{here, QDir::cleanPath(here + u'/' + QStringLiteral(TRAINYARD_PROBE_FOLDER))}};
}

QString ProbePrograms::ownArchitecture()
{
    const QString name = QSysInfo::buildCpuArchitecture();
    return name == QLatin1String("arm64") ? QStringLiteral("aarch64") : name;
}

Result<QString> ProbePrograms::find(const QString &architecture) const
{
    const auto isPlain = [](QChar c) { return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_'); };
    const bool isName = !architecture.isEmpty() && architecture.size() <= 32
                        && std::all_of(architecture.begin(), architecture.end(), isPlain);
    for (const QString &folder : isName ? folders : QStringList()) {
        QStringList names{QStringLiteral("yard-probe-") + architecture};
        if (architecture == ownArchitecture())
            names << QStringLiteral("yard-probe");
        for (const QString &name : std::as_const(names)) {
            const QFileInfo file(folder + u'/' + name);
            if (file.isFile() && file.isExecutable())
                return file.absoluteFilePath();
        }
    }
    return Error{ErrorCode::Unsupported, Words::tr("This installation has no yard-probe for “%1” processors.").arg(architecture.left(60)),
                 folders.join(QStringLiteral(", "))};
}

}  // namespace trainyard
