// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/secretfile.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kName = QStringLiteral("cloud/work"), kValue = QStringLiteral("a-secret-€ of\nlines");

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace

class TestSecretFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    SecretFile file() const
    {
        return SecretFile({m_folder->filePath(QStringLiteral("data")), m_folder->filePath(QStringLiteral("config"))});
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsSetIsReadReplacedAndRemoved()
    {
        SecretFile secrets = file();
        QCOMPARE(secrets.value(kName).error().code, ErrorCode::NotFound);
        QVERIFY(secrets.set(kName, kValue));
        QVERIFY(secrets.set(QStringLiteral("other"), QStringLiteral("x")));
        QCOMPARE(*file().value(kName), kValue);
        const QByteArray first = contentOf(secrets.file());
        QVERIFY(!first.contains("a-secret") && !contentOf(secrets.keyFile()).contains("a-secret"));
        QVERIFY(secrets.set(kName, kValue));
        QVERIFY(contentOf(secrets.file()) != first);  // no two are encrypted alike
        QVERIFY(secrets.set(kName, QStringLiteral("new")));
        QCOMPARE(*file().value(kName), QStringLiteral("new"));
        QVERIFY(secrets.remove(kName));
        QCOMPARE(secrets.remove(kName).error().code, ErrorCode::NotFound);
        QCOMPARE(*secrets.value(QStringLiteral("other")), QStringLiteral("x"));
    }

    void whatWasChangedOrSwappedIsRefused()
    {
        SecretFile secrets = file();
        QVERIFY(secrets.set(kName, kValue));
        QVERIFY(secrets.set(QStringLiteral("other"), QStringLiteral("x")));
        QJsonObject object = QJsonDocument::fromJson(contentOf(secrets.file())).object();
        const QJsonObject whole = object;
        object[kName] = whole[QStringLiteral("other")];  // another one in its place
        QVERIFY(put(secrets.file(), QJsonDocument(object).toJson()));
        QCOMPARE(secrets.value(kName).error().code, ErrorCode::Corrupt);
        QByteArray bytes = QByteArray::fromBase64(whole[kName].toString().toLatin1());
        bytes[14] = char(bytes[14] ^ 1);
        for (const QByteArray &one : {bytes, bytes.left(20), QByteArray()}) {
            object[kName] = QString::fromLatin1(one.toBase64());
            QVERIFY(put(secrets.file(), QJsonDocument(object).toJson()));
            QCOMPARE(secrets.value(kName).error().code, ErrorCode::Corrupt);
        }
        QVERIFY(put(secrets.file(), "not JSON"));
        QCOMPARE(secrets.value(kName).error().code, ErrorCode::Corrupt);
        QCOMPARE(secrets.set(kName, kValue).error().code, ErrorCode::Corrupt);  // and it is not overwritten
        QCOMPARE(contentOf(secrets.file()), QByteArray("not JSON"));
    }

    void eachFileAloneTellsNothing()
    {
        SecretFile secrets = file();
        QVERIFY(secrets.set(kName, kValue));
        const QByteArray key = contentOf(secrets.keyFile());
        QVERIFY(QFile::remove(secrets.keyFile()));
        QCOMPARE(secrets.value(kName).error().code, ErrorCode::Corrupt);
        QCOMPARE(secrets.set(QStringLiteral("other"), kValue).error().code, ErrorCode::Corrupt);  // no new key beside old secrets
        QVERIFY(!QFile::exists(secrets.keyFile()));
        QVERIFY(put(secrets.keyFile(), QByteArray(32, 'k'))
                && QFile::setPermissions(secrets.keyFile(), QFile::ReadOwner | QFile::WriteOwner));
        QCOMPARE(secrets.value(kName).error().code, ErrorCode::Corrupt);
        QVERIFY(put(secrets.keyFile(), key));
        QCOMPARE(*secrets.value(kName), kValue);
    }

    void filesThatOthersCanReadAreRefused()
    {
        SecretFile secrets = file();
        QVERIFY(secrets.set(kName, kValue));
        for (const QString &one : {secrets.file(), secrets.keyFile()}) {
            const auto before = QFile::permissions(one);
            QCOMPARE(int(before & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)), 0);
            QVERIFY(QFile::setPermissions(one, before | QFile::ReadOther));
            QCOMPARE(secrets.value(kName).error().code, ErrorCode::PermissionDenied);
            QVERIFY(QFile::setPermissions(one, QFile::ReadOwner | QFile::WriteOwner));
        }
        QCOMPARE(*secrets.value(kName), kValue);
    }
};

QTEST_GUILESS_MAIN(TestSecretFile)
#include "tst_secretfile.moc"
