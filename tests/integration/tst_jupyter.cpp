// SPDX-License-Identifier: GPL-3.0-or-later
// Jupyter by one click over a real sshd: started without a token in any argument, reached by a tunnel to its socket, found again by another
// program, ended by hand and with its run. The server is a stand-in, a Python program that takes the words, the variable and the socket
// that JupyterLab takes and answers those who have the token; with TRAINYARD_REAL_JUPYTER=1 it is the one that this computer has.
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"
#include "tests/support/loopbackpeers.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kSoonMs = 120'000;

const QByteArray kStandIn = R"(#!/usr/bin/python3
# A stand-in for jupyter-lab.
import os, signal, socket, sys
path = [word[7:] for word in sys.argv if word.startswith("--sock=")][0]
token = os.environ["JUPYTER_TOKEN"].encode()
assert "--no-browser" in sys.argv
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
server = socket.socket(socket.AF_UNIX)
os.umask(0o177)
server.bind(path)
server.listen()
while True:
    caller, _ = server.accept()
    asked = caller.recv(4096)
    isRight = b"token=" + token in asked
    try:
        caller.sendall(b"HTTP/1.0 200 OK\r\n\r\n<title>JupyterLab</title>" if isRight else b"HTTP/1.0 403 Forbidden\r\n\r\n")
    except OSError:
        pass  # it only looked whether someone listens
    caller.close()
)";

}  // namespace

class TestJupyter : public QObject {
    Q_OBJECT

    const bool m_isReal = qEnvironmentVariableIsSet("TRAINYARD_REAL_JUPYTER");
    std::unique_ptr<LabMachine> m_machine;
    QTemporaryDir m_state;
    std::unique_ptr<Services> m_services;
    Machine m_lab;

    template <typename T>
    static T waited(QFuture<T> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, kSoonMs))
            qFatal("no answer");
        return future.result();
    }
    Paths paths() const { return {m_state.filePath(QStringLiteral("data")), m_state.filePath(QStringLiteral("config"))}; }

    static QByteArray fetched(quint16 port, const QString &path)
    {
        const TestClient client(port);
        client.send("GET " + path.toLatin1() + " HTTP/1.0\r\nHost: 127.0.0.1:" + QByteArray::number(port) + "\r\n\r\n");
        return client.receiveAll();
    }
    // Processes with these bytes in their arguments.
    static int processesThatSay(const QByteArray &text)
    {
        int count = 0;
        for (const QString &name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
            QFile file(QStringLiteral("/proc/%1/cmdline").arg(name));
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text))
                ++count;
        }
        return count;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        if (!m_isReal) {
            const QString folder = m_machine->home() + QStringLiteral("/.local/bin");
            QVERIFY(QDir().mkpath(folder));
            QFile program(folder + QStringLiteral("/jupyter-lab"));
            QVERIFY(program.open(QIODevice::WriteOnly) && program.write(kStandIn) > 0);
            QVERIFY(program.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
        }
        auto opened = Services::open(paths(), {});
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = *std::move(opened);
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target = m_machine->sshd().target();
        const auto added = m_services->database().machines.add(machine);
        QVERIFY(added);
        m_lab = *added;
    }
    void cleanupTestCase()
    {
        if (m_services)
            m_services->endWork();
        m_services.reset();
    }

    void itIsReachedByItsTokenAndFoundAgain()
    {
        const JupyterPlace place{m_lab.id};
        QVERIFY(!waited(m_services->jupyter.look(place))->isRunning);
        const auto server = waited(m_services->jupyter.start(place));
        QVERIFY2(server, server ? "" : qPrintable(server.error().what + server.error().detail));
        QVERIFY(server->isRunning);
        QCOMPARE(server->isLab, !m_isReal);
        QCOMPARE(server->token.size(), 64);
        QCOMPARE(processesThatSay(server->token.toLatin1()), 0);
        const QFileInfo socket(server->endpoint.path);
        QVERIFY(!(socket.permissions()
                  & (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther)));
        const QFileInfo token(socket.path() + QStringLiteral("/token"));
        QVERIFY(token.exists() && !(token.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));

        const auto tunnel = waited(m_services->tunnels.open(m_lab, server->endpoint));
        QVERIFY2(tunnel && tunnel->state.problem.what.isEmpty(),
                 tunnel ? qPrintable(tunnel->state.problem.what) : qPrintable(tunnel.error().what));
        const QByteArray page = fetched(tunnel->record.localPort, server->path());
        QVERIFY2(page.contains("200 OK") && page.contains("<title>"), page.left(400).constData());
        QVERIFY(!fetched(tunnel->record.localPort, QStringLiteral("/api/contents")).contains("200 OK"));

        // Started once only, and known to any program.
        QCOMPARE(waited(m_services->jupyter.start(place))->token, server->token);
        auto other = Services::open(paths(), {});
        QVERIFY(other);
        const auto seen = waited((*other)->jupyter.look(place));
        QVERIFY(seen && seen->isRunning);
        QCOMPARE(seen->token, server->token);
        QVERIFY(waited((*other)->jupyter.stop(place)));
        QVERIFY(!waited(m_services->jupyter.look(place))->isRunning);
        QVERIFY(!QFileInfo::exists(server->endpoint.path) && !QFileInfo::exists(token.filePath()));
        m_services->tunnels.close(tunnel->record.localPort);
    }

    void itEndsWithItsRun()
    {
        LaunchRequest request;
        request.machineId = m_lab.id;
        request.task.run = QStringLiteral("sleep 600");
        request.task.graceSeconds = 1;
        const auto run = waited(m_services->runs.launch(request, {}));
        QVERIFY2(run, run ? "" : qPrintable(run.error().what));
        const JupyterPlace place{{}, run->id};
        const auto server = waited(m_services->jupyter.start(place));
        QVERIFY2(server, server ? "" : qPrintable(server.error().what + server.error().detail));
        QVERIFY(server->endpoint.path.startsWith(run->head().directory));
        QVERIFY(waited(m_services->jupyter.look(place))->isRunning);
        QVERIFY(waited(m_services->runs.stop(run->id)));
        QTRY_VERIFY_WITH_TIMEOUT(!waited(m_services->jupyter.look(place))->isRunning, 30'000);
        // After its end it can be started again, until it is stopped.
        const auto later = waited(m_services->jupyter.start(place));
        QVERIFY2(later, later ? "" : qPrintable(later.error().what + later.error().detail));
        QVERIFY(waited(m_services->jupyter.stop(place)));
    }

    void aServerThatDoesNotStartSaysWhy()
    {
        if (m_isReal)
            QSKIP("the stand-in alone is made to fail");
        const QString name = m_machine->home() + QStringLiteral("/.local/bin/jupyter-lab");
        QFile program(name);
        QVERIFY(program.open(QIODevice::WriteOnly | QIODevice::Truncate));
        program.write("#!/bin/sh\necho 'no module named traitlets' >&2\nexit 1\n");
        program.close();
        const auto server = waited(m_services->jupyter.start({m_lab.id}));
        QVERIFY(!server);
        QCOMPARE(server.error().code, ErrorCode::RemoteCommandFailed);
        QVERIFY(server.error().detail.contains(QLatin1String("no module named traitlets")));
    }
};

QTEST_GUILESS_MAIN(TestJupyter)

#include "tst_jupyter.moc"
