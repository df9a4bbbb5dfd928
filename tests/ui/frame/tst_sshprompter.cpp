// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QWidget>

#include <future>
#include <stop_token>

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
            return ask.acceptUnknownHostKey(
                target(), {QStringLiteral("ssh-ed25519"), QStringLiteral("SHA256:abc"), QStringLiteral("+-art-+"), {}}, {});
        });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        auto *dialog = window.findChild<QDialog *>(QStringLiteral("hostKeyDialog"));
        bool showsFingerprint = false, showsArt = false;
        for (const QLabel *label : dialog->findChildren<QLabel *>()) {
            showsFingerprint |= label->text().contains(QStringLiteral("SHA256:abc"));
            showsArt |= label->text().contains(QStringLiteral("+-art-+"));
        }
        QVERIFY(showsFingerprint && showsArt);
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
        auto answer = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}, {}); });
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
        const auto askPassword = [ask] { return ask.secret(password(), {}); };
        auto first = std::async(std::launch::async, askPassword);
        auto second = std::async(std::launch::async, askPassword);
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
        auto one = std::async(std::launch::async, [ask] { return ask.secret(password(), {}); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("secretDialog")));
        prompter.cancelAll();
        QVERIFY(!one.get().has_value());
        auto two = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}, {}); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        prompter.shutDown();
        QCOMPARE(two.get(), false);
        QCOMPARE(ask.acceptUnknownHostKey(target(), {}, {}), false);  // no prompt is answered any more
    }

    void dialogThatGoesWithItsWindowIsANo()
    {
        SshPrompter prompter;
        auto window = std::make_unique<QWidget>();
        prompter.setWindow(window.get());
        window->show();
        const SshQuestions ask = prompter.questions();
        auto first = std::async(std::launch::async, [ask] { return ask.secret(password(), {}); });
        QTRY_VERIFY(window->findChild<QDialog *>(QStringLiteral("secretDialog")));
        QWidget next;
        auto second = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}, {}); });
        window.reset();
        QVERIFY(!first.get().has_value());
        // The next one is still asked.
        prompter.setWindow(&next);
        next.show();
        const auto shown = [] {
            for (QWidget *widget : QApplication::topLevelWidgets()) {
                if (widget->objectName() == QStringLiteral("hostKeyDialog") && widget->isVisible())
                    return qobject_cast<QDialog *>(widget);
            }
            return static_cast<QDialog *>(nullptr);
        };
        QTRY_VERIFY(shown());
        shown()->accept();
        QCOMPARE(second.get(), true);
    }

    void stoppedLoginTakesItsQuestionBack()
    {
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        std::stop_source stop;
        auto first = std::async(std::launch::async, [&] { return ask.secret(password(), stop.get_token()); });
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("secretDialog")));
        auto second = std::async(std::launch::async, [ask] { return ask.acceptUnknownHostKey(target(), {}, {}); });
        stop.request_stop();
        QVERIFY(!first.get().has_value());
        QTRY_VERIFY(!window.findChild<QDialog *>(QStringLiteral("secretDialog")));
        QTRY_VERIFY(window.findChild<QDialog *>(QStringLiteral("hostKeyDialog")));
        QVERIFY(!ask.secret(password(), stop.get_token()).has_value());  // asked after the stop: not shown at all
        window.findChild<QDialog *>(QStringLiteral("hostKeyDialog"))->accept();
        QCOMPARE(second.get(), true);
    }

    void codeIsShownWhileItIsTypedWhereTheMachineSaysSo()
    {
        QWidget window;
        SshPrompter prompter;
        prompter.setWindow(&window);
        window.show();
        const SshQuestions ask = prompter.questions();
        SshPrompt code = password();
        code.kind = SshPrompt::Kind::Code;
        code.text = QStringLiteral("One-time code");
        code.isEchoed = true;
        auto answer = std::async(std::launch::async, [ask, code] { return ask.secret(code, {}); });
        QTRY_VERIFY(window.findChild<QLineEdit *>(QStringLiteral("secretEdit")));
        auto *edit = window.findChild<QLineEdit *>(QStringLiteral("secretEdit"));
        QCOMPARE(edit->echoMode(), QLineEdit::Normal);
        edit->setText(QStringLiteral("123456"));
        window.findChild<QPushButton *>(QStringLiteral("giveSecretButton"))->click();
        QCOMPARE(answer.get().value_or(QString()), QStringLiteral("123456"));
    }

private:
    static SshPrompt password()
    {
        SshPrompt prompt;
        prompt.target = target();
        prompt.text = QStringLiteral("Password:");
        return prompt;
    }
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
