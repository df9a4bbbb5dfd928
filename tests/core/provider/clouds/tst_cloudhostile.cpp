// SPDX-License-Identifier: GPL-3.0-or-later
// A cloud, or whoever answers in its place, that means harm: answers of any size and shape to every call, and ids and names that a shell, a
// terminal or a path would obey. What is said of them has to be one line that can be printed, and lines to copy have to mean what they say.
#include "tests/support/cloudplace.h"
#include "tests/support/httpstandin.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

QStringList allKinds() { return cloudPlaces() + smallerCloudPlaces(); }

QByteArray repeated(const QByteArray &part, int times) { return part.repeated(times); }

struct Hostile {
    const char *name;
    QByteArray body;
};

// XML for AWS, JSON for the others; each gets both.
QList<Hostile> hostileBodies()
{
    QByteArray bomb = "<?xml version=\"1.0\"?><!DOCTYPE b [<!ENTITY a0 \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\">";
    for (int i = 1; i < 12; ++i)
        bomb += "<!ENTITY a" + QByteArray::number(i) + " \"" + repeated("&a" + QByteArray::number(i - 1) + ';', 16) + "\">";
    bomb += "]><DescribeInstancesResponse><requestId>&a11;</requestId></DescribeInstancesResponse>";
    const QByteArray file = "<?xml version=\"1.0\"?><!DOCTYPE b [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                            "<DescribeInstancesResponse><requestId>&x;</requestId></DescribeInstancesResponse>";
    const QByteArray words = "\x1b]0;owned\x07\x1b[2J\xe2\x80\xae/etc\n$(touch owned);`touch owned`|touch owned";
    QByteArray escaped;
    for (const char c : words)
        escaped += (uchar(c) < ' ' ? "\\u00" + QByteArray(1, c).toHex() : QByteArray(1, c));
    return {
        {"nothing", ""},
        {"deep JSON", repeated("[", 200'000) + repeated("]", 200'000)},
        {"deep objects", repeated("{\"error\":", 100'000) + "1" + repeated("}", 100'000)},
        {"deep XML", repeated("<a>", 200'000)},
        {"entities in entities", bomb},
        {"an entity that is a file", file},
        {"ten megabytes in one word", "{\"error\":{\"code\":\"" + repeated("A", 10'000'000) + "\",\"message\":\"x\"}}"},
        {"ten megabytes that are no text", repeated("\xff\xfe\x00\x1b", 2'500'000)},
        {"words for a terminal and a shell", "{\"error\":{\"code\":\"" + escaped + "\",\"message\":\"" + escaped + "\"},\"Code\":\""
                                                 + escaped + "\",\"Message\":\"" + escaped + "\",\"Response\":{\"Error\":{\"Code\":\""
                                                 + escaped + "\",\"Message\":\"" + escaped + "\"}}}"},
        {"the same in XML",
         "<Response><Errors><Error><Code>" + words + "</Code><Message>" + words + "</Message></Error></Errors></Response>"},
    };
}

bool isPlain(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.isPrint() && c.category() != QChar::Other_Format && c != QChar::LineSeparator && c != QChar::ParagraphSeparator;
    });
}

// Ids and names as a cloud could give them.
const char *const kNames[] = {"i-1; touch owned",
                              "$(touch owned)",
                              "`touch owned`",
                              "a'b; touch owned; 'c",
                              "x\ntouch owned\n",
                              "../../../../etc/passwd",
                              "-oProxyCommand=touch owned",
                              "\x1b]52;c;dG91Y2ggb3duZWQ=\x07",
                              "\xe2\x80\xae\xe2\x81\xa6gnp.exe",
                              "a\"b\\c$HOME!*?[x]{y,z}~#&<>|"};

}  // namespace

class TestCloudHostile : public QObject {
    Q_OBJECT

