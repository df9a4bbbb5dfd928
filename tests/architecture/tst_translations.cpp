// SPDX-License-Identifier: GPL-3.0-or-later
// Every text is translated, no translation is left over, and a translation keeps the placeholders of its source.
#include "core/base/format.h"
#include "core/base/translation.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace trainyard;

namespace {

struct Message {
    QString context;
    QString source;
    QString comment;
    QStringList translations;  // one, or one for each plural form
    QString type;              // "", "unfinished", "vanished", "obsolete"
    bool isPlural = false;
};

QList<Message> readMessages(const QByteArray &xml)
{
    QList<Message> found;
    QXmlStreamReader reader(xml);
    QString context;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = reader.name();
        if (name == QLatin1String("name")) {
            context = reader.readElementText();
        } else if (name == QLatin1String("message")) {
            Message message;
            message.context = context;
            message.isPlural = reader.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
            found.append(message);
        } else if (found.isEmpty()) {
            continue;
        } else if (name == QLatin1String("source")) {
            found.last().source = reader.readElementText();
        } else if (name == QLatin1String("comment")) {
            found.last().comment = reader.readElementText();
        } else if (name == QLatin1String("translation")) {
            found.last().type = reader.attributes().value(QLatin1String("type")).toString();
            if (!found.last().isPlural)
                found.last().translations.append(reader.readElementText());
        } else if (name == QLatin1String("numerusform")) {
            found.last().translations.append(reader.readElementText());
        }
    }
    if (reader.hasError())
        return {};
    return found;
}

QMap<QString, int> placeholders(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(%L?[1-9][0-9]?|%L?n|</?[a-z]+[^>]*>)"));
    QMap<QString, int> found;
    for (auto it = pattern.globalMatch(text); it.hasNext();)
        ++found[it.next().captured(0)];
    return found;
}

bool hasMnemonic(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"((?<!&)&[^&\s;])"));
    return pattern.match(text).hasMatch();
}

// What is wrong with the translation, or an empty text.
QString fault(const Message &message, const QString &translation)
{
    if (translation.trimmed().isEmpty())
        return QStringLiteral("no translation");
    auto wanted = placeholders(message.source), got = placeholders(translation);
    if (message.isPlural) {
        // A form for exactly one may spell the number out.
        wanted.remove(QStringLiteral("%n"));
        got.remove(QStringLiteral("%n"));
    }
    if (wanted != got)
        return QStringLiteral("placeholders differ");
    if (hasMnemonic(message.source) != hasMnemonic(translation))
        return QStringLiteral("one of them has a keyboard mnemonic, the other has none");
    if (message.source.endsWith(QLatin1Char('\n')) != translation.endsWith(QLatin1Char('\n')))
        return QStringLiteral("one of them ends its line, the other does not");
    return {};
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QString kFolder = QStringLiteral(TRAINYARD_SOURCE_DIR "/translations/");
const QStringList kFiles = {QStringLiteral("trainyard_en.ts"), QStringLiteral("trainyard_zh_CN.ts")};

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void faultsAreFound_data();
    void faultsAreFound();
    void everyTextIsTranslated();
    void chineseSpeaksWithOneVoice();
    void sourcesAndFilesAgree();
    void languageIsChosen_data();
    void languageIsChosen();
    void chineseIsBuiltIn();
    void timesReadAsPeopleSayThemInChinese();
    void englishHasSingularAndPlural();
};

void TestTranslations::faultsAreFound_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("translation");
    QTest::addColumn<bool>("isFine");
    const auto row = [](const char *name, const char *source, const char *translation, bool isFine) {
        QTest::newRow(name) << QString::fromUtf8(source) << QString::fromUtf8(translation) << isFine;
    };
    row("empty", "Stop", "", false);
    row("lost argument", "%1 of %2", "%1", false);
    row("argument twice", "%1 of %2", "%1 %1 %2", false);
    row("lost tag", "<b>%1</b>", "%1", false);
    row("lost mnemonic", "&Stop", "停止", false);
    row("invented mnemonic", "Stop", "停止(&S)", false);
    row("other order", "%1 of %2", "%2 之 %1", true);
    row("mnemonic kept", "&Stop", "停止(&S)", true);
    row("a real ampersand", "A && B", "甲 && 乙", true);
}

