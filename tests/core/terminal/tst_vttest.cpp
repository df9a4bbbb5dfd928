// SPDX-License-Identifier: GPL-3.0-or-later
// The screens of vttest, a program that shows whether a terminal behaves as DEC's do, run in a pty of its own and compared with what
// its text says should be seen.
#include "core/terminal/terminalscreen.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTest>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kQuiet = 600;        // ms without output: the screen is complete
constexpr int kPatience = 20'000;  // ms, on a busy computer

class Vttest {
public:
    Vttest()
    {
        const winsize size{24, 80, 0, 0};
        m_child = ::forkpty(&m_fd, nullptr, nullptr, &size);
        if (m_child == 0) {
            ::setenv("TERM", "xterm-256color", 1);
            ::execlp("vttest", "vttest", "24x80.132", nullptr);
            ::_exit(127);
        }
    }
    ~Vttest()
    {
        ::close(m_fd);
        ::kill(m_child, SIGKILL);
        ::waitpid(m_child, nullptr, 0);
    }

    // Reads until `text` is on the screen and nothing more comes.
    bool waitFor(const QString &text)
    {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < kPatience) {
            pollfd entry{m_fd, POLLIN, 0};
            if (::poll(&entry, 1, kQuiet) == 0) {
                if (lines().join(u'\n').contains(text))
                    return true;
                continue;
            }
            char bytes[4096];
            const ssize_t count = ::read(m_fd, bytes, sizeof bytes);
            if (count <= 0)
                return false;
            m_screen.feed(QByteArrayView(bytes, count));
            type(m_screen.takeAnswers());
        }
        return false;
    }
    void type(const QByteArray &bytes) { [[maybe_unused]] const auto written = ::write(m_fd, bytes.constData(), size_t(bytes.size())); }
    bool choose(const QByteArray &menu, const QString &text)
    {
        type(menu + '\r');
        return waitFor(text);
    }
    QString line(int row) const { return m_screen.grid().row(row).text(0, 80); }
    QStringList lines() const
    {
        QStringList all;
        for (int row = 0; row < 24; ++row)
            all << line(row);
        return all;
    }
    const TerminalScreen &screen() const { return m_screen; }

private:
    int m_fd = -1;
    pid_t m_child = -1;
    TerminalScreen m_screen{{24, 80}, 1000};
};

#define SEES(test, ...) QVERIFY2((test).__VA_ARGS__, qPrintable((test).lines().join(u'\n')))

}  // namespace

class TestVttest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!QStandardPaths::findExecutable(QStringLiteral("vttest")).isEmpty())
            return;
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL("vttest is missing: apt-get install vttest");
        QSKIP("vttest is missing: apt-get install vttest");
    }
    void cursorMovements();
    void screenFeatures();
    void characterSets();
    void insertAndDelete();
    void reports();
};

void TestVttest::cursorMovements()
{
    Vttest test;
    SEES(test, waitFor(QStringLiteral("Enter choice number")));
    SEES(test, choose("1", QStringLiteral("Push <RETURN>")));
    // A frame of E's inside borders of *'s and +'s around the whole screen.
    QCOMPARE(test.line(0), QString(80, u'*'));
    QCOMPARE(test.line(23), QString(80, u'*'));
    QCOMPARE(test.line(1), u'*' + QString(78, u'+') + u'*');
    QCOMPARE(test.line(22), u'*' + QString(78, u'+') + u'*');
    for (int row = 2; row < 22; ++row)
        QVERIFY2(test.line(row).startsWith(QStringLiteral("*+")) && test.line(row).endsWith(QStringLiteral("+*")),
                 qPrintable(test.line(row)));
    QVERIFY(test.line(8).contains(QStringLiteral("EEEEEEEE")));
}

void TestVttest::screenFeatures()
{
    Vttest test;
    SEES(test, waitFor(QStringLiteral("Enter choice number")));
    SEES(test, choose("2", QStringLiteral("Push <RETURN>")));
    // Wrap around mode: three identical lines of *'s completely filling the top of the screen, without any empty lines between.
    for (int row = 0; row < 3; ++row)
        QCOMPARE(test.line(row), QString(80, u'*'));
    // Tab stops: two identical lines.
    SEES(test, choose({}, QStringLiteral("TAB setting/resetting")));
    QVERIFY(test.line(0).contains(u'*'));
    QCOMPARE(test.line(1), test.line(0));
}

void TestVttest::characterSets()
{
    Vttest test;
    SEES(test, waitFor(QStringLiteral("Enter choice number")));
    SEES(test, choose("3", QStringLiteral("Push <RETURN>")));
    const QString all = test.lines().join(u'\n');
    // The special graphics of the VT100.
    QVERIFY2(all.contains(QStringLiteral("┘┐┌└┼")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("abcdefghijklmno")), qPrintable(all));
}

void TestVttest::insertAndDelete()
{
    Vttest test;
    SEES(test, waitFor(QStringLiteral("Enter choice number")));
    SEES(test, choose("8", QStringLiteral("Push <RETURN>")));
    // Screen accordion: an A line at the top, an X line at the bottom.
    QCOMPARE(test.line(0), QString(80, u'A'));
    QCOMPARE(test.line(23), QString(80, u'X'));
    // Only the A's above and the X's below are left after the lines between were deleted.
    SEES(test, choose({}, QStringLiteral("Top line: A's, bottom line: X's")));
    QCOMPARE(test.line(0), QString(80, u'A'));
    // Insert mode: the top line is A, then *'s, then B.
    SEES(test, choose({}, QStringLiteral("Insert Mode")));
    QCOMPARE(test.line(0), u'A' + QString(78, u'*') + u'B');
    // Delete character: an A and a B, nothing between.
    SEES(test, choose({}, QStringLiteral("Delete Character")));
    QCOMPARE(test.line(0).left(2), QStringLiteral("AB"));
}

void TestVttest::reports()
{
    Vttest test;
    SEES(test, waitFor(QStringLiteral("Enter choice number")));
    SEES(test, choose("6", QStringLiteral("Enter choice number")));
    SEES(test, choose("3", QStringLiteral("Push <RETURN>")));
    const QString all = test.lines().join(u'\n');
    QVERIFY2(all.contains(QStringLiteral("TERMINAL OK")), qPrintable(all));
}

QTEST_APPLESS_MAIN(TestVttest)
#include "tst_vttest.moc"
