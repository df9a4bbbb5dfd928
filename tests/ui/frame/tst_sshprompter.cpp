#include "ui/theme/thememanager.h"
#include "ui/window/sshprompter.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QWidget>

#include <future>

using namespace trainyard;

class TestSshPrompter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanupTestCase() { m_theme.reset(); }

    void trustComesFromThePerson_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<bool>("isTrusted");
        QTest::newRow("trusted") << QStringLiteral("trustHostKeyButton") << true;
        QTest::newRow("refused") << QStringLiteral("refuseHostKeyButton") << false;
    }
    void trustComesFromThePerson()
    {
        QFETCH(QString, button);
        QFETCH(bool, isTrusted);
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        auto answer = std::async(std::launch::async, [ask] {
            return ask.acceptUnknownHostKey(target(), {QStringLiteral("ssh-ed25519"), QStringLiteral("SHA256:abc")});
        });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        auto *dialog = window.findChild<QDialog *>(QStringLiteral("hostKeyDialog"));
        bool showsFingerprint = false;
        for (const QLabel *label : dialog->findChildren<QLabel *>())
            showsFingerprint |= label->text().contains(QStringLiteral("SHA256:abc"));
        QVERIFY(showsFingerprint);
        dialog->findChild<QPushButton *>(button)->click();
        QCOMPARE(answer.get(), isTrusted);
    }

    void escapeIsNoTrust()
    {
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        auto answer = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        QTest::keyClick(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")), Qt::Key_Escape);
        QCOMPARE(answer.get(), false);
    }

    void twoQuestionsAreAskedOneAfterTheOther()
    {
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        const auto password = [ask] { return ask.secret(target(), QStringLiteral("password"), QStringLiteral("Password:")); };
        auto first = std::async(std::launch::async, password);
        auto second = std::async(std::launch::async, password);
        const auto shown = [&window] {
            QList<QDialog *> dialogs = window.findChildren<QDialog *>(QStringLiteral("secretDialog"));
            dialogs.removeIf([](const QDialog *dialog) { return !dialog->isVisible(); });
            return dialogs;
        };
        for (int i = 0; i < 2; ++i) {
            QTRY_COMPARE(shown().size(), 1);
            const QPointer<QDialog> dialog = shown().first();
            auto *edit = dialog->findChild<QLineEdit *>(QStringLiteral("secretEdit"));
            QCOMPARE(edit->echoMode(), QLineEdit::Password);
            edit->setText(QStringLiteral("s3"));
            QTest::keyClick(edit, Qt::Key_Return);
            QTRY_VERIFY(!dialog);
        }
        QCOMPARE(first.get().value_or(QString()), QStringLiteral("s3"));
        QCOMPARE(second.get().value_or(QString()), QStringLiteral("s3"));
    }

    void cancellingAnswersEveryWaitingWorker()
    {
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        auto one = std::async(std::launch::async, [ask] { return ask.secret(target(), QStringLiteral("password"), {}); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("secretDialog")));
        prompter.cancelAll();
        QVERIFY(!one.get().has_value());
        auto two = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        prompter.shutDown();
        QCOMPARE(two.get(), false);
        QCOMPARE(ask.acceptUnknownHostKey(target(), {}), false);   // nobody answers any more
    }

private:
    static SshTarget target()
    {
        SshTarget target;
        target.host = QStringLiteral("gpu.example");
        return target;
    }

    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestSshPrompter)
#include "tst_sshprompter.moc"
