// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for environments: it follows the input, explains why there is no recipe, writes files only once, and finds mistakes in pasted
// text, which a click fixes.
#include "ui/common/badge.h"
#include "ui/launch/environmentdialog.h"
#include "ui/launch/recipepane.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

MachineFacts machine()
{
    MachineFacts facts;
    facts.architecture = s("x86_64");
    facts.cpuCount = 64;
    facts.driverVersion = s("550.54.15");
    facts.engines = {{EngineKind::Docker, false, {}, s("permission denied")}, {EngineKind::Podman, true, s("4.3.1"), {}}};
    for (int i = 0; i < 8; ++i) {
        MachineFacts::Gpu gpu;
        gpu.name = s("NVIDIA H100 80GB HBM3");
        facts.gpus << gpu;
    }
    return facts;
}

}  // namespace

class TestEnvironmentDialog : public QObject {
    Q_OBJECT

    std::shared_ptr<const CompatAdvisor> m_advisor;
    RecipeFacts m_recipes;

    template <typename Widget>
    static Widget *find(EnvironmentDialog &dialog, const char *name)
    {
        return dialog.findChild<Widget *>(s(name));
    }
    static QString made(EnvironmentDialog &dialog) { return find<QPlainTextEdit>(dialog, "environmentText")->toPlainText(); }
    static void type(EnvironmentDialog &dialog, const char *field, const char *text)
    {
        auto *const edit = find<QLineEdit>(dialog, field);
        edit->selectAll();
        QTest::keyClicks(edit, s(text));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto advisor = CompatAdvisor::builtIn();
        const auto recipes = RecipeFacts::parse(builtInRecipeFiles());
        QVERIFY(advisor && recipes);
        m_advisor = *advisor;
        m_recipes = *recipes;
    }

    void aMachineFillsInTheForm()
    {
        EnvironmentDialog dialog(m_advisor, m_recipes, machine());
        QCOMPARE(find<QLineEdit>(dialog, "environmentDriver")->text(), s("550.54.15"));
        QCOMPARE(find<QLineEdit>(dialog, "environmentCount")->text(), s("8"));
        QCOMPARE(find<QComboBox>(dialog, "environmentEngine")->currentText(), s("podman"));
        QVERIFY2(made(dialog).contains(s("FROM pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")), qPrintable(made(dialog)));
        QVERIFY(find<QAbstractButton>(dialog, "environmentSave")->isEnabled());
        find<QAbstractButton>(dialog, "environmentFile2")->click();
        QVERIFY2(made(dialog).contains(s("OMP_NUM_THREADS=8")), qPrintable(made(dialog)));
    }

    void withoutAMachineItSaysWhatIsMissing()
    {
        EnvironmentDialog dialog(m_advisor, m_recipes, std::nullopt);
        auto *const save = find<QAbstractButton>(dialog, "environmentSave");
        QVERIFY(!save->isEnabled() && !save->toolTip().isEmpty());
        QVERIFY(find<QLabel>(dialog, "environmentWhy")->text().contains(s("GPU")));
        type(dialog, "environmentGpu", "H100");
        type(dialog, "environmentDriver", "550.54.15");
        QTRY_VERIFY(save->isEnabled());
        QVERIFY(made(dialog).contains(s("FROM ")));
    }

    void whatDoesNotRunIsSaidWithTheNearestThatDoes()
    {
        EnvironmentDialog dialog(m_advisor, m_recipes, machine());
        type(dialog, "environmentVersion", "2.9.0+cu130");
        QTRY_VERIFY(!find<QAbstractButton>(dialog, "environmentSave")->isEnabled());
        const QString why = find<QLabel>(dialog, "environmentWhy")->text();
        QVERIFY2(why.contains(s("580")) && why.contains(s("pip install torch==")), qPrintable(why));
        QCOMPARE(dialog.findChild<Badge *>(s("environmentVerdict"))->look(), badgeOf(CompatVerdict::Fails));
        type(dialog, "environmentVersion", "2.5");
        QTRY_VERIFY(find<QLabel>(dialog, "environmentWhy")->text().contains(s("2.5.1")));
    }

    void theTaskCanBeTaken()
    {
        auto *const dialog = new EnvironmentDialog(m_advisor, m_recipes, machine());
        QSignalSpy chosen(dialog, &EnvironmentDialog::taskChosen);
        find<QAbstractButton>(*dialog, "environmentTask")->click();
        QCOMPARE(chosen.size(), 1);
        const TaskCheck check = parseTask(chosen.first().first().toByteArray());
        QVERIFY(check.errors.isEmpty() && check.task.image == s("trainyard-torch:2.5.1-cu124"));
        delete dialog;
    }

    void mistakesAreFoundAsOneTypesAndMendedByAClick()
    {
        EnvironmentDialog dialog(m_advisor, m_recipes, machine());
        find<QAbstractButton>(dialog, "environmentMode1")->click();
        QVERIFY(!find<QAbstractButton>(dialog, "environmentSave")->isVisibleTo(&dialog));
        auto *const text = find<QPlainTextEdit>(dialog, "lintText");
        text->setPlainText(s("echo \xf0\x9f\x9a\x82\nnvlink-smi\n"));
        QTRY_VERIFY(find<QLabel>(dialog, "lintSummary")->text().contains(u'1'));
        auto *const place = find<QAbstractButton>(dialog, "lintPlace");
        QVERIFY(place && place->text().contains(s("2:1")));
        place->click();
        QCOMPARE(text->textCursor().selectedText(), s("nvlink-smi"));
        find<QAbstractButton>(dialog, "lintReplace")->click();
        QTRY_VERIFY(!find<QAbstractButton>(dialog, "lintPlace"));
        QCOMPARE(text->toPlainText(), s("echo \xf0\x9f\x9a\x82\nnvidia-smi nvlink -s\n"));
        QCOMPARE(find<QLabel>(dialog, "lintSummary")->text(), s("No findings"));
    }

    void theSameGpuAndDriverCountForTheCheck()
    {
        EnvironmentDialog dialog(m_advisor, m_recipes, machine());
        auto *const text = find<QPlainTextEdit>(dialog, "lintText");
        text->setPlainText(s("FROM pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime\nUSER trainer\n"));
        QTRY_VERIFY(find<QAbstractButton>(dialog, "lintReplace"));
        find<QAbstractButton>(dialog, "lintReplace")->click();
        QTRY_VERIFY(text->toPlainText().contains(s("2.9.0-cuda12.8-cudnn9-runtime")));
        type(dialog, "environmentDriver", "580.142");
        text->setPlainText(s("FROM pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime\nUSER trainer\n"));
        QTRY_COMPARE(find<QLabel>(dialog, "lintSummary")->text(), s("No findings"));
    }
};

QTEST_MAIN(TestEnvironmentDialog)
#include "tst_environmentdialog.moc"
