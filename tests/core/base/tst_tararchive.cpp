// SPDX-License-Identifier: GPL-3.0-or-later
// Archives that GNU tar and busybox unpack to exactly what was put in.
#include "core/base/tararchive.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestTarArchive : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasPutInComesOut_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("tar") << QStringList{QStringLiteral("tar"), QStringLiteral("-xpf"), QStringLiteral("-"), QStringLiteral("-C")};
        QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("tar"), QStringLiteral("-xpf"),
                                                QStringLiteral("-"), QStringLiteral("-C")};
    }
    void whatWasPutInComesOut()
    {
        QFETCH(const QStringList, command);
        const QByteArray deep = QByteArray(90, 'd') + '/' + QByteArray(90, 'f'), odd = "-a 'b'\n";
        TarArchive archive;
        archive.addFolder("top", 0750, 1'000'000'000);
        archive.addFolder(QByteArray(90, 'd'), 0700, 1'000'000'000);
        archive.addFile("top/block", 0640, 1'000'000'001, QByteArray(512, 'x'));
        archive.addFile("top/empty", 0600, 1'000'000'002, {});
        archive.addFile(deep, 0755, 1'000'000'003, "deep");
        archive.addFile(odd, 0600, 1'000'000'004, "odd");
        archive.addLink("link", "top/" + QByteArray(120, 'l'));
        const QTemporaryDir folder;
        QProcess tar;
        tar.start(command.first(), command.mid(1) + QStringList{folder.path()});
        if (!tar.waitForStarted())
            QSKIP("apt-get install busybox");
        tar.write(archive.finished());
        tar.closeWriteChannel();
        QVERIFY(tar.waitForFinished());
        QVERIFY2(tar.exitCode() == 0, tar.readAllStandardError().constData());
        const auto at = [&folder](const QByteArray &name) { return QString(folder.path() + u'/' + QFile::decodeName(name)); };
        const auto contents = [&at](const QByteArray &name) {
            QFile file(at(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
        };
        QCOMPARE(contents("top/block"), QByteArray(512, 'x'));
        QCOMPARE(contents("top/empty"), QByteArray());
        QCOMPARE(contents(deep), QByteArray("deep"));
        QCOMPARE(contents(odd), QByteArray("odd"));
        QCOMPARE(QFileInfo(at("top/block")).lastModified().toSecsSinceEpoch(), 1'000'000'001);
        QVERIFY(QFileInfo(at(deep)).isExecutable());
        QCOMPARE(QFile::symLinkTarget(at("link")), at("top/" + QByteArray(120, 'l')));
    }

    void theSameCallsGiveTheSameBytes()
    {
        TarArchive one, other;
        for (TarArchive *archive : {&one, &other})
            archive->addFile("a", 0600, 5, "content");
        QCOMPARE(one.finished(), other.finished());
        QCOMPARE(one.finished().size(), 4 * 512);
    }
};

QTEST_GUILESS_MAIN(TestTarArchive)

#include "tst_tararchive.moc"
