// Every dialog by keyboard: each control that takes the focus gets Enter, Space and Escape, and what happens is its own action and
// no other.
#include "tests/ui/keys/dialogsamples.h"
#include "ui/theme/thememanager.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QString nameOf(const QWidget *widget)
{
    return QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
}

bool isReached(const QWidget *widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
}

bool isTextLine(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget);
}

bool isBox(const QWidget *widget)
{
    return qobject_cast<const QCheckBox *>(widget) || qobject_cast<const QRadioButton *>(widget);
}

// A dialog whose buttons only tell that they were pressed.
class Bench {
public:
    explicit Bench(const DialogSample &sample) : m_dialog(sample.make(nullptr))
    {
        m_dialog->open();
    }

    QDialog *dialog() const { return m_dialog.get(); }
    const QStringList &pressed() const { return m_pressed; }
    int finished() const { return m_finished; }

    QList<QWidget *> stations() const
    {
        QList<QWidget *> reached;
        for (QWidget *const one : m_dialog->findChildren<QWidget *>()) {
            if (one->window() == m_dialog.get() && isReached(one))
                reached << one;
        }
        return reached;
    }

    void listen()
    {
        for (QAbstractButton *const button : m_dialog->findChildren<QAbstractButton *>()) {
            QObject::disconnect(button, &QAbstractButton::clicked, nullptr, nullptr);
            QObject::disconnect(button, &QAbstractButton::pressed, nullptr, nullptr);      // which opens menus
            QObject::connect(button, &QAbstractButton::clicked, m_dialog.get(), [this, button] { m_pressed << nameOf(button); });
        }
        QObject::connect(m_dialog.get(), &QDialog::finished, m_dialog.get(), [this] { ++m_finished; });
    }

    void type(QWidget *station, Qt::Key key)
    {
        m_pressed.clear();
        m_finished = 0;
        station->setFocus(Qt::TabFocusReason);
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : station, key);
        // A list that a key has opened.
        for (int i = 0; QApplication::activePopupWidget() && i < 3; ++i)
            QApplication::activePopupWidget()->close();
    }

private:
    std::unique_ptr<QDialog> m_dialog;
    QStringList m_pressed;
    int m_finished = 0;
};

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
    static DialogSample sample();

    std::unique_ptr<ThemeManager> m_theme;
};

void TestDialogKeys::samples()
{
    QTest::addColumn<int>("number");
    const QList<DialogSample> all = dialogSamples();
    for (int i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << i;
}

DialogSample TestDialogKeys::sample()
{
    QFETCH(int, number);
    return dialogSamples()[number];
}

void TestDialogKeys::everyKeyDoesWhatItSays()
{
    Bench bench(sample());
    QVERIFY(QTest::qWaitForWindowActive(bench.dialog()));
    bench.listen();
    // What one control brings to light is gone through too.
    QSet<QWidget *> done;
    const auto next = [&]() -> QWidget * {
        for (QWidget *const one : bench.stations()) {
            if (!done.contains(one))
                return one;
        }
        return nullptr;
    };
    QVERIFY(next());
    while (QWidget *const station = next()) {
        done.insert(station);
        const bool isButton = qobject_cast<QAbstractButton *>(station) && !isBox(station);
        QString usual;
        for (const QPushButton *button : bench.dialog()->findChildren<QPushButton *>()) {
            if (button->isDefault() && button->isVisible() && button->isEnabled())
                usual = nameOf(button);
        }
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
            QStringList wanted;
            if (isButton || (key == Qt::Key_Space && isBox(station)))
                wanted << nameOf(station);
            else if (key != Qt::Key_Space && isTextLine(station) && !usual.isEmpty())
                wanted << usual;
            if (!isReached(station))
                break;
            bench.type(station, key);
            const QString at = nameOf(station) + u' ' + QKeySequence(key).toString();
            QVERIFY2(bench.pressed() == wanted, qPrintable(at + s(": pressed ") + bench.pressed().join(u',') + s(" instead of ") + wanted.join(u',')));
            // Enter on a row is what a double click is.
            const bool mayChoose = key != Qt::Key_Space && qobject_cast<QAbstractItemView *>(station);
            QVERIFY2(bench.finished() == 0 || mayChoose, qPrintable(at + s(": closed the dialog")));
            bench.dialog()->open();
        }
    }
}

void TestDialogKeys::escapeClosesAndDoesNothingElse()
{
    const DialogSample one = sample();
    for (qsizetype i = 0;; ++i) {
        Bench bench(one);
        QVERIFY(QTest::qWaitForWindowActive(bench.dialog()));
        bench.listen();
        const QList<QWidget *> stations = bench.stations();
        QVERIFY(!stations.isEmpty());
        if (i >= stations.size())
            break;
        QWidget *const station = stations[i];
        bench.type(station, Qt::Key_Escape);
        QVERIFY2(bench.pressed().isEmpty(), qPrintable(nameOf(station)));
        QVERIFY2(bench.finished() == 1 && bench.dialog()->result() == QDialog::Rejected, qPrintable(nameOf(station) + s(": Escape does not close it")));
    }
}

void TestDialogKeys::onlyWhatMayHappenByMistakeIsDefault()
{
    const Bench bench(sample());
    for (const QPushButton *button : bench.dialog()->findChildren<QPushButton *>()) {
        const QStringList never{s("resumeConfirm"), s("sampleConfirm"), s("pruneConfirm"), s("pruneEmpty"), s("returnButton"), s("trustHostKeyButton")};
        QVERIFY2(!button->isDefault() || !never.contains(button->objectName()), qPrintable(button->objectName()));
        QVERIFY2(!button->autoDefault() || button->isDefault(), qPrintable(nameOf(button) + s(": takes Enter from wherever the focus is")));
    }
}

QTEST_MAIN(TestDialogKeys)
#include "tst_dialogkeys.moc"
