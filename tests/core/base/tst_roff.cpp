// SPDX-License-Identifier: GPL-3.0-or-later
// Text in manual pages: groff renders it as the original text.
#include "core/base/roff.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace trainyard;

class TestRoff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCharacterIsItself_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("an option") << "--dry-run -f"
                                   << "\\-\\-dry\\-run \\-f";
        QTest::newRow("a backslash") << "a\\fBb\\n(zz"
                                     << "a\\(rsfBb\\(rsn(zz";
        QTest::newRow("a dot first") << ".so /etc/passwd"
                                     << "\\&.so /etc/passwd";
        QTest::newRow("a dot within") << "FILE.html"
                                      << "FILE.html";
        QTest::newRow("an apostrophe first") << "'br"
                                             << "\\(aqbr";
        QTest::newRow("quotes") << "say \"no\" `now`"
                                << "say \\(dqno\\(dq \\(ganow\\(ga";
        QTest::newRow("accents of ASCII") << "~/.ssh ^"
                                          << "\\(ti/.ssh \\(ha";
        QTest::newRow("an ellipsis") << "RUN…"
                                     << "RUN...";
        QTest::newRow("letters beyond ASCII") << QString::fromUtf8("“é😀") << "\\[u201C]\\[u00E9]\\[u1F600]";
        QTest::newRow("a line end") << "one\n.so two\x1b"
                                    << "one .so two ";
    }
    void everyCharacterIsItself()
    {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(roffText(text), wanted);
    }

    void groffShowsTheTextAgain()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("groff")).isEmpty())
            QSKIP("groff is not installed. Enable with: apt-get install groff-base");
        const QString text = QStringLiteral(".so 'x' \\fBno\\fR --a-b \"c\" `d` ^~ \\n");
        for (const QString &line : {roffText(text), QStringLiteral(".B \"") + roffText(text) + u'"'}) {
            QProcess groff;
            groff.start(QStringLiteral("groff"),
                        {QStringLiteral("-man"), QStringLiteral("-ww"), QStringLiteral("-Tascii"), QStringLiteral("-P-cbou")});
            groff.write((QStringLiteral(".TH X 1\n") + line + u'\n').toUtf8());
            groff.closeWriteChannel();
            QVERIFY(groff.waitForFinished(30'000));
            QCOMPARE(groff.readAllStandardError(), QByteArray());
            const QString shown = QString::fromUtf8(groff.readAllStandardOutput());
            QVERIFY2(shown.contains(text), qPrintable(shown));
        }
    }

    void usageIsSetAsManualPagesDo_data()
    {
        QTest::addColumn<QString>("usage");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("an option with a value") << "[--group NAME]"
                                                << "[\\fB\\-\\-group\\fR \\fINAME\\fR]";
        QTest::newRow("choices") << "--by lowest|highest"
                                 << "\\fB\\-\\-by\\fR \\fBlowest\\fR|\\fBhighest\\fR";
        QTest::newRow("a short option and an ending") << "-o FILE.html"
                                                      << "\\fB\\-o\\fR \\fIFILE\\fR.\\fBhtml\\fR";
        QTest::newRow("a place of two words") << "SSH-COMMAND"
                                              << "\\fISSH\\-COMMAND\\fR";
        QTest::newRow("standard input") << "(FILE | -)"
                                        << "(\\fIFILE\\fR | \\-)";
        QTest::newRow("hostile") << ".so \\X"
                                 << "\\&.\\fBso\\fR \\(rs\\fIX\\fR";
    }
    void usageIsSetAsManualPagesDo()
    {
        QFETCH(QString, usage);
        QFETCH(QString, wanted);
        QCOMPARE(roffUsage(usage), wanted);
    }
};

QTEST_GUILESS_MAIN(TestRoff)
#include "tst_roff.moc"
