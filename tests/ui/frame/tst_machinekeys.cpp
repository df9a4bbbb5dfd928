// SPDX-License-Identifier: GPL-3.0-or-later
// From "Generate a key…" in the machine dialog to a machine that is reached with it: real files, a real sshd.
#include "core/service/runs/services.h"
#include "tests/support/sshdfixture.h"
#include "ui/machines/keydialog.h"
#include "ui/machines/machinecontroller.h"
#include "ui/machines/machinedialog.h"
#include "ui/page/fleetcontroller.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestMachineKeys : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<FleetController> m_fleet;
    std::unique_ptr<QWidget> m_window;
    MachineController *m_machines = nullptr;

    MachineDialog *dialog() const { return m_window->findChild<MachineDialog *>(); }
    KeyDialog *keyDialog() const { return m_window->findChild<KeyDialog *>(); }
    template <typename T>
    T *part(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void click(const char *name) const { QTest::mouseClick(part<QPushButton>(name), Qt::LeftButton); }
    void enter(const char *name, const QString &text) const
    {
        auto *edit = part<QLineEdit>(name);
        edit->clear();
        QTest::keyClicks(edit, text);
    }
    // The text below the field, help or error: screen readers get the same.
    QString said(const char *name) const { return part<QLineEdit>(name)->accessibleDescription(); }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        Paths paths;
        paths.data = m_directory->filePath(QStringLiteral("data"));
        paths.config = m_directory->filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_fleet = std::make_unique<FleetController>(*m_services);
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 700);
        m_window->show();
        m_machines = new MachineController(*m_services, *m_fleet, *m_prompter, m_window.get());
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_fleet.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void aGeneratedKeyLogsIn()
    {
        SshdFixture sshd;
        if (const QString missing = SshdFixture::missingPart(); !missing.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(missing));
            QSKIP(qPrintable(missing));
        }
        QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));

        m_machines->add();
        enter("sshCommandEdit", QStringLiteral("ssh -p %1 -i /no/such/key -o UserKnownHostsFile=%2 %3@127.0.0.1")
                                    .arg(sshd.port())
                                    .arg(sshd.knownHosts(), sshd.user()));
        QTRY_COMPARE(part<QLineEdit>("machineKeyEdit")->text(), QStringLiteral("/no/such/key"));
        QTRY_VERIFY2(said("machineKeyEdit").contains(QLatin1String("does not exist")), qPrintable(said("machineKeyEdit")));
        QVERIFY(!part<QWidget>("publicKeyEdit")->isVisible());
        enter("machineNameEdit", QStringLiteral("my box!"));

        click("generateKeyButton");
        QVERIFY(keyDialog());
        QCOMPARE(part<QLineEdit>("keyNameEdit")->text(), QStringLiteral("my-box-"));
        enter("keyNameEdit", QStringLiteral("box"));
        enter("keyPassphraseEdit", QStringLiteral("secret"));
        enter("keyPassphraseAgainEdit", QStringLiteral("Secret"));
        click("makeKeyButton");
        QVERIFY2(said("keyPassphraseAgainEdit").contains(QLatin1String("do not match")), qPrintable(said("keyPassphraseAgainEdit")));
        enter("keyPassphraseAgainEdit", QStringLiteral("secret"));
        click("makeKeyButton");
        QTRY_VERIFY_WITH_TIMEOUT(part<QWidget>("publicKeyEdit")->isVisible(), 20'000);
        QTRY_VERIFY(!keyDialog());

        const QString path = m_services->paths().keys() + QStringLiteral("/box");
        QCOMPARE(part<QLineEdit>("machineKeyEdit")->text(), path);
        QVERIFY2(!part<QLineEdit>("sshCommandEdit")->text().contains(QLatin1String("/no/such/key")), "one key, not two");
        click("copyPublicKeyButton");
        QFile publicHalf(path + QStringLiteral(".pub"));
        QVERIFY(publicHalf.open(QIODevice::ReadOnly));
        QCOMPARE(QApplication::clipboard()->text().toUtf8() + '\n', publicHalf.readAll());
        QVERIFY(sshd.authorize(publicHalf.fileName()));

        enter("machineNameEdit", QStringLiteral("box"));
        QSignalSpy added(m_machines, &MachineController::added);
        click("connectMachineButton");
        QTRY_VERIFY_WITH_TIMEOUT(part<QLineEdit>("secretEdit"), 20'000);
        enter("secretEdit", QStringLiteral("secret"));
        click("giveSecretButton");
        QTRY_COMPARE_WITH_TIMEOUT(added.count(), 1, 30'000);
        const auto machine = m_services->database().machines.find(QStringLiteral("box"));
        QVERIFY(machine);
        QCOMPARE(machine->target.identityFiles, QStringList{path});

        // A later edit shows the same key.
        QTRY_VERIFY(!dialog());
        m_machines->edit(machine->id);
        QTRY_VERIFY(dialog() && dialog()->objectName() == QLatin1String("editMachineDialog"));
        QCOMPARE(dialog()->findChild<QLineEdit *>(QStringLiteral("machineKeyEdit"))->text(), path);
        QTRY_VERIFY(dialog()->findChild<QWidget *>(QStringLiteral("publicKeyEdit"))->isVisible());
    }

    void aTakenNameIsSaidAndNothingIsLost()
    {
        QFile taken(m_services->paths().keys() + QStringLiteral("/box"));
        QVERIFY(QDir().mkpath(m_services->paths().keys()) && taken.open(QIODevice::WriteOnly));
        m_machines->add();
        click("generateKeyButton");
        enter("keyNameEdit", QStringLiteral("box"));
        click("makeKeyButton");
        QTRY_VERIFY2(said("keyNameEdit").contains(QLatin1String("already")), qPrintable(said("keyNameEdit")));
        QVERIFY(keyDialog()->isVisible() && part<QLineEdit>("keyNameEdit")->isEnabled());
        enter("keyNameEdit", QStringLiteral("../box"));
        click("makeKeyButton");
        QTRY_VERIFY2(said("keyNameEdit").contains(QLatin1String("letters")), qPrintable(said("keyNameEdit")));
        enter("keyNameEdit", QStringLiteral("other"));
        click("makeKeyButton");
        // This also works before any command was entered.
        QTRY_VERIFY_WITH_TIMEOUT(part<QWidget>("publicKeyEdit")->isVisible(), 20'000);
        QCOMPARE(taken.size(), 0);
        QSignalSpy submitted(dialog(), &MachineDialog::submitted);
        dialog()->disconnect(m_machines);
        enter("sshCommandEdit", QStringLiteral("ssh root@203.0.113.7"));
        click("connectMachineButton");
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(submitted.first().first().value<Machine>().target.identityFiles,
                 QStringList{m_services->paths().keys() + QStringLiteral("/other")});
    }

    void aChosenFileTakesThePlaceOfTheOneInTheCommand()
    {
        const QString key = m_directory->filePath(QStringLiteral("it's mine"));
        QVERIFY(SshdFixture::makeKey(key));
        m_machines->add();
        enter("sshCommandEdit", QStringLiteral("ssh -p 2200 -i /old -i /older root@203.0.113.7"));
        QTRY_COMPARE(part<QLineEdit>("machineKeyEdit")->text(), QStringLiteral("/old"));
        click("chooseKeyButton");
        auto *chooser = part<QFileDialog>("chooseKeyDialog");
        QVERIFY(chooser);
        Q_EMIT chooser->fileSelected(key);
        chooser->reject();
        QTRY_VERIFY(part<QWidget>("publicKeyEdit")->isVisible());
        QVERIFY(part<QLineEdit>("publicKeyEdit")->text().startsWith(QLatin1String("ssh-ed25519 AAAA")));
        QSignalSpy submitted(dialog(), &MachineDialog::submitted);
        dialog()->disconnect(m_machines);
        click("connectMachineButton");
        const SshTarget target = submitted.takeFirst().first().value<Machine>().target;
        QCOMPARE(target.identityFiles, QStringList{key});
        QCOMPARE(target.port, 2200);
        // Another line is pasted: its key is used, and if it has none, no key is.
        enter("sshCommandEdit", QStringLiteral("ssh -i /new root@203.0.113.8"));
        QTRY_COMPARE(part<QLineEdit>("machineKeyEdit")->text(), QStringLiteral("/new"));
        QVERIFY(!part<QWidget>("publicKeyEdit")->isVisible());
        enter("sshCommandEdit", QStringLiteral("ssh root@203.0.113.8"));
        QTRY_COMPARE(part<QLineEdit>("machineKeyEdit")->text(), QString());
    }

    void aFileThatOthersCanReadIsRefusedBeforeConnecting()
    {
        const QString key = m_directory->filePath(QStringLiteral("open"));
        QVERIFY(SshdFixture::makeKey(key));
        QVERIFY(QFile::setPermissions(key, QFile::ReadOwner | QFile::ReadOther));
        m_machines->add();
        enter("machineKeyEdit", key);
        QTRY_VERIFY2(said("machineKeyEdit").contains(QLatin1String("chmod 600")), qPrintable(said("machineKeyEdit")));
        QVERIFY(!part<QWidget>("publicKeyEdit")->isVisible());
    }
};

QTEST_MAIN(TestMachineKeys)
#include "tst_machinekeys.moc"
