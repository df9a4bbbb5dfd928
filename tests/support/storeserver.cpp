// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/storeserver.h"

#include "core/base/filelock.h"
#include "core/transport/objectstore/storecaller.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTcpServer>
#include <QTcpSocket>

namespace trainyard {

namespace {

constexpr int kStartMs = 60'000;  // Python and node start while the rest of the test runs
const QString kSupport = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/");
const QString kNodeModules = QStringLiteral(TRAINYARD_BUILD_DIR "/node-stores");

// Publicly known: https://learn.microsoft.com/en-us/azure/storage/common/storage-use-azurite#well-known-storage-account-and-key
const QByteArray kAzuriteAccount = QByteArrayLiteral("devstoreaccount1");
const QByteArray kAzuriteKey = QByteArrayLiteral(
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");

int freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

}  // namespace

StoreServer::~StoreServer()
{
    m_process.terminate();
    if (!m_process.waitForFinished(5000)) {
        m_process.kill();
        m_process.waitForFinished(5000);
    }
}

bool StoreServer::start()
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    switch (m_kind) {
    case Kind::Swift: return startSwift();
    case Kind::S3rver:
        m_port = freePort();
        return startNode(QStringLiteral("s3rver"),
                         {QStringLiteral("--directory"), m_folder.path(), QStringLiteral("--address"), QStringLiteral("127.0.0.1"),
                          QStringLiteral("--port"), QString::number(m_port), QStringLiteral("--no-vhost-buckets")});
    case Kind::Azurite:
        m_port = freePort();
        return startNode(QStringLiteral("azurite-blob"),
                         {QStringLiteral("--location"), m_folder.path(), QStringLiteral("--blobHost"), QStringLiteral("127.0.0.1"),
                          QStringLiteral("--blobPort"), QString::number(m_port), QStringLiteral("--silent"),
                          QStringLiteral("--skipApiVersionCheck"), QStringLiteral("--disableTelemetry")});
    }
    return false;
}

bool StoreServer::startSwift()
{
    m_process.start(QStringLiteral("/usr/bin/python3"),
                    {kSupport + QStringLiteral("swift-server"), m_folder.path(), QString::number(5 * 1024 * 1024)});
    QByteArray said;
    while (m_process.state() != QProcess::NotRunning && !said.contains('\n') && m_process.waitForReadyRead(kStartMs))
        said += m_process.readAll();
    m_port = said.left(said.indexOf('\n')).trimmed().toInt();
    if (m_port <= 0)
        m_problem = QStringLiteral("No Swift: sudo apt-get install python3-swift; it said: ") + QString::fromUtf8(said.right(500));
    return m_port > 0;
}

bool StoreServer::startNode(const QString &program, const QStringList &arguments)
{
    // Done once for all tests of this build, by whichever comes first.
    QDir().mkpath(kNodeModules);
    FileLock lock(kNodeModules + QStringLiteral(".lock"));
    lock.tryLock(std::chrono::minutes(10));
    QProcess install;
    install.setProcessChannelMode(QProcess::MergedChannels);
    install.start(kSupport + QStringLiteral("install-node-stores"), {kNodeModules});
    if (!install.waitForFinished(600'000) || install.exitCode() != 0) {
        m_problem = QStringLiteral("No %1: sudo apt-get install npm, and let it fetch packages; it said: ").arg(program)
                    + QString::fromUtf8(install.readAll().right(500));
        return false;
    }
    lock.unlock();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("NODE_OPTIONS"), QStringLiteral("--openssl-legacy-provider"));  // s3rver is old
    m_process.setProcessEnvironment(environment);
    m_process.start(kNodeModules + QStringLiteral("/node_modules/.bin/") + program, arguments);
    QByteArray said;
    QElapsedTimer timer;
    timer.start();
    while (m_process.state() != QProcess::NotRunning && timer.elapsed() < kStartMs) {
        QTcpSocket probe;
        probe.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(m_port));
        if (probe.waitForConnected(200))
            return true;
        m_process.waitForReadyRead(100);
        said += m_process.readAll();
    }
    m_problem = program + QStringLiteral(" does not start: ") + QString::fromUtf8(said.right(500));
    return false;
}

QString StoreServer::base() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_port); }

bool StoreServer::addBucket(const QString &name)
{
    StoreCaller caller(record(name), {});
    StoreCall call;
    call.make = [this](const StoreDialect &dialect) {
        WebRequest request = dialect.list({}, false, {}, 1);
        request.method = "PUT";
        request.query = m_kind == Kind::Azurite ? QList<NamedBytes>{{"restype", "container"}} : QList<NamedBytes>();
        return request;
    };
    const auto made = caller.run(std::move(call), {});
    if (!made)
        m_problem = made.error().what + u' ' + made.error().detail;
    return made.has_value();
}

ObjectStoreConfig StoreServer::record(const QString &bucket) const
{
    ObjectStoreConfig record;
    record.name = QStringLiteral("test");
    record.endpoint = base();
    record.region = QStringLiteral("us-east-1");
    record.bucket = bucket;
    record.isPathStyle = true;
    record.key = {QByteArrayLiteral("test:tester"), QByteArrayLiteral("testing"), {}};
    if (m_kind == Kind::S3rver)
        record.key = {QByteArrayLiteral("S3RVER"), QByteArrayLiteral("S3RVER"), {}};
    if (m_kind == Kind::Azurite) {
        record.kind = ObjectStoreKind::Azure;
        record.endpoint = base() + u'/' + QString::fromLatin1(kAzuriteAccount);
        record.key = {kAzuriteAccount, kAzuriteKey, {}};
    }
    return record;
}

}  // namespace trainyard
