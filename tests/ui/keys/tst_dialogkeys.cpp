// SPDX-License-Identifier: GPL-3.0-or-later
// Every dialog by keyboard: each control that takes the focus gets Enter, Space and Escape, and only its own action happens.
#include "tests/ui/keys/dialogsamples.h"
#include "tests/ui/keys/keybench.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QDialog>
#include <QPushButton>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestDialogKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanupTestCase() { m_theme.reset(); }

    void everyKeyDoesWhatItSays_data() { samples(); }
    void everyKeyDoesWhatItSays();
    void escapeClosesAndDoesNothingElse_data() { samples(); }
    void escapeClosesAndDoesNothingElse();
    void onlyWhatMayHappenByMistakeIsDefault_data() { samples(); }
    void onlyWhatMayHappenByMistakeIsDefault();

private:
    static void samples();
    static std::unique_ptr<QDialog> opened();

    std::unique_ptr<ThemeManager> m_theme;
};

void TestDialogKeys::samples()
{
    QTest::addColumn<int>("number");
    const QList<DialogSample> all = dialogSamples();
    for (int i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << i;
}

std::unique_ptr<QDialog> TestDialogKeys::opened()
{
    QFETCH(int, number);
    std::unique_ptr<QDialog> dialog(dialogSamples()[number].make(nullptr));
    dialog->open();
    return dialog;
}

void TestDialogKeys::everyKeyDoesWhatItSays()
{
    const std::unique_ptr<QDialog> dialog = opened();
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    KeyBench bench(dialog.get());
    bench.listen();
    int finished = 0;
    connect(dialog.get(), &QDialog::finished, dialog.get(), [&finished] { ++finished; });
    // Controls that another control reveals are tried too.
    QSet<QWidget *> done;
    const auto next = [&]() -> QWidget * {
        for (QWidget *const one : KeyBench::stations(dialog.get())) {
            if (!done.contains(one))
                return one;
        }
        return nullptr;
    };
    QVERIFY(next());
    while (QWidget *const station = next()) {
        done.insert(station);
        QAccessibleInterface *const spoken = QAccessible::queryAccessibleInterface(station);
        QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(), qPrintable(controlName(station) + s(": has no name")));
        QString usual;
        for (const QPushButton *button : dialog->findChildren<QPushButton *>()) {
            if (button->isDefault() && button->isVisible() && button->isEnabled())
                usual = controlName(button);
        }
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
            QStringList wanted;
            if (isPressed(station) || (key == Qt::Key_Space && isBox(station)))
                wanted << controlName(station);
            else if (key != Qt::Key_Space && isTextLine(station) && !usual.isEmpty())
                wanted << usual;
            if (!isReached(station))
                break;
            finished = 0;
            bench.type(station, key);
            const QString at = controlName(station) + u' ' + QKeySequence(key).toString();
            QVERIFY2(bench.pressed() == wanted,
                     qPrintable(at + s(": pressed ") + bench.pressed().join(u',') + s(" instead of ") + wanted.join(u',')));
            // Enter on a row acts like a double click; in the palette's field it chooses the row.
            const bool mayChoose = key != Qt::Key_Space
                                   && (qobject_cast<QAbstractItemView *>(station) || station->objectName() == s("paletteField"));
            QVERIFY2(finished == 0 || mayChoose, qPrintable(at + s(": closed the dialog")));
            dialog->open();
        }
    }
}

void TestDialogKeys::escapeClosesAndDoesNothingElse()
{
    for (qsizetype i = 0;; ++i) {
        const std::unique_ptr<QDialog> dialog = opened();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        KeyBench bench(dialog.get());
        bench.listen();
        const QList<QWidget *> stations = KeyBench::stations(dialog.get());
        QVERIFY(!stations.isEmpty());
        if (i >= stations.size())
            break;
        int finished = 0;
        connect(dialog.get(), &QDialog::finished, dialog.get(), [&finished] { ++finished; });
        bench.type(stations[i], Qt::Key_Escape);
        const QString at = controlName(stations[i]);
        QVERIFY2(bench.pressed().isEmpty(), qPrintable(at));
        QVERIFY2(finished == 1 && dialog->result() == QDialog::Rejected, qPrintable(at + s(": Escape does not close it")));
    }
}

void TestDialogKeys::onlyWhatMayHappenByMistakeIsDefault()
{
    const std::unique_ptr<QDialog> dialog = opened();
    for (const QPushButton *button : dialog->findChildren<QPushButton *>()) {
        const QStringList never{s("resumeConfirm"), s("sampleConfirm"), s("pruneConfirm"),
                                s("pruneEmpty"),    s("returnButton"),  s("trustHostKeyButton")};
        QVERIFY2(!button->isDefault() || !never.contains(button->objectName()), qPrintable(button->objectName()));
        QVERIFY2(!button->autoDefault() || button->isDefault(),
                 qPrintable(controlName(button) + s(": takes Enter from wherever the focus is")));
    }
}

QTEST_MAIN(TestDialogKeys)
#include "tst_dialogkeys.moc"
