// SPDX-License-Identifier: GPL-3.0-or-later
// How a real shell reads quoted words.
#include "core/base/shellquote.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

// The words as `shell` understood them, each ended by NUL.
QByteArray echoed(const QString &shell, const QStringList &words)
{
    QProcess process;
    process.start(shell, {QStringLiteral("-c"), QStringLiteral("printf '%s\\0' ") + shellJoined(words)});
    return process.waitForFinished(10000) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray("failed");
}

QByteArray expected(const QStringList &words)
{
    QByteArray bytes;
    for (const QString &word : words)
        bytes += word.toUtf8() + '\0';
    return bytes;
}

}  // namespace

class TestShellQuote : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainWordsStayReadable()
    {
        QCOMPARE(shellQuoted(QStringLiteral("/a/b-c_d.e:8080,x=1@h%+")), QStringLiteral("/a/b-c_d.e:8080,x=1@h%+"));
        QCOMPARE(shellQuoted(QString()), QStringLiteral("''"));
        QCOMPARE(shellQuoted(QStringLiteral("a b")), QStringLiteral("'a b'"));
        QCOMPARE(shellQuoted(QStringLiteral("it's")), QStringLiteral("'it'\\''s'"));
        QCOMPARE(shellQuoted(QStringLiteral("~/x")), QStringLiteral("'~/x'"));
        QCOMPARE(shellQuoted(QStringLiteral("é")), QStringLiteral("'é'"));
        QCOMPARE(shellJoined({QStringLiteral("ls"), QStringLiteral("-l"), QStringLiteral("$HOME")}), QStringLiteral("ls -l '$HOME'"));
    }

    void shellsGiveEveryWordBack_data()
    {
        QTest::addColumn<QString>("shell");
        for (const char *shell : {"sh", "dash", "bash"})
            QTest::newRow(shell) << QString::fromLatin1(shell);
    }
    void shellsGiveEveryWordBack()
    {
        QFETCH(QString, shell);
        static const QStringList kPieces{QStringLiteral("'"),    QStringLiteral("\""), QStringLiteral("\\"),   QStringLiteral("$(touch x)"),
                                         QStringLiteral("`id`"), QStringLiteral("\n"), QStringLiteral(";"),    QStringLiteral("&"),
                                         QStringLiteral("|"),    QStringLiteral("*"),  QStringLiteral("!"),    QStringLiteral("~"),
                                         QStringLiteral("#"),    QStringLiteral(" "),  QStringLiteral("\t"),   QStringLiteral("训"),
                                         QStringLiteral("🚂"),    QStringLiteral("a"),  QStringLiteral("\x01"), QStringLiteral("{a,b}"),
                                         QStringLiteral("\r"),   QStringLiteral("-n"), QStringLiteral("%s")};
        QRandomGenerator random(11);
        QStringList words{QString()};
        for (int i = 0; i < 300; ++i) {
            QString word;
            for (int n = random.bounded(6); n > 0; --n)
                word += kPieces[random.bounded(int(kPieces.size()))];
            words << word;
        }
        QCOMPARE(echoed(shell, words), expected(words));
    }
};

QTEST_GUILESS_MAIN(TestShellQuote)
#include "tst_shellquote.moc"