void TestTranslations::faultsAreFound()
{
    QFETCH(QString, source);
    QFETCH(QString, translation);
    QFETCH(bool, isFine);
    Message message;
    message.source = source;
    QCOMPARE(fault(message, translation).isEmpty(), isFine);
}

void TestTranslations::everyTextIsTranslated()
{
    QStringList faults;
    for (const QString &name : kFiles) {
        const QList<Message> messages = readMessages(readFile(kFolder + name));
        QVERIFY2(!messages.isEmpty(), qPrintable(name));
        for (const Message &message : messages) {
            const QString where = QStringLiteral("%1: %2: “%3”: ").arg(name, message.context, message.source);
            if (!message.type.isEmpty())
                faults.append(where + message.type);
            for (const QString &translation : message.translations) {
                const QString words = fault(message, translation);
                if (!words.isEmpty())
                    faults.append(where + words);
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("\n") + faults.join(QLatin1Char('\n'))));
}

// The Chinese texts say 你 (您 only opens a letter to a provider), and have one word for each thing.
void TestTranslations::chineseSpeaksWithOneVoice()
{
    QStringList faults;
    for (const Message &message : readMessages(readFile(kFolder + kFiles.last()))) {
        for (QString text : message.translations) {
            text.remove(QStringLiteral("您好："));
            for (const QString &word : {QStringLiteral("您"), QStringLiteral("映像"), QStringLiteral("竞价"), QStringLiteral("提供商")}) {
                if (text.contains(word))
                    faults << message.context + QStringLiteral(": ") + text;
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestTranslations::sourcesAndFilesAgree()
{
    QTemporaryDir copies;
    QVERIFY(copies.isValid());
    for (const QString &name : kFiles)
        QVERIFY(QFile::copy(kFolder + name, copies.filePath(name)));
    QProcess update;
    update.setProcessChannelMode(QProcess::MergedChannels);
    update.start(kFolder + QStringLiteral("update"), {QStringLiteral(TRAINYARD_LUPDATE), copies.path()});
    QVERIFY2(update.waitForFinished(60000), "lupdate did not end within a minute");
    const QByteArray words = update.readAll();
    QVERIFY2(update.exitCode() == 0, words.constData());
    // In a class without Q_OBJECT, or a tr() without a context, the text would never be found at run time.
    QVERIFY2(words.trimmed().isEmpty(), words.constData());
    for (const QString &name : kFiles) {
        QSet<QString> before, after;
        for (const Message &message : readMessages(readFile(kFolder + name)))
            before.insert(message.context + QStringLiteral(": ") + message.source + QStringLiteral(" ") + message.comment);
        for (const Message &message : readMessages(readFile(copies.filePath(name))))
            after.insert(message.context + QStringLiteral(": ") + message.source + QStringLiteral(" ") + message.comment);
        const QStringList added = (QSet<QString>(after) - before).values();
        const QStringList gone = (QSet<QString>(before) - after).values();
        QVERIFY2(added.isEmpty() && gone.isEmpty(),
                 qPrintable(QStringLiteral("run translations/update: %1\nnew:\n%2\nnot in the sources any more:\n%3")
                                .arg(name, added.join(QLatin1Char('\n')), gone.join(QLatin1Char('\n')))));
    }
}

void TestTranslations::languageIsChosen_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QStringList>("system");
    QTest::addColumn<QString>("language");
    const auto row = [](const char *name, const char *wanted, const QStringList &system, const char *language) {
        QTest::newRow(name) << QString::fromLatin1(wanted) << system << QString::fromLatin1(language);
    };
    row("Chinese wanted on an English system", "zh_CN", {QStringLiteral("en-US")}, "zh_CN");
    row("English wanted on a Chinese system", "en", {QStringLiteral("zh-Hans-CN")}, "en");
    row("Chinese system", "auto", {QStringLiteral("zh-Hans-CN"), QStringLiteral("en")}, "zh_CN");
    row("Singapore", "auto", {QStringLiteral("zh-SG")}, "zh_CN");
    row("Taiwan", "auto", {QStringLiteral("zh-Hant-TW"), QStringLiteral("zh-TW")}, "en");
    row("German first, Chinese second", "auto", {QStringLiteral("de-DE"), QStringLiteral("zh-CN")}, "zh_CN");
    row("English first, Chinese second", "auto", {QStringLiteral("en-US"), QStringLiteral("zh-CN")}, "en");
    row("no locale at all", "auto", {QStringLiteral("C")}, "en");
    row("an unknown language", "xx", {QStringLiteral("de-DE")}, "en");
}

void TestTranslations::languageIsChosen()
{
    QFETCH(QString, wanted);
    QFETCH(QStringList, system);
    QFETCH(QString, language);
    QCOMPARE(chooseLanguage(wanted, system), language);
}

void TestTranslations::chineseIsBuiltIn()
{
    const QList<Message> messages = readMessages(readFile(kFolder + kFiles.last()));
    QCOMPARE(installTranslation(*QCoreApplication::instance(), QStringLiteral("zh_CN")), QStringLiteral("zh_CN"));
    int compared = 0;
    for (const Message &message : messages) {
        if (message.isPlural || !message.type.isEmpty())
            continue;
        QCOMPARE(QCoreApplication::translate(message.context.toUtf8().constData(), message.source.toUtf8().constData(),
                                             message.comment.isEmpty() ? nullptr : message.comment.toUtf8().constData()),
                 message.translations.value(0));
        ++compared;
    }
    QVERIFY(compared > 0);
    QCOMPARE(QLocale().language(), QLocale::Chinese);
}

void TestTranslations::timesReadAsPeopleSayThemInChinese()
{
    QCOMPARE(installTranslation(*QCoreApplication::instance(), QStringLiteral("zh_CN")), QStringLiteral("zh_CN"));
    const QDateTime now(QDate(2024, 3, 2), QTime(12, 0), Qt::UTC);
    const auto ago = [&](qint64 seconds) { return formatAge(now.addSecs(-seconds), now).replace(QChar(0x00a0), QLatin1Char(' ')); };
    QCOMPARE(ago(12), QString(u8"12 秒前"));
    QCOMPARE(ago(60), QString(u8"1 分钟前"));
    QCOMPARE(ago(125), QString(u8"2 分钟前"));
    QCOMPARE(ago(3 * 3600 + 700), QString(u8"3 小时前"));
    QCOMPARE(ago(49 * 3600), QString(u8"2 天前"));
    const auto lasting = [](qint64 seconds) { return formatDuration(seconds * 1000).replace(QChar(0x00a0), QLatin1Char(' ')); };
    QCOMPARE(lasting(125), QString(u8"2 分 5 秒"));
    QCOMPARE(lasting(24120), QString(u8"6 小时 42 分钟"));
    QCOMPARE(lasting(273600), QString(u8"3 天 4 小时"));
}

void TestTranslations::englishHasSingularAndPlural()
{
    QCOMPARE(installTranslation(*QCoreApplication::instance(), QStringLiteral("en")), QStringLiteral("en"));
    int compared = 0;
    for (const Message &message : readMessages(readFile(kFolder + kFiles.first()))) {
        QVERIFY(message.isPlural);
        const QByteArray context = message.context.toUtf8(), source = message.source.toUtf8();
        const QByteArray comment = message.comment.toUtf8();
        const auto say = [&](int n) {
            return QCoreApplication::translate(context.constData(), source.constData(), comment.isEmpty() ? nullptr : comment.constData(),
                                               n);
        };
        QVERIFY2(!say(1).contains(QLatin1String("(s)")), qPrintable(say(1)));
        QVERIFY2(say(1) != say(2), source.constData());
        ++compared;
    }
    QVERIFY(compared > 0);
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
