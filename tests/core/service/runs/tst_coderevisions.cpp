// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/coderevisions.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

bool write(const QString &file, const QByteArray &content)
{
    QFile out(file);
    return QDir().mkpath(QFileInfo(file).path()) && out.open(QIODevice::WriteOnly) && out.write(content) == content.size();
}

}  // namespace

class TestCodeRevisions : public QObject {
    Q_OBJECT

    QTemporaryDir m_home, m_repository;

    bool git(const QStringList &words) const
    {
        QProcess process;
        process.setWorkingDirectory(m_repository.path());
        process.start(QStringLiteral("git"), QStringList{QStringLiteral("-c"), QStringLiteral("user.name=T"), QStringLiteral("-c"),
                                                         QStringLiteral("user.email=t@example.org"), QStringLiteral("-c"),
                                                         QStringLiteral("init.defaultBranch=main")}
                                                 + words);
        return process.waitForFinished() && process.exitCode() == 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
            QSKIP("git is missing: apt-get install git");
        qputenv("HOME", m_home.path().toLocal8Bit());  // without the settings of the user who runs the tests
        QVERIFY(git({QStringLiteral("init")}) && write(m_repository.filePath(QStringLiteral("code/train.py")), "1"));
        QVERIFY(git({QStringLiteral("add"), QStringLiteral(".")})
                && git({QStringLiteral("commit"), QStringLiteral("-m"), QStringLiteral("first")}));
        QVERIFY(git({QStringLiteral("remote"), QStringLiteral("add"), QStringLiteral("origin"),
                     QStringLiteral("https://me:secret@example.org/a.git")}));
    }

    void commitBranchAndChangesAreSaid()
    {
        const QString folder = m_repository.filePath(QStringLiteral("code"));
        const auto clean = readRevision(folder, {});
        QVERIFY(clean);
        QCOMPARE(clean->commit.size(), 40);
        QCOMPARE(clean->branch, QStringLiteral("main"));
        QCOMPARE(clean->remote, QStringLiteral("https://example.org/a.git"));
        QCOMPARE(clean->changes.value_or(-1), 0);
        QVERIFY(write(m_repository.filePath(QStringLiteral("code/train.py")), "2")
                && write(m_repository.filePath(QStringLiteral("code/new 文件.py")), "3")
                && write(m_repository.filePath(QStringLiteral("elsewhere.py")), "4"));
        QCOMPARE(readRevision(folder, {})->changes.value_or(-1), 2);  // of this folder alone
    }

    void nothingOfTheRepositoryIsRun()
    {
        const QString trace = m_home.filePath(QStringLiteral("ran"));
        QVERIFY(write(m_repository.filePath(QStringLiteral("monitor")), "#!/bin/sh\ntouch '" + trace.toUtf8() + "'\n"));
        QFile::setPermissions(m_repository.filePath(QStringLiteral("monitor")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(git({QStringLiteral("config"), QStringLiteral("core.fsmonitor"), m_repository.filePath(QStringLiteral("monitor"))}));
        QVERIFY(readRevision(m_repository.path(), {}));
        QVERIFY(!QFile::exists(trace));
    }

    void withoutGitTheFilesSayTheCommit()
    {
        const auto asked = readRevision(m_repository.path(), {});
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/dev/null/bin");
        const auto read = readRevision(m_repository.filePath(QStringLiteral("code")), {});
        qputenv("PATH", path);
        QVERIFY(read);
        QCOMPARE(read->commit, asked->commit);
        QCOMPARE(read->branch, QStringLiteral("main"));
        QVERIFY(!read->changes);
        QVERIFY(git({QStringLiteral("pack-refs"), QStringLiteral("--all")}));
        qputenv("PATH", "/dev/null/bin");
        const auto packed = readRevision(m_repository.path(), {});
        qputenv("PATH", path);
        QVERIFY(packed);
        QCOMPARE(packed->commit, asked->commit);
    }

    void whatIsInNoRepositoryHasNone()
    {
        QVERIFY(!readRevision(m_home.path(), {}));
        QVERIFY(!readRevision(m_home.filePath(QStringLiteral("nothing")), {}));
    }
};

QTEST_GUILESS_MAIN(TestCodeRevisions)
#include "tst_coderevisions.moc"
