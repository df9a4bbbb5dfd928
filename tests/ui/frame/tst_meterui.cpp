// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows about money: strip, Home, cards and run facts from the records of a real store; the dialogs that enter and return
// rentals and set budgets.
#include "core/agent/agent.h"
#include "core/base/format.h"
#include "core/service/notify/desktopnotice.h"
#include "core/service/runs/services.h"
#include "ui/common/messagebar.h"
#include "ui/home/budgetsdialog.h"
#include "ui/home/homepage.h"
#include "ui/home/metercontroller.h"
#include "ui/home/recentrunsmodel.h"
#include "ui/machines/machinecardpaint.h"
#include "ui/machines/machinesmodel.h"
#include "ui/machines/owncostdialog.h"
#include "ui/machines/rentcontroller.h"
#include "ui/machines/rentdialog.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runfacts.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusError>
#include <QDBusServer>
#include <QDateTimeEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

class StubDesktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList shown;
public Q_SLOTS:
    uint Notify(const QString &, uint, const QString &, const QString &title, const QString &text, const QStringList &, const QVariantMap &,
                int)
    {
        shown << title << text;
        return 1;
    }
};

}  // namespace

class TestMeterUi : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
    Machine m_box;

    template <typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    QString said(const char *segment) const { return find<QAbstractButton>(segment)->accessibleName(); }
    MeterController *controller() const { return m_window->findChild<MeterController *>(); }

    bool rent(const Money &perHour, int secondsAgo) const
    {
        Rental rental;
        rental.machineId = m_box.id;
        rental.perHour = perHour;
        rental.began = QDateTime::currentDateTimeUtc().addSecs(-secondsAgo);
        return m_services->database().rentals.begin(rental).has_value();
    }

    void show()
    {
        m_window->show();
        m_window->resize(1440, 900);  // after it was fitted to this platform's small screen
        m_window->attach(*m_services);
    }

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_folder = std::make_unique<QTemporaryDir>();
        Paths paths;
        paths.data = m_folder->filePath(QStringLiteral("data"));
        paths.config = m_folder->filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        Machine box;
        box.name = QStringLiteral("box");
        box.target.host = QStringLiteral("127.0.0.1");
        box.target.port = 1;  // refuses immediately
        const auto added = m_services->database().machines.add(box);
        QVERIFY(added);
        m_box = *added;
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();  // before the objects that wait for it are destroyed
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void aPriceThatMovedIsTheOneThatIsShown()
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("aws");
        request.account = QStringLiteral("work");
        request.clientToken = request.name = QStringLiteral("spot");
        request.isSpot = true;
        request.end = storedRentEnd(QStringLiteral("40USD"));
        const auto instance = m_services->database().instances.request(request);
        QVERIFY(instance);
        m_box.instanceId = instance->id;
        QVERIFY(m_services->database().machines.update(m_box));
        QVERIFY(rent(usd("2"), 3 * 3600));
        const Rental rental = m_services->database().rentals.all()->first();
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(m_services->database().rentals.setPrices(rental.id, {{rental.began.addSecs(3600), usd("5")}}, now.addSecs(-3 * 60)));
        show();
        QTRY_COMPARE(said("nowSegment"), QStringLiteral("Now, 5.00\u00a0USD/h, 1 machine(s)"));
        m_window->showPage(MainWindow::Machines);
        auto *rows = m_window->findChild<MachinesModel *>();
        QVERIFY(rows);
        const auto card = [&]() -> MachineCard {
            for (const MachineCard &one : rows->cards()) {
                if (one.machine.id == m_box.id)
                    return one;
            }
            return {};
        };
        QTRY_COMPARE(card().perHour, std::optional(usd("5")));
        QVERIFY2(card().priceFact.contains(QStringLiteral("Spot price, as its cloud said 3")), qPrintable(card().priceFact));
        // 12 USD are gone: 28 last 5.6 hours from now on.
        QVERIFY2(std::abs(now.secsTo(card().dueBack) - 56 * 360) < 120, qPrintable(card().dueBack.toString()));
    }

    void budgetsAreReachedWhileNothingIsRented()
    {
        show();
        for (const char *name : {"todaySegment", "monthSegment"})
            QVERIFY(!find<QAbstractButton>(name)->isVisible());
        auto *now = find<QAbstractButton>("nowSegment");
        QVERIFY(now->isVisible() && said("nowSegment").contains(QLatin1String("Nothing is billed")));
        QTest::mouseClick(now, Qt::LeftButton);
        auto *dialog = find<QDialog>("budgetsDialog");
        QVERIFY(dialog && dialog->isVisible());
        dialog->close();
        QTRY_VERIFY(!find<QDialog>("budgetsDialog"));
        // And from the settings.
        m_window->showPage(MainWindow::Settings);
        QVERIFY(find<QLabel>("moneySpent")->text().contains(QLatin1String("No budget is set")));
        find<QAbstractButton>("settingsBudgetsButton")->click();
        QVERIFY(find<QDialog>("budgetsDialog"));
        find<QDialog>("budgetsDialog")->close();
        QVERIFY(!find<QWidget>("monthCard")->isVisible());
        QVERIFY(find<QTableView>("recentRunsTable")->isColumnHidden(RecentRunsModel::CostColumn));
    }

    void stripSaysNowTodayAndMonthOfEachCurrency()
    {
        QVERIFY(rent(usd("2.5"), 60));
        QVERIFY(m_services->database().budgets.set({BudgetScope::Month, {}, usd("6000")}));
        show();
        QCOMPARE(said("nowSegment"), QStringLiteral("Now, 2.50\u00a0USD/h, 1 machine(s)"));
        QVERIFY(said("todaySegment").startsWith(QLatin1String("Today, 0.0")));
        QVERIFY2(said("monthSegment").endsWith(QStringLiteral("of 6\u202f000.00\u00a0USD")), qPrintable(said("monthSegment")));
        QVERIFY(find<QAbstractButton>("monthSegment")->isVisible());
        QVERIFY(find<QAbstractButton>("nowSegment")->toolTip().contains(QLatin1String("idle:")));

        Machine other = m_box;
        other.name = QStringLiteral("other");
        Rental yuan;
        yuan.machineId = m_services->database().machines.add(other)->id;
        yuan.perHour = *Money::parse("20", Currency::CNY);
        QVERIFY(m_services->database().rentals.begin(yuan));
        m_window->findChild<Agent *>()->budgets().look();
        QCOMPARE(said("nowSegment"), QStringLiteral("Now, 2.50\u00a0USD/h + 20.00\u00a0CNY/h, 2 machine(s)"));
    }

    void narrowStripLeavesOutWhatFindsNoRoom()
    {
        QVERIFY(rent(usd("2.5"), 60));
        show();
        m_window->resize(820, 600);
        QTRY_VERIFY(!find<QAbstractButton>("todaySegment")->isVisible());
        QVERIFY(find<QAbstractButton>("nowSegment")->isVisible());
        QCOMPARE(m_window->width(), 820);
        // Whatever its width, nothing in it is cut.
        for (int width = 1400; width >= 820; width -= 20) {
            m_window->resize(width, 600);
            auto *const strip = find<QWidget>("topStrip");
            const auto isCut = [strip](const QAbstractButton *segment) {
                return segment->isVisible()
                       && (segment->width() < segment->sizeHint().width() || segment->geometry().right() >= strip->width());
            };
            QTRY_COMPARE(m_window->width(), width);
            const QList<QAbstractButton *> segments = strip->findChildren<QAbstractButton *>();
            QTRY_VERIFY2(std::none_of(segments.begin(), segments.end(), isCut), qPrintable(QString::number(width)));
        }
        m_window->resize(1440, 900);
        QTRY_VERIFY(find<QAbstractButton>("todaySegment")->isVisible());
    }

    void hostileProjectNamesStayText()
    {
        QVERIFY(rent(usd("3600"), 60));
        Run run;
        run.lineage = QStringLiteral("r-a1");
        run.id = RunId(run.lineage);
        run.name = QStringLiteral("r");
        run.head().machineId = m_box.id;
        run.head().machineName = m_box.name;
        run.project = QStringLiteral("<img src=x>");
        run.state = RunState::Finished;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-30);
        run.ended = run.started.addSecs(20);
        QVERIFY(m_services->database().runs.add(run));
        show();
        QVERIFY(!find<QAbstractButton>("nowSegment")->toolTip().contains(QLatin1String("<img")));
        QVERIFY(find<QAbstractButton>("nowSegment")->toolTip().contains(QLatin1String("&lt;img")));
        const auto *table = find<QTableView>("recentRunsTable");
        QVERIFY(!table->isColumnHidden(RecentRunsModel::CostColumn));
        QCOMPARE(table->model()->index(0, RecentRunsModel::CostColumn).data().toString(), QStringLiteral("20.00\u00a0USD"));
    }

    void budgetStepIsToldOnceAndCanBeDismissed()
    {
        QVERIFY(rent(usd("3600"), 60));
        QVERIFY(m_services->database().budgets.set({BudgetScope::Month, {}, usd("1")}));
        QSignalSpy noticed(m_window.get(), &MainWindow::noticed);
        show();
        auto *bar = m_window->findChild<HomePage *>()->messageBar();
        QCOMPARE(bar->messages().size(), 1);
        QCOMPARE(bar->messages().first().tone, Tone::Bad);
        QCOMPARE(noticed.size(), 1);
        QCOMPARE(noticed.first().first().toString(), bar->messages().first().fact);
        QVERIFY(said("monthSegment").contains(QLatin1String("used up")));
        const QList<Need> needs = controller()->needs();
        QCOMPARE(needs.size(), 1);
        auto *dismiss = find<QAbstractButton>(("dismiss-" + needs.first().id.toUtf8()).constData());
        QVERIFY(dismiss && !dismiss->accessibleName().isEmpty());
        QTest::mouseClick(dismiss, Qt::LeftButton);
        QVERIFY(controller()->needs().isEmpty());
        bar->clear();
        m_window->findChild<Agent *>()->budgets().look();
        QVERIFY(bar->messages().isEmpty());
        QVERIFY(controller()->needs().isEmpty());
        QCOMPARE(noticed.size(), 1);
    }

    void noticeGoesToTheDesktopAsPlainText()
    {
        QDBusServer desktop(QStringLiteral("unix:dir=") + m_folder->path());
        desktop.setAnonymousAuthenticationAllowed(true);
        StubDesktop stub;
        // Objects may be registered only while the connection is new.
        connect(&desktop, &QDBusServer::newConnection, &stub, [&stub](QDBusConnection bus) {
            bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &stub, QDBusConnection::ExportAllSlots);
        });
        const QDBusConnection bus = QDBusConnection::connectToPeer(desktop.address(), QStringLiteral("desktop"));
        const auto end = qScopeGuard([] { QDBusConnection::disconnectFromPeer(QStringLiteral("desktop")); });
        QVERIFY2(bus.isConnected(), qPrintable(bus.lastError().message()));
        showDesktopNotice(bus, QStringLiteral("<vision> is used up"), QStringLiteral("Stopped: <img src=x>"));
        QTRY_COMPARE(stub.shown, QStringList({QStringLiteral("<vision> is used up"), QStringLiteral("Stopped: &lt;img src=x&gt;")}));
        showDesktopNotice(QDBusConnection(QStringLiteral("none")), QString(), QString());  // nobody there
    }

    void idleMachineSaysWhatDoingNothingCost()
    {
        QVERIFY(rent(usd("2"), 3600));
        show();
        const QList<Need> needs = controller()->needs();
        QCOMPARE(needs.size(), 1);
        QCOMPARE(needs.first().fact, QStringLiteral("box is idle"));
        QVERIFY2(needs.first().context.contains(QStringLiteral("2.00\u00a0USD spent while idle")), qPrintable(needs.first().context));
        auto *verb = find<QAbstractButton>(("need-" + needs.first().id.toUtf8()).constData());
        QTest::mouseClick(verb, Qt::LeftButton);
        auto *dialog = find<RentDialog>("rentDialog");
        QVERIFY(dialog && dialog->isVisible());
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("returnButton")), Qt::LeftButton);
        QVERIFY(!goingRental(*m_services->database().rentals.all(), m_box.id));
        QVERIFY(controller()->needs().isEmpty());
    }

    void machineIsRentedInADialog()
    {
        show();
        m_window->findChild<RentController *>()->rent(m_box.id);
        auto *dialog = find<RentDialog>("rentDialog");
        QVERIFY(dialog && dialog->isVisible());
        auto *price = dialog->findChild<QLineEdit *>(QStringLiteral("rentPriceAmount"));
        QVERIFY(!price->accessibleName().isEmpty());
        auto *rentIt = dialog->findChild<QPushButton *>(QStringLiteral("rentButton"));
        for (const char *wrong : {"", "-2", "0", "two", "1e5", "1,000.5"}) {
            price->setText(QLatin1String(wrong));
            QTest::mouseClick(rentIt, Qt::LeftButton);
            QVERIFY2(dialog->isVisible() && m_services->database().rentals.all()->isEmpty(), wrong);
        }
        price->setText(QStringLiteral("99999999"));  // the store's own check
        QTest::mouseClick(rentIt, Qt::LeftButton);
        QCOMPARE(dialog->findChild<MessageBar *>()->messages().size(), 1);
        price->setText(QStringLiteral("2,5"));
        QTest::mouseClick(rentIt, Qt::LeftButton);
        const auto rentals = m_services->database().rentals.all();
        QCOMPARE(rentals->size(), 1);
        QCOMPARE(rentals->first().perHour, usd("2.5"));
        QVERIFY(said("nowSegment").contains(QStringLiteral("2.50\u00a0USD/h")));
    }

    void anOwnMachinesFiguresAreEnteredShownAndRemovedInADialog()
    {
        Run run;
        run.id = RunId(QStringLiteral("a"));
        run.lineage = run.name = run.id.text();
        run.head() = {m_box.id, m_box.name, {}};
        run.state = RunState::Finished;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-7200);
        run.ended = run.started.addSecs(3600);
        QVERIFY(m_services->database().runs.add(run));
        QVERIFY(m_services->database().own.setEnergy(run.id, {{900.0 * 3600, 3'600'000}, 0, {}}));
        show();
        m_window->findChild<RentController *>()->editOwn(m_box.id);
        QPointer<OwnCostDialog> dialog = find<OwnCostDialog>("ownCostDialog");
        QVERIFY(dialog && dialog->isVisible());
        const auto field = [&](const char *name) { return dialog->findChild<QLineEdit *>(QLatin1String(name)); };
        const auto result = [&] { return dialog->findChild<QLabel *>(QStringLiteral("ownCostResult"))->text(); };
        auto *save = dialog->findChild<QPushButton *>(QStringLiteral("ownCostSave"));
        for (const char *name : {"ownCostKwhAmount", "ownCostPurchaseAmount", "ownCostYears", "ownCostUse", "ownCostWatts", "ownCostPue"})
            QVERIFY2(field(name) && !field(name)->accessibleName().isEmpty(), name);
        // Nothing has a price: it says so and stays open.
        QTest::keyClick(dialog, Qt::Key_Return);
        QCOMPARE(dialog->findChild<MessageBar *>()->messages().size(), 1);
        QVERIFY(m_services->database().own.all()->isEmpty());
        QCOMPARE(result(), QStringLiteral("Enter a price to see the cost per hour."));
        field("ownCostKwhAmount")->setText(QStringLiteral("2"));
        field("ownCostWatts")->setText(QStringLiteral("100"));
        QCOMPARE(result(), QStringLiteral("0.20\u00a0USD per hour, without the power of its GPUs."));
        for (const char *wrong : {"0.5", "", "x", "11"}) {
            field("ownCostPue")->setText(QLatin1String(wrong));
            QVERIFY2(result().isEmpty(), wrong);
            QTest::mouseClick(save, Qt::LeftButton);
            QVERIFY2(dialog->isVisible() && dialog->focusWidget() == field("ownCostPue"), wrong);
        }
        field("ownCostPue")->setText(QStringLiteral("1,5"));
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(!dialog);
        const auto figures = m_services->database().own.all()->value(m_box.id);
        QCOMPARE(figures.perKwh, usd("2"));
        QCOMPARE(figures.watts, 100);
        QCOMPARE(figures.pueHundredths, 150);
        // (100 + 900) W at PUE 1.5 and 2.00 a kWh.
        const MeterNow &meter = controller()->meter();
        QCOMPARE(meter.ownCostOf(run.id), QList<Money>{usd("3")});
        QVERIFY(meter.readings.isEmpty());
        m_window->showPage(MainWindow::Machines);
        auto *cards = m_window->findChild<MachinesModel *>();
        QVERIFY(cards);
        const auto said = [cards] {
            QString all;
            for (int row = 0; row < cards->rowCount(); ++row)
                all += cards->index(row, 0).data(Qt::AccessibleTextRole).toString();
            return all;
        };
        QTRY_VERIFY2(said().contains(QStringLiteral("3.00\u00a0USD per hour by your own figures")), qPrintable(said()));

        // The measured power is shown, and the figures are forgotten with one click.
        m_window->findChild<RentController *>()->editOwn(m_box.id);
        dialog = find<OwnCostDialog>("ownCostDialog");
        QVERIFY(dialog);
        QCOMPARE(field("ownCostPue")->text(), QStringLiteral("1.5"));
        QCOMPARE(result(), QStringLiteral("3.00\u00a0USD per hour under load."));
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            dialog->grab().save(folder + QStringLiteral("/own-cost.png"));
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("ownCostForget")), Qt::LeftButton);
        QTRY_VERIFY(!dialog);
        QVERIFY(m_services->database().own.all()->isEmpty());
        QVERIFY(controller()->meter().ownCostOf(run.id).isEmpty());
    }

    void budgetsAreSetAndRemovedInADialog()
    {
        QVERIFY(rent(usd("2"), 60));
        show();
        QTest::mouseClick(find<QAbstractButton>("monthSegment"), Qt::LeftButton);
        auto *dialog = find<BudgetsDialog>("budgetsDialog");
        QVERIFY(dialog && dialog->isVisible());
        auto *amount = dialog->findChild<QLineEdit *>(QStringLiteral("budgetAmountAmount"));
        auto *set = dialog->findChild<QPushButton *>(QStringLiteral("setBudgetButton"));
        amount->setText(QStringLiteral("-1"));
        QTest::mouseClick(set, Qt::LeftButton);
        QVERIFY(m_services->database().budgets.all()->isEmpty());
        amount->setText(QStringLiteral("500"));
        QTest::mouseClick(set, Qt::LeftButton);
        QCOMPARE(*m_services->database().budgets.all(), (QList<Budget>{{BudgetScope::Month, {}, usd("500")}}));
        QVERIFY(said("monthSegment").contains(QStringLiteral("of 500.00\u00a0USD")));
        auto *row = dialog->findChild<QWidget *>(QStringLiteral("budgetRow-0"));
        QVERIFY(row);
        QTest::mouseClick(row->findChild<QPushButton *>(QStringLiteral("changeBudgetButton")), Qt::LeftButton);
        QCOMPARE(amount->text(), QStringLiteral("500.00"));
        QTest::mouseClick(row->findChild<QPushButton *>(QStringLiteral("removeBudgetButton")), Qt::LeftButton);
        QVERIFY(m_services->database().budgets.all()->isEmpty());
    }

    void budgetFiguresFollowWhileAButtonHasTheFocus()
    {
        const auto used = [](const char *spent, qint64 permille, BudgetStep step) {
            BudgetState state;
            state.budget = {BudgetScope::Month, {}, usd("500")};
            state.use = {usd(spent), permille, step};
            return QList<BudgetState>{state};
        };
        BudgetsDialog dialog;
        dialog.setStates(used("100", 200, BudgetStep::None));
        const auto figures = [&dialog] { return dialog.findChild<QLabel *>(QStringLiteral("budgetFigures"))->text(); };
        QCOMPARE(figures(), QStringLiteral("100.00\u00a0USD of 500.00\u00a0USD, 20\u00a0%"));
        dialog.show();
        dialog.activateWindow();
        auto *amount = dialog.findChild<QLineEdit *>(QStringLiteral("budgetAmountAmount"));
        QTest::keyClicks(amount, QStringLiteral("70"));
        auto *remove = dialog.findChild<QPushButton *>(QStringLiteral("removeBudgetButton"));
        remove->setFocus();
        QTRY_VERIFY(remove->hasFocus());
        dialog.setStates(used("500", 1000, BudgetStep::Stop));
        QCOMPARE(figures(), QStringLiteral("500.00\u00a0USD of 500.00\u00a0USD, 100\u00a0%"));
        QVERIFY(remove->hasFocus());
        QCOMPARE(amount->text(), QStringLiteral("70"));

        amount->setFocus();
        QTRY_VERIFY(amount->hasFocus());
        dialog.setStates(used("400", 800, BudgetStep::Save));
        QCOMPARE(figures(), QStringLiteral("400.00\u00a0USD of 500.00\u00a0USD, 80\u00a0%"));
        QVERIFY(amount->hasFocus());
        QCOMPARE(amount->text(), QStringLiteral("70"));
    }

    void cardsAndRunFactsSayWhatTheyCost()
    {
        MachineCard card;
        card.machine = m_box;
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(!describeCard(card, now).contains(QLatin1String("per hour")));
        QVERIFY(!needsAttention(card, now));
        card.perHour = usd("2.49");
        card.idleSince = now.addSecs(-2520);
        card.idleCost = usd("1.743");
        QVERIFY2(describeCard(card, now).contains(QStringLiteral("2.49\u00a0USD per hour, Idle 42\u00a0min, 1.74\u00a0USD")),
                 qPrintable(describeCard(card, now)));
        QVERIFY(needsAttention(card, now));
        MachineCard busy = card;
        busy.idleSince = {};
        QVERIFY(needsAttention(busy, now));  // nothing gives it back
        busy.end.isAfterRuns = true;
        QVERIFY(!needsAttention(busy, now));

        // A price that moves is shown with its age once that is much.
        QCOMPARE(pricePerHourText(card, now), QStringLiteral("2.49\u00a0USD/h"));
        card.priceSeen = now.addSecs(-600);
        QCOMPARE(pricePerHourText(card, now), QStringLiteral("2.49\u00a0USD/h"));
        card.priceSeen = now.addSecs(-7200);
        QCOMPARE(pricePerHourText(card, now), QStringLiteral("2.49\u00a0USD/h, ") + formatAge(card.priceSeen, now));
        card.priceFact = QStringLiteral("Where it comes from.");
        QVERIFY(describeCard(card, now).endsWith(QStringLiteral(", Where it comes from.")));

        RunView view;
        view.run.state = RunState::Running;
        const auto cost = [&] { return runFacts(view, RunMetrics(), TrainingCurve(), {}, 0, now).last(); };
        QCOMPARE(cost().value, QStringLiteral("Unknown"));
        view.costs = {usd("369.044")};
        view.run.budget = usd("650");
        QCOMPARE(cost().value, QStringLiteral("369.04\u00a0USD"));
        QCOMPARE(cost().context, QStringLiteral("56\u00a0% of 650.00\u00a0USD"));
        view.run.isSimulated = true;
        QCOMPARE(cost().value, QStringLiteral("No cost"));
    }

private:
};

QTEST_MAIN(TestMeterUi)
#include "tst_meterui.moc"
