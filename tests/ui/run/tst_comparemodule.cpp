// SPDX-License-Identifier: GPL-3.0-or-later
// A page with its controller, without a window: its requests to others, and their requests to it.
#include "core/service/runs/services.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/sshprompter.h"
#include "ui/page/workspace.h"
#include "ui/run/comparecontroller.h"
#include "ui/run/comparemodule.h"
#include "ui/run/runcomparepage.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestCompareModule : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Services> m_services;
    SshPrompter m_prompter;
    std::unique_ptr<Navigator> m_navigator;
    std::unique_ptr<PageMessages> m_messages;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<PageContext> m_context;
    CompareModule *m_module = nullptr;

    RunComparePage *page() const { return qobject_cast<RunComparePage *>(m_module->madePage()); }

    void openServices()
    {
        m_context->paths.data = m_folder->filePath(QStringLiteral("data"));
        m_context->paths.config = m_folder->filePath(QStringLiteral("config"));
        auto opened = Services::open(m_context->paths, m_prompter.questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_context->workspace = new Workspace(*m_services, m_window.get());
        m_module->open();
    }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_folder = std::make_unique<QTemporaryDir>();
        m_navigator = std::make_unique<Navigator>();
        m_messages = std::make_unique<PageMessages>(*m_navigator);
        m_window = std::make_unique<QWidget>();
        m_context.reset(new PageContext{{}, {}, {}, *m_navigator, *m_messages, m_prompter, m_window.get()});
        m_module = new CompareModule(*m_context);
        m_navigator->add(m_module);
    }

    void cleanup()
    {
        m_prompter.shutDown();
        if (m_services)
            m_services->endWork();
        m_window.reset();
        m_context.reset();
        m_messages.reset();
        m_navigator.reset();
        m_services.reset();
        m_theme.reset();
    }

    void withoutServicesThePageIsShownAndEmpty()
    {
        QVERIFY(!page());
        m_navigator->go(CompareRuns{{RunId(QStringLiteral("a")), RunId(QStringLiteral("b"))}});
        QVERIFY(page());
        QCOMPARE(m_navigator->page(), PageId::Compare);
        QVERIFY(page()->runs().isEmpty());
        QVERIFY(!m_module->findChild<CompareController *>());
    }

    void itsControllerComesWithServicesAndPageWhicheverIsFirst_data()
    {
        QTest::addColumn<bool>("isPageFirst");
        QTest::newRow("page first") << true;
        QTest::newRow("services first") << false;
    }

    void itsControllerComesWithServicesAndPageWhicheverIsFirst()
    {
        QFETCH(bool, isPageFirst);
        if (isPageFirst)
            m_module->page();
        openServices();
        m_module->page();
        QCOMPARE(m_module->findChildren<CompareController *>().size(), 1);
    }

    void itLeadsToOtherPagesByTheNavigatorAlone()
    {
        RunId opened;
        m_navigator->answer<OpenRun>([&opened](const OpenRun &asked) { opened = asked.runId; });
        m_module->page();
        Q_EMIT page()->openRequested(RunId(QStringLiteral("a-1")));
        QCOMPARE(opened, RunId(QStringLiteral("a-1")));
    }
};

QTEST_MAIN(TestCompareModule)
#include "tst_comparemodule.moc"
