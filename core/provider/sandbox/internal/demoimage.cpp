// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/demoimage.h"

#include "core/base/tararchive.h"

#include <QCryptographicHash>
#include <QFile>

namespace trainyard {

QByteArray trainerProgram()
{
    QFile file(QStringLiteral(":/sandbox/yard-demotrainer"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString demoImageName(const QByteArray &program)
{
    const QByteArray hash = QCryptographicHash::hash(program, QCryptographicHash::Sha256).toHex();
    return QStringLiteral("localhost/trainyard-demo:") + QString::fromLatin1(hash.left(12));
}

QByteArray imageArchive(const QByteArray &program)
{
    TarArchive archive;
    archive.addFile("yard-demotrainer", 0755, 0, program);  // without a time: the archive depends only on the program
    return archive.finished();
}

}  // namespace trainyard
