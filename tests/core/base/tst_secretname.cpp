// SPDX-License-Identifier: GPL-3.0-or-later
// Which names and which values of variables are secrets. No value here is one.
#include "core/base/secretname.h"

#include <QTest>

using namespace trainyard;

class TestSecretName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<bool>("isSecret");
        for (const char *const name : {"HF_TOKEN", "token", "AZURE_STORAGE_KEY", "DB_PASSWORD", "WANDB_API_KEY", "my_secret_thing"})
            QTest::newRow(name) << true;
        for (const char *const name : {"TOKENIZERS_PARALLELISM", "MAX_TOKENS", "PASSWORD_FILE", "SSH_PUBLIC_KEY", "SEED", "KEYBOARD"})
            QTest::newRow(name) << false;
    }
    void names()
    {
        QFETCH(bool, isSecret);
        QCOMPARE(isSecretName(QString::fromLatin1(QTest::currentDataTag())), isSecret);
    }

    void values_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("isSecret");
        const auto made = [](const char *beginning, int rest) { return QString::fromLatin1(beginning) + QString(rest, u'x'); };
        QTest::newRow("Hugging Face") << made("hf_", 34) << true;
        QTest::newRow("with a line end") << made("hf_", 34) + u'\n' << true;
        QTest::newRow("GitHub") << made("ghp_", 36) << true;
        QTest::newRow("GitHub, fine-grained") << made("github_pat_", 82) << true;
        QTest::newRow("GitLab") << made("glpat-", 20) << true;
        QTest::newRow("AWS") << QStringLiteral("AKIA") + QString(16, u'X') << true;
        QTest::newRow("Google") << made("AIza", 35) << true;
        QTest::newRow("Slack") << made("xoxb-", 40) << true;
        QTest::newRow("NVIDIA") << made("nvapi-", 64) << true;
        QTest::newRow("OpenAI") << made("sk-proj-", 40) << true;
        QTest::newRow("PEM") << QStringLiteral("-----BEGIN OPENSSH PRIVATE KEY-----\nx\n") << true;
        QTest::newRow("a public key in PEM") << QStringLiteral("-----BEGIN PUBLIC KEY-----\nx\n") << false;
        QTest::newRow("a model") << QStringLiteral("hf_models/llama") << false;
        QTest::newRow("a commit") << QString(40, u'a') << false;
        QTest::newRow("a word that begins so") << QStringLiteral("sk-learn") << false;
        QTest::newRow("in the middle") << QStringLiteral("https://user:ghp_") + QString(36, u'x') + QStringLiteral("@example.org") << true;
        QTest::newRow("a number") << QStringLiteral("100") << false;
        QTest::newRow("nothing") << QString() << false;
    }
    void values()
    {
        QFETCH(QString, value);
        QFETCH(bool, isSecret);
        QCOMPARE(isSecretValue(value), isSecret);
    }
};

QTEST_GUILESS_MAIN(TestSecretName)
#include "tst_secretname.moc"
