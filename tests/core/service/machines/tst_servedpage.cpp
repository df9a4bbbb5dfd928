// SPDX-License-Identifier: GPL-3.0-or-later
// Which addresses in a log are accepted, and how they are changed.
#include "core/service/machines/servedpage.h"

#include <QTest>

using namespace trainyard;

class TestServedPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownPagesAreFound_data();
    void knownPagesAreFound();
    void otherAddressesAreNot_data();
    void otherAddressesAreNot();
    void newestPageOfAPortWins();
    void aLongLogOfAddressesStaysShort();
};

void TestServedPage::knownPagesAreFound_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("path");
    QTest::newRow("Jupyter Server 2") << QByteArray("[I 2024-05-01 10:00:00.123 ServerApp] http://127.0.0.1:8888/lab?token=0f3aB_-.9")
                                      << int(ServedPage::JupyterLab) << 8888 << "/lab?token=0f3aB_-.9";
    QTest::newRow("second line") << QByteArray("     or http://localhost:8889/lab?token=ab12\r") << int(ServedPage::JupyterLab) << 8889
                                 << "/lab?token=ab12";
    QTest::newRow("classic notebook") << QByteArray("    http://127.0.0.1:8888/?token=ab12") << int(ServedPage::JupyterLab) << 8888
                                      << "/lab?token=ab12";
    QTest::newRow("password instead of a token") << QByteArray("http://[::1]:8888/lab") << int(ServedPage::JupyterLab) << 8888 << "/lab";
    QTest::newRow("TensorBoard") << QByteArray("TensorBoard 2.15.1 at http://localhost:6006/ (Press CTRL+C to quit)")
                                 << int(ServedPage::TensorBoard) << 6006 << "/";
}

void TestServedPage::knownPagesAreFound()
{
    QFETCH(QByteArray, line);
    const QList<ServedPage> pages = servedPages("epoch 1\n" + line + "\nepoch 2");
    QCOMPARE(pages.size(), 1);
    QTEST(int(pages.first().kind), "kind");
    QTEST(int(pages.first().port), "port");
    QTEST(pages.first().path(), "path");
}

void TestServedPage::otherAddressesAreNot_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("another computer") << QByteArray("http://evil.example:8888/lab?token=ab12");
    QTest::newRow("name that starts like ours") << QByteArray("http://localhost.evil.example:8888/lab?token=ab12");
    QTest::newRow("user part") << QByteArray("http://localhost:8888@evil.example/lab?token=ab12");
    QTest::newRow("no port") << QByteArray("http://localhost/lab?token=ab12");
    QTest::newRow("port 0") << QByteArray("http://localhost:0/lab?token=ab12");
    QTest::newRow("port too large") << QByteArray("http://localhost:65536/lab?token=ab12");
    QTest::newRow("port of many digits") << QByteArray("http://localhost:4294967304/lab?token=ab12");
    QTest::newRow("token with an address") << QByteArray("http://localhost:8888/lab?token=a&next=//evil.example");
    QTest::newRow("token with a quote") << QByteArray("http://localhost:8888/lab?token=a\"><script>");
    QTest::newRow("masked token") << QByteArray("http://localhost:8888/lab?token=...");
    QTest::newRow("endless token") << QByteArray("http://localhost:8888/lab?token=") + QByteArray(300, 'a');
    QTest::newRow("another path") << QByteArray("http://localhost:8888/files/run.html");
    QTest::newRow("plain address of another program") << QByteArray("Serving at http://localhost:8000/");
    QTest::newRow("TensorBoard elsewhere") << QByteArray("TensorBoard 2.15.1 at http://evil.example:6006/ (Press");
    QTest::newRow("another scheme") << QByteArray("TensorBoard 2 at httpx://localhost:6006/ javascript:alert(1)");
    QTest::newRow("cut short") << QByteArray("http://127.0.0.1:88");
}

void TestServedPage::otherAddressesAreNot()
{
    QFETCH(QByteArray, line);
    QVERIFY(servedPages(line).isEmpty());
}

void TestServedPage::newestPageOfAPortWins()
{
    const QList<ServedPage> pages = servedPages("http://localhost:8888/lab?token=old\n"
                                                "TensorBoard 2.15.1 at http://localhost:6006/ (Press CTRL+C to quit)\n"
                                                "http://localhost:8888/lab?token=new\n"
                                                "http://localhost:8888/lab\n");
    QCOMPARE(pages.size(), 2);
    QCOMPARE(pages.last().token, QStringLiteral("new"));
}

void TestServedPage::aLongLogOfAddressesStaysShort()
{
    QByteArray log;
    for (int port = 1; port <= 65535; port += 13)
        log += "http://localhost:" + QByteArray::number(port) + "/lab?token=x\n";
    QVERIFY(servedPages(log).size() <= 8);
}

QTEST_GUILESS_MAIN(TestServedPage)
#include "tst_servedpage.moc"
