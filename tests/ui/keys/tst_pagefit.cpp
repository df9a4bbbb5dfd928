// SPDX-License-Identifier: GPL-3.0-or-later
// Every page has room for its texts: in a small, a normal and a large window, with normal and with large text, in both languages. If
// TRAINYARD_PICTURES is set to a folder, pictures of each in both colour schemes are saved there.
#include "tests/support/fitting.h"
#include "tests/support/testdepth.h"
#include "tests/ui/keys/pagesamples.h"
#include "ui/common/label.h"
#include "ui/common/pageheader.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

using namespace trainyard;

namespace {

const QList<QSize> kSizes{{1024, 640}, {1440, 900}, {3840, 2160}};

// What stands beside a title tells something, or moves below it: "7…" tells nothing.
QStringList hiddenContexts(const QWidget &window)
{
    QStringList found;
    for (const PageHeader *const header : window.findChildren<PageHeader *>()) {
        for (const ElidedLabel *const label : header->findChildren<ElidedLabel *>(Qt::FindDirectChildrenOnly)) {
            if (!header->isVisible() || label->text().isEmpty())
                continue;
            if (!label->isVisible() || label->width() < std::min(label->sizeHint().width(), dp(100)))
                found << QStringLiteral("\"%1\" has %2 pixels").arg(label->text()).arg(label->width());
        }
    }
    return found;
}

}  // namespace

class TestPageFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCutOffOrSquashed_data();
    void nothingIsCutOffOrSquashed();
};

void TestPageFit::nothingIsCutOffOrSquashed_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    const QList<PageSample> all = pageSamples();
    for (int i = 0; i < all.size(); ++i) {
        // Otherwise each language has two of the four.
        for (const int percent : {100, 150, 200, 250}) {
            for (const char *const language : {"en", "zh_CN"}) {
                if (testsThoroughly() || (percent % 100 == 0) == (qstrcmp(language, "en") == 0))
                    QTest::addRow("%s, %s, text of %d %%", all[i].name, language, percent) << i << QString::fromLatin1(language) << percent;
            }
        }
    }
}

void TestPageFit::nothingIsCutOffOrSquashed()
{
    QFETCH(int, number);
    QFETCH(QString, language);
    QFETCH(int, percent);
    ProgramLook look(percent / 100.0, language);
    const PageSample sample = pageSamples()[number];
    const QTemporaryDir folder;
    Paths paths;
    paths.data = folder.filePath(QStringLiteral("data"));
    paths.config = folder.filePath(QStringLiteral("config"));
    SshPrompter prompter;
    std::shared_ptr<void> kept;
    Preferences preferences;
    preferences.hasTips = true;  // one more line above the content
    MainWindow window(paths, preferences, prompter);
    window.resize(kSizes.first());
    window.show();
    fillFrame(window);
    window.showPage(sample.page);
    kept = sample.fill(window);
    QVERIFY(QTest::qWaitFor([&] { return sample.isThere(window); }, 20'000));
    const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES");
    // In a window too low for the whole page, a run's charts and findings, a checkpoint's summary and the offers scroll by themselves as well.
    const QByteArray name = sample.name;
    const bool isNested = name.startsWith("run-") || name.startsWith("checkpoints") || name.startsWith("offers");
    const Nested nested = isNested ? Nested::Allowed : Nested::Refused;
    QStringList problems;
    for (const QSize size : kSizes) {
        window.resize(size);
        // Layouts that depend on their own width settle in a few rounds, and charts are created one after the other.
        QStringList found;
        const Sideways sideways = percent > 200 && size == kSizes.first() ? Sideways::Scrolled : Sideways::Never;
        if (!QTest::qWaitFor([&] { return (found = cutOff(&window, sideways, nested) + hiddenContexts(window)).isEmpty(); }, 20'000))
            problems << QStringLiteral("%1 by %2: ").arg(size.width()).arg(size.height()) + found.join(u'\n');
        if (window.size() != size)
            problems << QStringLiteral("%1 by %2 was made %3 by %4")
                            .arg(size.width())
                            .arg(size.height())
                            .arg(window.width())
                            .arg(window.height());
        if (pictures.isEmpty() || !QDir().mkpath(pictures))
            continue;
        QTest::qWait(300);
        for (const bool isDark : {false, true}) {
            look.setDark(isDark);
            QTest::qWait(50);
            QVERIFY(window.grab().save(QStringLiteral("%1/%2-%3-%4-%5-%6.png")
                                           .arg(pictures, QLatin1String(sample.name), language)
                                           .arg(percent)
                                           .arg(size.width())
                                           .arg(isDark ? QStringLiteral("dark") : QStringLiteral("light"))));
        }
    }
    prompter.shutDown();
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

int main(int argc, char **argv)
{
    // A screen that has room for the largest window.
    QTemporaryFile screen;
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen" && screen.open()) {
        screen.write(
            R"({"screens": [{"name": "large", "x": 0, "y": 0, "width": 4000, "height": 2400, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
        screen.close();
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screen.fileName().toLocal8Bit());
    }
    const QApplication app(argc, argv);
    TestPageFit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_pagefit.moc"
