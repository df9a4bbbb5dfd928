// SPDX-License-Identifier: GPL-3.0-or-later
// A password is typed once, while a machine is added or tested. Later connections do not ask again, and the password is not written
// anywhere.
#include "core/service/runs/services.h"
#include "tests/support/sshdfixture.h"

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace trainyard;

namespace {

const QString kPassword = QStringLiteral("horse Bättery 7");
const QByteArray kHome = "HOME";

template <typename T>
Result<T> finished(QFuture<Result<T>> future)
{
    future.waitForFinished();
    return future.result();
}

}  // namespace

class TestAskedOnce : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshdFixture> m_sshd;
    std::unique_ptr<Services> m_services;
    std::atomic<int> m_asked = 0;
    QByteArray m_oldHome;

    Machine machine() const
    {
        Machine machine;
        machine.name = QStringLiteral("box");
        machine.target = m_sshd->target();
        machine.target.identityFiles.clear();
        return machine;
    }

private Q_SLOTS:
    void init()
    {
        if (const QString missing = SshdFixture::missingForPassword(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        if (const QString missing = SshdFixture::missingPart(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_folder = std::make_unique<QTemporaryDir>();
        m_oldHome = qgetenv(kHome.constData());
        qputenv(kHome.constData(), m_folder->path().toUtf8());
        m_sshd = std::make_unique<SshdFixture>();
        m_sshd->addConfig(QStringLiteral("PasswordAuthentication yes"));
        m_sshd->addConfig(QStringLiteral("PubkeyAuthentication no"));
        m_sshd->setPassword(kPassword);
        QVERIFY2(m_sshd->start(), qPrintable(m_sshd->errorText()));
        m_asked = 0;
        Paths paths;
        paths.data = m_folder->filePath(QStringLiteral("data"));
        paths.config = m_folder->filePath(QStringLiteral("config"));
        SshQuestions questions;
        questions.secret = [this](const SshPrompt &, const std::stop_token &) {
            ++m_asked;
            return std::optional(kPassword);
        };
        auto opened = Services::open(paths, questions);
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
    }

    void cleanup()
    {
        m_services.reset();
        if (!m_sshd)
            return;
        const QByteArray secret = kPassword.toUtf8();
        QDirIterator all(m_folder->path(), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
        int files = 0;
        while (all.hasNext()) {
            QFile file(all.next());
            QVERIFY2(file.open(QIODevice::ReadOnly) && !file.readAll().contains(secret), qPrintable(file.fileName()));
            ++files;
        }
        QVERIFY(files > 0);
        QVERIFY(!m_sshd->log().contains(secret));
        m_sshd.reset();
        qputenv(kHome.constData(), m_oldHome);
    }

    void passwordOfAddingServesAllThatConnects()
    {
        const auto added = finished(m_services->machines.add(machine()));
        QVERIFY2(added, added ? "" : qPrintable(added.error().what));
        QCOMPARE(m_asked, 1);
        const auto facts = finished(m_services->machines.inspect(added->id));
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().what));
        // A watch never asks; it dials again by itself with the typed password.
        MachineWatch *watch = m_services->machines.watch(added->id);
        QTRY_COMPARE_WITH_TIMEOUT(watch->linkState(), LinkState::Live, 30'000);
        m_sshd->dropConnections();
        QTRY_VERIFY_WITH_TIMEOUT(watch->linkState() != LinkState::Live, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(watch->linkState(), LinkState::Live, 60'000);
        QCOMPARE(m_asked, 1);
    }

    void passwordOfTheTestServesAllThatConnects()
    {
        // As after an edit of the address or a start of the program: the machine is known, but there was no login yet.
        const auto stored = m_services->database().machines.add(machine());
        QVERIFY(stored);
        const auto report = finished(m_services->machines.test(stored->id, {}));
        QVERIFY2(report, report ? "" : qPrintable(report.error().what));
        QCOMPARE(m_asked, 1);
        QCOMPARE(report->steps[int(ConnectionStep::Login)].state, StepState::Ok);
        const auto facts = finished(m_services->machines.inspect(stored->id));
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().what));
        QCOMPARE(m_asked, 1);
        m_sshd->dropConnections();
        MachineWatch *watch = m_services->machines.watch(stored->id);
        QTRY_COMPARE_WITH_TIMEOUT(watch->linkState(), LinkState::Live, 60'000);
        QCOMPARE(m_asked, 1);
    }

    void anotherAddressIsAskedAnew()
    {
        const auto added = finished(m_services->machines.add(machine()));
        QVERIFY2(added, added ? "" : qPrintable(added.error().what));
        Machine moved = *added;
        moved.target.host = QStringLiteral("localhost");
        moved.target.hostKeyAlias = QStringLiteral("127.0.0.1");
        QFile known(m_sshd->knownHosts());
        QVERIFY(known.open(QIODevice::ReadWrite));
        const QByteArray line = known.readAll();
        known.write("127.0.0.1" + line.mid(line.indexOf(' ')));
        known.close();
        QVERIFY(m_services->machines.update(moved));
        const auto facts = finished(m_services->machines.inspect(added->id));
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().what));
        QCOMPARE(m_asked, 2);  // the password belonged to the other address
    }
};

QTEST_GUILESS_MAIN(TestAskedOnce)
#include "tst_askedonce.moc"
