// SPDX-License-Identifier: GPL-3.0-or-later
// Every dialog has room for its texts: in both languages, with normal and with large text, and with an error above its fields. If
// TRAINYARD_PICTURES is set to a folder, pictures of each in both colour schemes are saved there.
#include "tests/support/fitting.h"
#include "tests/ui/keys/dialogsamples.h"
#include "ui/common/messagebar.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QScrollBar>
#include <QTemporaryFile>
#include <QTest>

using namespace trainyard;

namespace {

void settle()
{
    for (int i = 0; i < 4; ++i)
        QCoreApplication::processEvents();
}

void takePictures(ProgramLook &look, QDialog *dialog, const QString &name)
{
    const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
    if (folder.isEmpty() || !QDir().mkpath(folder))
        return;
    for (const bool isDark : {true, false}) {
        look.setDark(isDark);
        settle();
        dialog->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, isDark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
}

}  // namespace

class TestDialogFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCutOffOrSquashed_data();
    void nothingIsCutOffOrSquashed();
};

void TestDialogFit::nothingIsCutOffOrSquashed_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    const QList<DialogSample> all = dialogSamples();
    for (int i = 0; i < all.size(); ++i) {
        for (const char *const language : {"en", "zh_CN"}) {
            for (const int percent : {100, 150, 200, 250})
                QTest::addRow("%s, %s, text of %d %%", all[i].name, language, percent) << i << QString::fromLatin1(language) << percent;
        }
    }
}

void TestDialogFit::nothingIsCutOffOrSquashed()
{
    QFETCH(int, number);
    QFETCH(QString, language);
    QFETCH(int, percent);
    ProgramLook look(percent / 100.0, language);
    const DialogSample sample = dialogSamples()[number];
    const std::unique_ptr<QDialog> dialog(sample.make(nullptr));
    dialog->open();
    QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
    settle();
    const QString name = QStringLiteral("%1-%2-%3").arg(QLatin1String(sample.name), language).arg(percent);
    takePictures(look, dialog.get(), name);
    const Sideways sideways = percent > 200 ? Sideways::Scrolled : Sideways::Never;
    const QStringList cut = cutOff(dialog.get(), sideways);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
    QVERIFY(dialog->height() <= dialog->screen()->availableSize().height() && dialog->width() <= dialog->screen()->availableSize().width());

    auto *const messages = dialog->findChild<MessageBar *>();
    if (!messages)
        return;
    // Like pressing the button at the end of a long form.
    for (QScrollBar *const bar : dialog->findChildren<QScrollBar *>())
        bar->setValue(bar->maximum());
    messages->post({QStringLiteral("sample"),
                    Tone::Bad,
                    QCoreApplication::translate("trainyard::ConnectionTest", "Port %1 answers, but not as an SSH server.").arg(22099),
                    QCoreApplication::translate("trainyard::ConnectionTest",
                                                "The SSH server may be overloaded or block this address. Wait a minute, then test again."),
                    {},
                    QCoreApplication::translate("trainyard::FileBrowser", "Retry")});
    settle();
    takePictures(look, dialog.get(), name + QStringLiteral("-error"));
    const QStringList squashed = cutOff(dialog.get(), sideways);
    QVERIFY2(squashed.isEmpty(), qPrintable(squashed.join(u'\n')));
    QVERIFY2(!messages->visibleRegion().isEmpty(), "The error is out of sight.");
}

int main(int argc, char **argv)
{
    // A small screen, on platforms where its size can be set.
    QTemporaryFile screen;
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen" && screen.open()) {
        screen.write(
            R"({"screens": [{"name": "small", "x": 0, "y": 0, "width": 1024, "height": 640, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
        screen.close();
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screen.fileName().toLocal8Bit());
    }
    const QApplication app(argc, argv);
    TestDialogFit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_dialogfit.moc"
