// SPDX-License-Identifier: GPL-3.0-or-later
// "Open…" on the page of a run: from the address that a real run prints in its log, through a real tunnel, to the response that a browser
// would get. The test itself is the browser: it receives the addresses that the desktop would be given.
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/runfollowers.h"
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"
#include "tests/support/loopbackpeers.h"
#include "tests/support/yardcommand.h"
#include "ui/run/openmenu.h"
#include "ui/run/runcontroller.h"
#include "ui/run/runpage.h"
#include "ui/theme/thememanager.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace trainyard;

namespace {

constexpr int kSoonMs = 30'000;
const QByteArray kToken = "0123456789abcdef0123456789abcdef";

// QDesktopServices passes every address to it instead of starting a program.
class Browser : public QObject {
    Q_OBJECT
public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("http"), this, "take"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("http")); }
    QList<QUrl> visited;
public Q_SLOTS:
    void take(const QUrl &url) { visited << url; }
};

}  // namespace

// The menu reflects events of other threads.
#define TRIGGER(name)                                \
  do {                                               \
    QTRY_VERIFY_WITH_TIMEOUT(action(name), kSoonMs); \
    action(name)->trigger();                         \
  } while (false)

class TestOpenMenu : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    QTemporaryDir m_state, m_project;
    std::unique_ptr<LabMachine> m_machine;
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<RunFollowers> m_followers;
    std::unique_ptr<RunPage> m_page;
    std::unique_ptr<RunController> m_runs;
    std::unique_ptr<Browser> m_browser;

    // The menu as if a person opened it now.
    QMenu *opened() const
    {
        QMenu *const menu = m_page->openMenu()->menu();
        Q_EMIT menu->aboutToShow();
        return menu;
    }
    QAction *action(const char *name) const { return opened()->findChild<QAction *>(QLatin1String(name)); }
    // Sends a browser's request for `url`, which may redirect once; returns the request line that the server saw.
    QByteArray fetched(const QUrl &url) const
    {
        const auto get = [](const QUrl &from) {
            const TestClient client(static_cast<quint16>(from.port()));
            client.send("GET " + from.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority) + " HTTP/1.0\r\nHost: x\r\n\r\n");
            return client.receiveAll();
        };
        const QByteArray answer = get(url);
        const qsizetype at = answer.indexOf("\r\nLocation: ");
        return at < 0 ? answer : get(QUrl(QString::fromLatin1(answer.mid(at + 12, answer.indexOf("\r\n", at + 2) - at - 12))));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        m_server = std::make_unique<TestServer>(TestServer::answerHttp);
        const YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path());
        const auto added = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        QFile task(m_project.filePath(QStringLiteral("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("run: |\n  echo 'http://evil.example:1/lab?token=stolen'\n  echo '    http://127.0.0.1:"
                   + QByteArray::number(m_server->port()) + "/lab?token=" + kToken
                   + "'\n  while [ ! -e \"$HOME/go-on\" ]; do sleep 0.1; done\n");
        task.close();
        const auto launched = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                        QStringLiteral("--machine"), QStringLiteral("lab"), task.fileName()});
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object()[QLatin1String("id")].toString();

        qputenv("TRAINYARD_HOME", m_state.path().toUtf8());
        auto services = Services::open(Paths::standard(), {});
        QVERIFY2(services.has_value(), services ? "" : qPrintable(services.error().what));
        m_services = std::move(*services);
        m_followers = std::make_unique<RunFollowers>(Paths());
        m_page = std::make_unique<RunPage>();
        m_page->setFollowers(m_followers.get());
        m_page->resize(1200, 800);
        m_page->show();
        m_runs = std::make_unique<RunController>(*m_services, m_page.get());
        m_browser = std::make_unique<Browser>();
        QVERIFY(m_runs->open(RunId(id)));
        QTRY_VERIFY_WITH_TIMEOUT(action("openPage"), kSoonMs);
    }

    void cleanupTestCase()
    {
        if (m_machine) {
            QFile(m_machine->home() + QStringLiteral("/go-on")).open(QIODevice::WriteOnly);
            LabMachine::kill(LabMachine::processesWith(m_machine->home() + QStringLiteral("/.trainyard/runs")));
        }
        if (m_services)
            m_services->endWork();
        m_browser.reset();
        m_runs.reset();
        m_page.reset();
        m_services.reset();
        m_theme.reset();
    }

    void init() { m_browser->visited.clear(); }

    void thePageOfTheLogOpensWithItsToken()
    {
        // Only the page of this machine; never an address that a log invents.
        QCOMPARE(opened()->findChildren<QAction *>(QStringLiteral("openPage")).size(), 1);
        QAction *const page = action("openPage");
        QVERIFY2(page->text().contains(QString::number(m_server->port())), qPrintable(page->text()));
        page->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_browser->visited.size(), 1, kSoonMs);
        const QUrl url = m_browser->visited.first();
        QCOMPARE(url.host(), QStringLiteral("127.0.0.1"));
        QVERIFY2(!url.toString().contains(QString::fromLatin1(kToken)), "other users can read what a browser is started with");
        const QByteArray got = fetched(url);
        QVERIFY2(got.contains("hello from GET /lab?token=" + kToken), got.constData());
        QVERIFY2(!fetched(url).contains("hello"), "the door opens once");
        QCOMPARE(m_services->tunnels.tunnels().size(), 1);
    }

    void theOpenTunnelIsInTheMenu()
    {
        QTRY_VERIFY(action("tunnelBrowse"));
        const quint16 port = m_services->tunnels.tunnels().first().record.localPort;
        const QString address = QStringLiteral("127.0.0.1:%1").arg(port);
        TRIGGER("tunnelCopy");
        QCOMPARE(QApplication::clipboard()->text(), address);
        TRIGGER("tunnelBrowse");
        QCOMPARE(m_browser->visited, QList<QUrl>{QUrl(QStringLiteral("http://") + address + u'/')});
        QVERIFY(fetched(m_browser->visited.first()).contains("hello from GET / "));
        // Opening the same page again uses the same tunnel.
        TRIGGER("openPage");
        QTRY_COMPARE_WITH_TIMEOUT(m_browser->visited.size(), 2, kSoonMs);
        QCOMPARE(m_services->tunnels.tunnels().size(), 1);
        TRIGGER("tunnelClose");
        QTRY_VERIFY(m_services->tunnels.tunnels().isEmpty());
        QTRY_VERIFY(!action("tunnelClose"));
        QVERIFY(!TestClient(port).isConnected());
    }

    void anyPortOpens()
    {
        TRIGGER("openPort");
        auto *dialog = m_page->findChild<QInputDialog *>(QStringLiteral("runPortDialog"));
        QVERIFY(dialog);
        dialog->setTextValue(QString::number(m_server->port()));
        dialog->accept();
        QTRY_COMPARE_WITH_TIMEOUT(m_browser->visited.size(), 1, kSoonMs);
        QVERIFY(fetched(m_browser->visited.first()).contains("hello from GET / "));
        TRIGGER("tunnelClose");
        QTRY_VERIFY(m_services->tunnels.tunnels().isEmpty());
    }

    void aPortWhereNothingListensOpensNoBrowser()
    {
        // A different local port, because the machine is this computer and the tunnel itself would listen there.
        const quint16 nobody = unusedPort();
        quint16 here = nobody;
        while (here == nobody)
            here = unusedPort();
        Q_EMIT m_page->openMenu()->portRequested(QStringLiteral("%1:%2").arg(here).arg(nobody));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->tunnels.tunnels().size(), 1, kSoonMs);
        const auto shows = [this](const QString &text) {
            const QList<QLabel *> labels = m_page->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *label) { return label->isVisible() && label->text().contains(text); });
        };
        QTRY_VERIFY(shows(QStringLiteral("Nothing listens on port %1").arg(nobody)));
        QVERIFY(m_browser->visited.isEmpty());
        Q_EMIT m_page->openMenu()->portRequested(QStringLiteral("$(reboot)"));
        QTRY_VERIFY(shows(QStringLiteral("is not a valid address for a tunnel")));
        TRIGGER("tunnelClose");
        QTRY_VERIFY(m_services->tunnels.tunnels().isEmpty());
    }
};

QTEST_MAIN(TestOpenMenu)
#include "tst_openmenu.moc"
