// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskimport.h"

#include "core/model/internal/importdraft.h"

#include <QRegularExpression>
#include <QStringDecoder>

namespace trainyard {
namespace {

constexpr qsizetype kMaxImport = 256 * 1024;  // far beyond any script that people paste

QByteArray withPlainLines(QByteArray text)
{
    if (text.startsWith("\xef\xbb\xbf"))
        text.remove(0, 3);
    return text.replace("\r\n", "\n").replace('\r', '\n');
}

bool hasLine(const QString &text, const QString &pattern)
{
    return QRegularExpression(pattern, QRegularExpression::MultilineOption).match(text).hasMatch();
}

ImportKind kindOf(const QString &text)
{
    if (hasLine(text, QStringLiteral("^type:\\s*[\"']?(task|dev-environment|service|fleet|volume|gateway)\\b")))
        return ImportKind::DstackFile;
    if (hasLine(text, QStringLiteral("^(run|name|resources|setup|envs|secrets|workdir|file_mounts):(\\s|$)")))
        return ImportKind::None;
    if (hasLine(text, QStringLiteral("^#SBATCH\\b")))
        return ImportKind::SlurmScript;
    if (hasLine(text, QStringLiteral("\\b(docker|podman)\\s")) && hasLine(text, QStringLiteral("\\s(run|create)\\s")))
        return ImportKind::ContainerCommand;
    return ImportKind::None;
}

}  // namespace

QString importKindName(ImportKind kind)
{
    switch (kind) {
    case ImportKind::ContainerCommand: return ImportWords::tr("container command");
    case ImportKind::SlurmScript: return ImportWords::tr("sbatch script");
    case ImportKind::DstackFile: return ImportWords::tr("dstack file");
    case ImportKind::None: break;
    }
    return {};
}

ImportKind importKind(const QByteArray &text)
{
    return text.size() > kMaxImport ? ImportKind::None : kindOf(QString::fromUtf8(withPlainLines(text)));
}

Result<ImportedTask> importedTask(const QByteArray &text)
{
    if (text.size() > kMaxImport)
        return invalidInput(ImportWords::tr("The text is too long: paste one command or script of at most 256 KiB."));
    const QByteArray bytes = withPlainLines(text);
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder.decode(bytes);
    if (decoder.hasError() || bytes.contains('\0'))
        return invalidInput(ImportWords::tr("This is not text in UTF-8: paste a command, a script or a file as text."));
    switch (kindOf(decoded)) {
    case ImportKind::ContainerCommand: return importContainer(decoded);
    case ImportKind::SlurmScript: return importSlurm(decoded);
    case ImportKind::DstackFile: return importDstack(bytes);
    case ImportKind::None: break;
    }
    return invalidInput(ImportWords::tr(
        "Nothing to import was recognised: paste a docker run or podman run command, a script with #SBATCH lines, or a dstack file."));
}

}  // namespace trainyard
