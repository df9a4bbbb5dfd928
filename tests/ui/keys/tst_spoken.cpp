// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told of every page and every dialog: each control and each place that takes the focus has a name, a role that fits
// and, where it has one, a value; one heading names the page. If TRAINYARD_SPOKEN is set, everything that is told is printed.
#include "tests/support/fitting.h"
#include "tests/ui/keys/dialogsamples.h"
#include "tests/ui/keys/pagesamples.h"
#include "ui/page/sshprompter.h"

#include <QAccessible>
#include <QApplication>
#include <QDialog>
#include <QMetaEnum>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kMostItems = 40;  // of one list or table
constexpr int kDeepest = 40;

QString roleName(QAccessible::Role role)
{
    const char *const name = QMetaEnum::fromType<QAccessible::Role>().valueToKey(role);
    return name ? QString::fromLatin1(name) : QString::number(role);
}

bool acts(QAccessible::Role role)
{
    switch (role) {
    case QAccessible::PushButton:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::EditableText:
    case QAccessible::PageTab:
    case QAccessible::Link:
    case QAccessible::MenuItem:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::ListItem:
    case QAccessible::TreeItem:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Table: return true;
    default: return false;
    }
}

// Says nothing of what the control is for.
bool isVague(QAccessible::Role role)
{
    return role == QAccessible::NoRole || role == QAccessible::Client || role == QAccessible::Whitespace;
}

bool hasValue(QAccessible::Role role)
{
    return role == QAccessible::Slider || role == QAccessible::SpinBox || role == QAccessible::ProgressBar || role == QAccessible::ComboBox;
}

class Walk {
public:
    int nodes = 0;
    int headings = 0;
    QStringList problems;

    void go(QAccessibleInterface *node, int depth = 0)
    {
        if (!node || !node->isValid() || depth > kDeepest)
            return;
        const QAccessible::State state = node->state();
        if (state.invisible)
            return;
        ++nodes;
        look(node, state, depth);
        // A screen reader takes these as one thing.
        const QAccessible::Role role = node->role();
        if (role == QAccessible::ComboBox || role == QAccessible::SpinBox)
            return;
        const int count = std::min(node->childCount(), role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List
                                                           ? kMostItems
                                                           : node->childCount());
        for (int i = 0; i < count; ++i)
            go(node->child(i), depth + 1);
    }

private:
    void look(QAccessibleInterface *node, const QAccessible::State &state, int depth)
    {
        const QAccessible::Role role = node->role();
        const QString name = node->text(QAccessible::Name).simplified();
        if (qEnvironmentVariableIsSet("TRAINYARD_SPOKEN"))
            qInfo().noquote() << QString(depth, u' ') + roleName(role) << name << (state.focusable ? "focusable" : "");
        headings += role == QAccessible::Heading ? 1 : 0;
        const auto complain = [&](const QString &what) {
            problems << QStringLiteral("%1: %2 \"%3\" %4").arg(what, roleName(role), name, whose(node));
        };
        const bool isWindow = role == QAccessible::Window || role == QAccessible::Dialog || role == QAccessible::Application;
        if (name.isEmpty() && !isWindow && (acts(role) || state.focusable))
            complain(QStringLiteral("no name"));
        if (state.focusable && isVague(role))
            complain(QStringLiteral("no fitting role"));
        if (!name.isEmpty() && isVague(role) && node->childCount() == 0)
            complain(QStringLiteral("a drawing without a role"));
        if (hasValue(role) && node->text(QAccessible::Value).isEmpty()
            && !(node->valueInterface() && node->valueInterface()->currentValue().isValid()) && role != QAccessible::ComboBox)
            complain(QStringLiteral("no value"));
        // Parts of a sentence that were joined without looking at what they end with.
        for (const char *const seam : {".. ", ". .", ".,", ",,", ", ,"}) {
            if (name.contains(QLatin1String(seam)))
                complain(QStringLiteral("\"%1\" within").arg(QLatin1String(seam)));
        }
    }

    static QString whose(QAccessibleInterface *node)
    {
        QString chain;
        for (QAccessibleInterface *at = node; at && chain.size() < 160; at = at->parent()) {
            if (const QObject *const object = at->object())
                chain += QStringLiteral(" < %1 %2").arg(QLatin1String(object->metaObject()->className()), object->objectName());
        }
        return chain;
    }
};

}  // namespace

class TestSpoken : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QAccessible::setActive(true); }
    void everyPageIsTold_data();
    void everyPageIsTold();
    void everyDialogIsTold_data();
    void everyDialogIsTold();
};

void TestSpoken::everyPageIsTold_data()
{
    QTest::addColumn<int>("number");
    const QList<PageSample> all = pageSamples();
    for (int i = 0; i < all.size(); ++i)
        QTest::addRow("%s", all[i].name) << i;
}

void TestSpoken::everyPageIsTold()
{
    QFETCH(int, number);
    const ProgramLook look(1.0, QStringLiteral("en"));
    const PageSample sample = pageSamples()[number];
    const QTemporaryDir folder;
    Paths paths;
    paths.data = folder.filePath(QStringLiteral("data"));
    paths.config = folder.filePath(QStringLiteral("config"));
    SshPrompter prompter;
    std::shared_ptr<void> kept;
    MainWindow window(paths, Preferences(), prompter);
    window.resize(1440, 900);
    window.show();
    fillFrame(window);
    window.showPage(sample.page);
    kept = sample.fill(window);
    QVERIFY(QTest::qWaitFor([&] { return sample.isThere(window); }, 20'000));
    QTest::qWait(300);  // charts are created one after the other
    Walk walk;
    walk.go(QAccessible::queryAccessibleInterface(&window));
    prompter.shutDown();
    qInfo("%s: %d nodes, %d headings, %d problems", sample.name, walk.nodes, walk.headings, int(walk.problems.size()));
    if (walk.headings == 0)
        walk.problems << QStringLiteral("The page has no heading.");
    QVERIFY2(walk.nodes > 20, "The page tells nothing.");
    QVERIFY2(walk.problems.isEmpty(), qPrintable(walk.problems.join(u'\n')));
}

void TestSpoken::everyDialogIsTold_data()
{
    QTest::addColumn<int>("number");
    const QList<DialogSample> all = dialogSamples();
    for (int i = 0; i < all.size(); ++i)
        QTest::addRow("%s", all[i].name) << i;
}

void TestSpoken::everyDialogIsTold()
{
    QFETCH(int, number);
    const ProgramLook look(1.0, QStringLiteral("en"));
    const DialogSample sample = dialogSamples()[number];
    const std::unique_ptr<QDialog> dialog(sample.make(nullptr));
    dialog->open();
    QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
    QTest::qWait(50);
    Walk walk;
    walk.go(QAccessible::queryAccessibleInterface(dialog.get()));
    qInfo("%s: %d nodes, %d headings, %d problems", sample.name, walk.nodes, walk.headings, int(walk.problems.size()));
    if (dialog->windowTitle().isEmpty())
        walk.problems << QStringLiteral("The dialog has no title.");
    QVERIFY2(walk.nodes > 2, "The dialog tells nothing.");
    QVERIFY2(walk.problems.isEmpty(), qPrintable(walk.problems.join(u'\n')));
}

QTEST_MAIN(TestSpoken)
#include "tst_spoken.moc"
