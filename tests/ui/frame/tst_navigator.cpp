// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/messagebar.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/pagemodule.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace trainyard;

namespace {

// A page with a field and, if it has room for them, messages.
class FakeModule : public PageModule {
public:
    FakeModule(PageId id, PageContext &context, bool hasBar) : PageModule(id, context), m_hasBar(hasBar) {}

    void shown() override { m_shown = m_context.navigator.page() == id(); }
    MessageBar *messageBar() const override { return m_bar; }

    bool m_shown = false;
    int m_made = 0;
    QLineEdit *m_field = nullptr;
    MessageBar *m_bar = nullptr;

protected:
    QWidget *makePage() override
    {
        ++m_made;
        auto *const page = new QWidget(m_context.window);
        auto *const column = new QVBoxLayout(page);
        m_field = new QLineEdit(page);
        m_field->setObjectName(QStringLiteral("field"));
        column->addWidget(m_field);
        if (m_hasBar) {
            m_bar = new MessageBar(page);
            column->addWidget(m_bar);
        }
        return page;
    }

private:
    bool m_hasBar;
};

}  // namespace

class TestNavigator : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Navigator> m_navigator;
    std::unique_ptr<PageMessages> m_messages;
    SshPrompter m_prompter;
    std::unique_ptr<PageContext> m_context;
    FakeModule *m_home = nullptr, *m_runs = nullptr, *m_machines = nullptr, *m_settings = nullptr;

    FakeModule *add(PageId id, bool hasBar = false)
    {
        auto *const module = new FakeModule(id, *m_context, hasBar);
        m_navigator->add(module);
        return module;
    }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_window = std::make_unique<QWidget>();
        m_navigator = std::make_unique<Navigator>();
        m_messages = std::make_unique<PageMessages>(*m_navigator);
        m_context.reset(new PageContext{{}, {}, {}, *m_navigator, *m_messages, m_prompter, m_window.get()});
        m_home = add(PageId::Home, true);
        m_runs = add(PageId::Runs);
        m_machines = add(PageId::Machines, true);
        m_settings = add(PageId::Settings);
    }

    void cleanup()
    {
        m_window.reset();
        m_context.reset();
        m_messages.reset();
        m_navigator.reset();
        m_theme.reset();
    }

    void aPageIsMadeWhenItIsFirstShownAndOnce()
    {
        QSignalSpy shown(m_navigator.get(), &Navigator::shown), made(m_runs, &PageModule::made);
        QVERIFY(!m_runs->madePage());
        m_navigator->show(PageId::Runs);
        m_navigator->show(PageId::Home);
        m_navigator->show(PageId::Runs);
        QCOMPARE(m_runs->m_made, 1);
        QCOMPARE(made.size(), 1);
        QVERIFY(m_runs->m_shown);
        QCOMPARE(m_machines->m_made, 0);
        QCOMPARE(shown.size(), 3);
        QCOMPARE(m_navigator->page(), PageId::Runs);
    }

    void aPageThatIsNotThereLeavesAllAsItIs()
    {
        QSignalSpy shown(m_navigator.get(), &Navigator::shown);
        m_navigator->show(PageId::Offers);
        QCOMPARE(m_navigator->page(), PageId::Home);
        QVERIFY(shown.isEmpty());
    }

    void whatIsAskedGoesToTheOneThatAnswersItsKind()
    {
        QList<RunId> opened;
        MachineId checked;
        m_navigator->go(OpenRun{RunId(QStringLiteral("before"))});  // no page answers: nothing happens
        m_navigator->answer<OpenRun>([&opened](const OpenRun &asked) { opened << asked.runId; });
        m_navigator->answer<CheckMachine>([&checked](const CheckMachine &asked) { checked = asked.machineId; });
        m_navigator->go(OpenRun{RunId(QStringLiteral("a-1"))});
        QCOMPARE(opened, QList<RunId>{RunId(QStringLiteral("a-1"))});
        QVERIFY(!checked.isSet());
        m_navigator->go(CheckMachine{MachineId(7)});
        QCOMPARE(checked, MachineId(7));
        QCOMPARE(opened.size(), 1);
    }

    void withoutADatabaseOnlyHomeAndTheSettingsAreShown()
    {
        int said = 0;
        m_navigator->close([&said] { ++said; });
        m_navigator->show(PageId::Settings);
        QCOMPARE(m_navigator->page(), PageId::Settings);
        QCOMPARE(said, 0);
        m_navigator->show(PageId::Runs);
        QCOMPARE(m_navigator->page(), PageId::Home);
        QCOMPARE(said, 1);
        QVERIFY(!m_runs->madePage());
        m_navigator->reopen();
        QVERIFY(!m_navigator->refuses());
        m_navigator->show(PageId::Runs);
        QCOMPARE(m_navigator->page(), PageId::Runs);
        QCOMPARE(said, 1);
    }

    void whatWasEnteredComesBackWhenThePageIsShown()
    {
        const EnteredValues values{{QStringLiteral("field"), QStringLiteral("typed")}};
        m_runs->setEntered(values);
        QCOMPARE(m_runs->entered(), values);  // also if it was never shown
        m_navigator->show(PageId::Runs);
        QCOMPARE(m_runs->m_field->text(), QStringLiteral("typed"));
        m_runs->m_field->setText(QStringLiteral("changed"));
        m_navigator->show(PageId::Runs);
        QCOMPARE(m_runs->m_field->text(), QStringLiteral("changed"));
        QCOMPARE(m_runs->entered().value(QStringLiteral("field")).toString(), QStringLiteral("changed"));
    }

    void anErrorIsShownOnItsPageOrOnHome()
    {
        const Error error{ErrorCode::Io, QStringLiteral("It broke."), {}};
        m_navigator->show(PageId::Home);
        m_messages->report(PageId::Machines, QStringLiteral("a"), error);  // not created yet
        m_messages->report(PageId::Runs, QStringLiteral("b"), error);      // has no room for it
        QCOMPARE(m_home->m_bar->messages().size(), 2);
        m_navigator->show(PageId::Machines);
        m_messages->reportHere(QStringLiteral("c"), error);
        QCOMPARE(m_machines->m_bar->messages().size(), 1);
        QCOMPARE(m_machines->m_bar->messages().first().fact, error.what);
        m_messages->report(PageId::Home, QStringLiteral("d"), {ErrorCode::Cancelled, {}, {}});
        QCOMPARE(m_home->m_bar->messages().size(), 2);
    }
};

QTEST_MAIN(TestNavigator)
#include "tst_navigator.moc"