    static CloudLimits limits()
    {
        CloudLimits quick = quickCloudLimits();
        quick.tries = 1;
        return quick;
    }
    // All of its addresses lead to this server.
    static CloudCredentials aimedAt(const QString &base, CloudCredentials credentials)
    {
        static const QRegularExpression address(QStringLiteral("http://127\\.0\\.0\\.1:[0-9]+"));
        for (QString &value : credentials.settings)
            value.replace(address, base);
        return credentials;
    }

private Q_SLOTS:
    void anyAnswerIsOneErrorOfOneLine_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("status");
        for (const QString &kind : allKinds()) {
            for (const int status : {200, 403})
                QTest::addRow("%s, %d", qPrintable(kind), status) << kind << status;
        }
    }
    void anyAnswerIsOneErrorOfOneLine()
    {
        QFETCH(QString, kind);
        QFETCH(int, status);
        QString problem;
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        const QList<Hostile> bodies = hostileBodies();
        for (const Hostile &hostile : bodies) {
            HttpStandIn server([&hostile, status](const HttpStandIn::Request &) {
                HttpStandIn::Answer answer;
                answer.status = status;
                answer.body = hostile.body;
                answer.headers = {"X-Subject-Token: t", "x-ms-request-id: \x1b[31mred", "Date: \x1b[31m"};
                return answer;
            });
            const auto provider = providerFor(kind, aimedAt(server.base(), cloud->credentials()), limits());
            InstanceRequest request = requestFor(kind);
            request.owner = QStringLiteral("5f0c7a52-6d1b-4c0a-9d64-3f6a5c1e2b70");
            request.clientToken = QStringLiteral("0b9d7c1e-2f43-4a5b-8c6d-000000000001");
            InstanceFilter filter;
            filter.region = request.region;
            QElapsedTimer clock;
            clock.start();
            QList<Error> errors;
            const auto note = [&errors](const auto &result) {
                if (!result)
                    errors << result.error();
                return bool(result);
            };
            const auto checked = provider->check({}, {});  // a refused right is a finding of it
            const bool isChecked = note(checked) && checked->missing.isEmpty();
            const bool isFine = isChecked || note(provider->list(filter, {})) || note(provider->create(request, {}, {}))
                                || note(provider->resources(filter, {}));
            QVERIFY2(!isFine, hostile.name);
            for (const Error &error : std::as_const(errors)) {
                QVERIFY2(isPlain(error.what) && isPlain(error.detail), qPrintable(QLatin1String(hostile.name) + error.what + error.detail));
                QVERIFY2(error.what.size() < 400 && error.detail.size() < 4000,
                         qPrintable(QLatin1String(hostile.name) + error.what.left(500)));
                QVERIFY2(!error.detail.contains(QLatin1String("root:")), hostile.name);
            }
            QVERIFY2(clock.elapsed() < 60'000, hostile.name);
        }
    }

    // Each line is run with programs of these names that write down what they were given.
    void linesToCopyAreWhatTheySay_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString &kind : allKinds())
            QTest::newRow(qPrintable(kind)) << kind;
    }
    void linesToCopyAreWhatTheySay()
    {
        QFETCH(QString, kind);
        QTemporaryDir folder;
        const QString bin = folder.filePath(QStringLiteral("bin")), work = folder.filePath(QStringLiteral("work"));
        QVERIFY(QDir().mkpath(bin) && QDir().mkpath(work));
        for (const char *program : {"aws", "aliyun", "tccli", "az", "gcloud", "openstack", "runpodctl", "vastai", "curl"}) {
            QFile file(bin + u'/' + QLatin1String(program));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("#!/bin/sh\nexit 0\n");
            file.close();
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        }
        QString problem;
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        const auto provider = providerFor(kind, cloud->credentials(), limits());
        for (const char *one : kNames) {
            const QString name = QString::fromUtf8(one);
            QStringList lines;
            Instance instance;
            instance.request = requestFor(kind);
            instance.request.clientToken = QStringLiteral("0b9d7c1e-2f43-4a5b-8c6d-000000000001");
            instance.providerId = name;
            instance.request.name = name;
            for (const auto action : {ProviderAction::Describe, ProviderAction::Console, ProviderAction::Stop, ProviderAction::Start,
                                      ProviderAction::Terminate, ProviderAction::LetIn})
                lines << provider->actionLine(action, instance);
            lines << provider->createLine(instance.request);
            InstanceRequest elsewhere = instance.request;
            elsewhere.region = elsewhere.type = elsewhere.image = name;
            lines << provider->createLine(elsewhere);
            lines.removeAll(QString());
            for (const QString &line : std::as_const(lines)) {
                QProcess shell;
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("PATH"), bin + QStringLiteral(":/usr/bin:/bin"));
                shell.setProcessEnvironment(environment);
                shell.setWorkingDirectory(work);
                shell.setStandardInputFile(QProcess::nullDevice());
                shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line});
                QVERIFY(shell.waitForFinished(60'000));
                QCOMPARE(QDir(work).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestCloudHostile)
#include "tst_cloudhostile.moc"
