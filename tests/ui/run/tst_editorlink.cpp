// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a machine in an editor: the question is shown once, with the entry; a stand-in for the editor notes what it is told.
#include "core/service/runs/services.h"
#include "ui/page/sshprompter.h"
#include "ui/run/editorentrydialog.h"
#include "ui/run/editorlink.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <utility>

using namespace trainyard;

class TestEditorLink : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    Paths m_paths;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;

    QString at(const char *name) const { return m_home.filePath(QLatin1String(name)); }
    static QByteArray contents(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static EditorEntryDialog *question()
    {
        for (QWidget *const widget : QApplication::topLevelWidgets()) {
            if (auto *const dialog = qobject_cast<EditorEntryDialog *>(widget); dialog && dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }

    QUrl m_taken;

public Q_SLOTS:
    void take(const QUrl &url) { m_taken = url; }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toLocal8Bit());
        qputenv("PATH", at("bin").toLocal8Bit() + ':' + qgetenv("PATH"));
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("bin")));
        QFile editor(at("bin/code"));
        QVERIFY(editor.open(QIODevice::WriteOnly));
        editor.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$HOME/told.part\" && mv \"$HOME/told.part\" \"$HOME/told\"\n");
        editor.close();
        QVERIFY(editor.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
        m_paths.data = at("data");
        m_paths.config = at("config");
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(m_paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = *std::move(opened);
    }
    void cleanupTestCase()
    {
        m_prompter->shutDown();
        m_services.reset();
    }

    void theEntryIsShownOnceAndRemovedAgain()
    {
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target.host = QStringLiteral("203.0.113.7");
        machine.target.user = QStringLiteral("ada");
        EditorLink link(m_services->machines, nullptr);
        QSignalSpy failed(&link, &EditorLink::failed);
        QVERIFY(link.editors().contains(QStringLiteral("VS Code")));
        QCOMPARE(link.writtenEntry(machine), QString());

        link.open(QStringLiteral("VS Code"), machine, QStringLiteral("/runs/a b"));
        QTRY_VERIFY(question());
        QVERIFY(
            question()->findChild<QPlainTextEdit *>(QStringLiteral("editorEntry"))->toPlainText().contains(QLatin1String("203.0.113.7")));
        QTest::keyClick(question()->findChild<QPushButton *>(QStringLiteral("editorEntryCancel")), Qt::Key_Space);
        QTRY_VERIFY(!question());
        QVERIFY(!QFile::exists(at(".ssh/config")) && !QFile::exists(at("told")));

        link.open(QStringLiteral("VS Code"), machine, QStringLiteral("/runs/a b"));
        QTRY_VERIFY(question());
        QTest::keyClick(question()->findChild<QPushButton *>(QStringLiteral("editorEntryConfirm")), Qt::Key_Space);
        QTRY_COMPARE(contents(at("told")), QByteArray("--remote\nssh-remote+trainyard-lab\n/runs/a b\n"));
        QVERIFY(contents(at(".ssh/config")).contains("Include trainyard.conf"));
        QCOMPARE(link.writtenEntry(machine), QStringLiteral("trainyard-lab"));

        QVERIFY(QFile::remove(at("told")));
        link.open(QStringLiteral("VS Code"), machine, QStringLiteral("/runs/2"));
        QVERIFY(!question());
        QTRY_VERIFY(contents(at("told")).endsWith("/runs/2\n"));
        link.removeEntry(machine);
        QCOMPARE(link.writtenEntry(machine), QString());
        QCOMPARE(contents(at(".ssh/config")), QByteArray());
        QVERIFY(failed.isEmpty());
    }

    // The test takes the link that the desktop would give to Gateway.
    void gatewayIsOfferedOnlyIfItOpensItsLinks()
    {
        Machine machine;
        machine.name = QStringLiteral("bare");
        machine.target.host = QStringLiteral("gpu-box");
        EditorLink link(m_services->machines, nullptr);
        qputenv("XDG_DATA_HOME", at("share").toLocal8Bit());
        QVERIFY(!link.editors().contains(QStringLiteral("JetBrains Gateway")));
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("share/applications")));
        for (const auto &[name, text] : {std::pair("share/applications/gateway.desktop", "[Desktop Entry]\n"),
                                         {"share/applications/mimeinfo.cache", "x-scheme-handler/jetbrains-gateway=gateway.desktop;\n"}}) {
            QFile file(at(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        }
        QVERIFY(link.editors().contains(QStringLiteral("JetBrains Gateway")));
        QDesktopServices::setUrlHandler(QStringLiteral("jetbrains-gateway"), this, "take");
        link.open(QStringLiteral("JetBrains Gateway"), machine, QStringLiteral("/runs/a b"));
        QDesktopServices::unsetUrlHandler(QStringLiteral("jetbrains-gateway"));
        QCOMPARE(m_taken.toEncoded(),
                 QByteArray("jetbrains-gateway://connect#type=ssh&deploy=true&host=gpu-box&projectPath=%2Fruns%2Fa%20b"));
        qunsetenv("XDG_DATA_HOME");
    }

    void anEditorThatIsGoneIsSaid()
    {
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target.host = QStringLiteral("203.0.113.7");
        machine.target.user = QStringLiteral("ada");
        EditorLink link(m_services->machines, nullptr);
        QSignalSpy failed(&link, &EditorLink::failed);
        link.open(QStringLiteral("Nowhere"), machine, QStringLiteral("/runs/1"));
        QTRY_VERIFY(question());
        QTest::keyClick(question()->findChild<QPushButton *>(QStringLiteral("editorEntryConfirm")), Qt::Key_Space);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed.first().first().value<Error>().code, ErrorCode::NotFound);
    }
};

QTEST_MAIN(TestEditorLink)

#include "tst_editorlink.moc"
