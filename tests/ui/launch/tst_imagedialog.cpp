// SPDX-License-Identifier: GPL-3.0-or-later
// The list of images: judged for the machine, searchable, chosen by keyboard; it admits where nothing could be judged.
#include "core/service/machines/compatadvisor.h"
#include "ui/launch/imagedialog.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

MachineFacts machine(const QString &driver)
{
    MachineFacts facts;
    facts.architecture = QStringLiteral("x86_64");
    facts.driverVersion = driver;
    MachineFacts::Gpu gpu;
    gpu.name = QStringLiteral("NVIDIA H100 80GB HBM3");
    facts.gpus << gpu;
    return facts;
}

QString spoken(const QListView *list, int row) { return list->model()->index(row, 0).data(Qt::AccessibleTextRole).toString(); }

QString allLabels(const QWidget &dialog)
{
    QString text;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        text += label->isHidden() ? QString() : label->text() + u'\n';
    return text;
}

}  // namespace

class TestImageDialog : public QObject {
    Q_OBJECT

    std::shared_ptr<const CompatAdvisor> m_advisor;
    const QDate m_today{2026, 11, 22};

private Q_SLOTS:
    void initTestCase()
    {
        const auto advisor = CompatAdvisor::builtIn();
        QVERIFY(advisor);
        m_advisor = *advisor;
    }

    void whatRunsComesFirstAndEachSaysWhy()
    {
        const QList<JudgedImage> images = m_advisor->imagesFor(machine(QStringLiteral("550.54.15")), m_today);
        QVERIFY(images.size() > 20);
        QCOMPARE(images.first().answer->verdict, CompatVerdict::Runs);
        QVERIFY(images.last().answer->verdict > CompatVerdict::Runs);
        for (qsizetype i = 1; i < images.size(); ++i)
            QVERIFY(images[i - 1].answer->verdict <= images[i].answer->verdict);
        ImageDialog dialog(images, QStringLiteral("box"), {});
        const auto *const list = dialog.findChild<QListView *>(QStringLiteral("imageList"));
        QCOMPARE(list->model()->rowCount(), int(images.size()));
        QVERIFY2(spoken(list, 0).contains(QStringLiteral(", Runs")), qPrintable(spoken(list, 0)));
        int withReason = 0;
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            if (images[row].answer->verdict == CompatVerdict::Refused || images[row].answer->verdict == CompatVerdict::Fails) {
                QVERIFY2(spoken(list, row).size() > images[row].image.size() + 20, qPrintable(spoken(list, row)));
                ++withReason;
            }
        }
        QVERIFY(withReason > 0);  // CUDA 13 needs a newer driver than this
        QVERIFY(allLabels(dialog).contains(QStringLiteral("box")));
    }

    void anImageIsFoundAndTakenByKeyboard()
    {
        ImageDialog dialog(m_advisor->imagesFor(machine(QStringLiteral("580.65.06")), m_today), QStringLiteral("box"), {});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QSignalSpy chosen(&dialog, &ImageDialog::imageChosen);
        auto *const filter = dialog.findChild<QLineEdit *>(QStringLiteral("imageFilter"));
        QCOMPARE(dialog.focusWidget(), filter);
        QTest::keyClicks(filter, QStringLiteral("tensorflow"));
        const auto *const list = dialog.findChild<QListView *>(QStringLiteral("imageList"));
        QVERIFY(list->model()->rowCount() > 0);
        const QString first = list->model()->index(0, 0).data().toString();
        QVERIFY(first.contains(QStringLiteral("tensorflow")));
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().toString(), first);
    }

    void lettersThatNothingHasAreSaid()
    {
        ImageDialog dialog(m_advisor->imagesFor(machine(QStringLiteral("580.65.06")), m_today), QStringLiteral("box"), {});
        auto *const filter = dialog.findChild<QLineEdit *>(QStringLiteral("imageFilter"));
        QTest::keyClicks(filter, QStringLiteral("no such image"));
        QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("imageUse"))->isEnabled());
        QVERIFY(allLabels(dialog).contains(QStringLiteral("No known image matches")));
    }

    void withoutAGpuNothingIsJudged()
    {
        const QList<JudgedImage> images = m_advisor->imagesFor(MachineFacts{}, m_today);
        QVERIFY(images.size() > 20);
        for (const JudgedImage &image : images)
            QVERIFY(!image.answer);
        ImageDialog dialog(images, QStringLiteral("laptop"), images[3].image);
        QVERIFY(allLabels(dialog).contains(QStringLiteral("No NVIDIA GPU detected on laptop")));
        const auto *const list = dialog.findChild<QListView *>(QStringLiteral("imageList"));
        QCOMPARE(list->currentIndex().data().toString(), images[3].image);
    }
};

QTEST_MAIN(TestImageDialog)
#include "tst_imagedialog.moc"
