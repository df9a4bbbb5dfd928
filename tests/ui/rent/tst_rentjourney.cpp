// SPDX-License-Identifier: GPL-3.0-or-later
// From an offer to a machine and back, in the real window, by mouse and keys, against a stand-in for EC2 on 127.0.0.1 (nothing is rented,
// nothing costs). Prints how long it takes from the click on "Rent" to the first request, and to the request for the machine. With
// TRAINYARD_PICTURES, pictures are saved in that folder.
#include "core/service/clouds/giveback.h"
#include "core/service/runs/services.h"
#include "tests/support/ec2standin.h"
#include "tests/support/httpstandin.h"
#include "tests/ui/rent/rentsamples.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/cardgrid.h"
#include "ui/machines/machinespage.h"
#include "ui/page/sshprompter.h"
#include "ui/rent/rentdesk.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QDialog>
#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kPatience = 60'000;  // ms; other tests run at the same time

}  // namespace

class TestRentJourney : public QObject {
    Q_OBJECT

    Ec2StandIn m_cloud;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;

    template <typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    bool isShown(const char *name) const
    {
        const auto *const widget = find<QWidget>(name);
        return widget && widget->isVisible();
    }
    void click(const char *name) const { QTest::mouseClick(find<QWidget>(name), Qt::LeftButton); }
    bool says(const char *where, const QString &words) const
    {
        const auto *const part = find<QWidget>(where);
        const QList<QWidget *> parts = part ? part->findChildren<QWidget *>() : QList<QWidget *>();
        return std::any_of(parts.begin(), parts.end(), [&words](const QWidget *one) {
            const auto *const label = qobject_cast<const QLabel *>(one);
            return (label && label->text().contains(words)) || one->property("text").toString().contains(words)
                   || one->accessibleName().contains(words);
        });
    }
    void picture(const char *name) const
    {
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (!folder.isEmpty() && QDir().mkpath(folder))
            m_window->grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name)));
    }
    void addAccount() const
    {
        auto added = m_services->clouds.add(sampleAccount(m_cloud.base()), {});
        added.waitForFinished();
        QVERIFY2(added.result(), added.result() ? "" : qPrintable(added.result().error().what));
    }
    // As when the program is started, and as when it ends.
    void start()
    {
        Paths paths;
        paths.data = m_folder->filePath(QStringLiteral("data"));
        paths.config = m_folder->filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
    }
    void end()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
    }
    bool isAllTerminated()
    {
        const QJsonObject instances = m_cloud.instances();
        return !instances.isEmpty() && std::all_of(instances.begin(), instances.end(), [](const QJsonValue &one) {
            return one[QLatin1String("instanceState")][QLatin1String("name")].toString() == QLatin1String("terminated");
        });
    }
    void rentUntilBooted()
    {
        openOrder();
        click("rentOrderButton");
        QTRY_VERIFY(isShown("rentProgressDialog"));
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>("rentStage_boot")->accessibleName().contains(QLatin1String("done")), kPatience);
    }
    void showWindow()
    {
        m_window->show();
        m_window->resize(1440, 900);
        m_window->attach(*m_services);
    }
    // An on-demand offer of a type that the stand-in and every version of botocore have.
    void chooseOffer()
    {
        m_window->showPage(MainWindow::Offers);
        auto *const filter = find<QLineEdit>("offersFilter");
        QVERIFY(filter);
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("aws g5.xlarge us-east-1 demand"));
        QTRY_VERIFY_WITH_TIMEOUT(isShown("estimateRent"), kPatience);
    }
    void openOrder()
    {
        chooseOffer();
        click("estimateRent");
        QTRY_VERIFY(isShown("rentOrderDialog"));
        auto *const tick = find<QCheckBox>("endAfter");
        QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("rentOrderButton")->isEnabled(), kPatience);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_cloud.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_cloud.problem()));
            QSKIP(qPrintable(m_cloud.problem()));
        }
        qputenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
        qputenv("AWS_SECRET_ACCESS_KEY", "secret-of-the-stand-in");
        qunsetenv("AWS_SESSION_TOKEN");
    }
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_cloud.reset();
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }
    void cleanup()
    {
        end();
        m_theme.reset();
    }

    void anOfferIsRentedAndGivenBack()
    {
        addAccount();
        showWindow();
        openOrder();
        picture("order");
        QVERIFY(find<QPushButton>("rentOrderButton")->text().startsWith(QLatin1String("Rent for")));
        QVERIFY(says("rentFindings", QStringLiteral("vCPUs free")));
        const qsizetype before = m_cloud.calls().size();
        const qint64 clicked = QDateTime::currentMSecsSinceEpoch();
        click("rentOrderButton");
        const auto request = [&] { return m_cloud.calls().indexOf(QLatin1String("ec2:RunInstances"), before); };
        // Looking takes the stand-in's time.
        for (int look = 0; look < 100 && request() < 0; ++look)
            QTest::qWait(kPatience / 100);
        const qsizetype at = request();
        QVERIFY(at > before);
        const QList<qint64> times = m_cloud.times();
        const qint64 first = times.value(before) - clicked, asked = times.value(at) - clicked;
        qInfo("from the click to the first request: %lld ms, to the request for the machine: %lld ms", first, asked);
        // The account answered while the dialog was open.
        QVERIFY(m_cloud.calls().mid(before, at - before).filter(QLatin1String("sts:")).isEmpty());
        QVERIFY(first >= 0 && asked >= 0);
        QTRY_VERIFY(isShown("rentProgressDialog") && !isShown("rentOrderDialog"));
        QVERIFY(says("rentProgressDialog", QStringLiteral("SIMULATED")) || says("rentProgressDialog", QStringLiteral("Simulated")));
        const auto isBooted = [this] { return find<QWidget>("rentStage_boot")->accessibleName().contains(QLatin1String("done")); };
        QTRY_VERIFY_WITH_TIMEOUT(isBooted() || isShown("rentFailure"), kPatience);
        const auto *const failure = find<QLabel>("rentFailure");
        QVERIFY2(isBooted(), qPrintable(failure->text() + failure->toolTip()));
        QCOMPARE(m_cloud.instances().size(), 1);
        picture("progress");
        click("rentContinue");
        QTRY_VERIFY(!isShown("rentProgressDialog"));
        m_window->showPage(MainWindow::Machines);
        QTRY_VERIFY(isShown("rentGoingStrip"));
        picture("machines");
        click("showRental1");
        QTRY_VERIFY(isShown("rentProgressDialog"));
        click("rentGiveBackNow");
        QTRY_VERIFY(isShown("stopRentingDialog"));
        click("stopRentingConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(says("rentGoingStrip", QStringLiteral("Given back")), kPatience);
        const QJsonObject instances = m_cloud.instances();
        for (const QJsonValue &one : instances)
            QCOMPARE(one[QLatin1String("instanceState")][QLatin1String("name")].toString(), QStringLiteral("terminated"));
        QVERIFY(m_services->database().instances.live()->isEmpty());
        click("rentContinue");
    }

    void aTaskChoosesItsOfferAndComesBackWithTheMachine()
    {
        addAccount();
        showWindow();
        m_window->showPage(MainWindow::Launch);
        auto *const editor = find<QPlainTextEdit>("taskEditor");
        QVERIFY(editor);
        const QString task = QStringLiteral("name: mine\nresources:\n  infra: aws/us-east-1\n  instance_type: g5.xlarge\n  disk_size: 256\n"
                                            "  labels: {a: b}\nrun: python train.py\n");
        editor->setPlainText(task);
        click("launchRentMachine");
        QTRY_VERIFY_WITH_TIMEOUT(isShown("rentOrderDialog"), kPatience);
        QVERIFY(find<QDialog>("rentOrderDialog")->windowTitle().contains(QLatin1String("g5.xlarge")));
        QCOMPARE(find<QSpinBox>("rentDisk")->value(), 256);
        QVERIFY(find<QLabel>("rentForTask")->text().startsWith(QLatin1String("It is the cheapest offer that fits. Line 6: 'labels'")));
        auto *const tick = find<QCheckBox>("endAfter");
        QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("rentOrderButton")->isEnabled(), kPatience);
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            find<QWidget>("rentOrderDialog")->grab().save(folder + QStringLiteral("/order-for-task.png"));
        click("rentOrderButton");
        QTRY_VERIFY(isShown("rentProgressDialog"));
        auto *const desk = m_window->findChild<RentDesk *>();
        QVERIFY(desk && desk->going().size() == 1);
        const QString draft = desk->going().first().draft;
        QVERIFY(!draft.isEmpty());
        click("rentContinue");
        // Meanwhile another task is begun; what the desk says when it is ready brings this one back. The stand-in has no SSH server.
        m_window->findChild<LaunchPage *>()->beginTask("name: other\nrun: echo\n");
        QVERIFY(editor->toPlainText().contains(QLatin1String("other")));
        m_window->showPage(MainWindow::Home);
        Q_EMIT desk->launchWanted(MachineId(), draft);
        QTRY_COMPARE(editor->toPlainText(), task);
        QVERIFY(m_window->findChild<LaunchPage *>()->isVisible());
    }

    void aTaskThatNoOfferFitsLeadsToTheOffers()
    {
        addAccount();
        showWindow();
        m_window->showPage(MainWindow::Launch);
        find<QPlainTextEdit>("taskEditor")->setPlainText(QStringLiteral("run: python train.py\nresources:\n  accelerators: H100:13\n"));
        click("launchRentMachine");
        QTRY_VERIFY_WITH_TIMEOUT(isShown("offersFilter"), kPatience);
        QVERIFY(!isShown("rentOrderDialog"));
    }

    void sshFollowsThePerson()
    {
        const HttpStandIn service([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = "198.51.100.9\n";
            return answer;
        });
        qputenv("TRAINYARD_OWN_ADDRESS_URL", service.base().toUtf8());
        addAccount();
        showWindow();
        openOrder();
        click("rentOrderButton");
        const auto isBooted = [this] { return find<QWidget>("rentStage_boot")->accessibleName().contains(QLatin1String("done")); };
        QTRY_VERIFY(isShown("rentProgressDialog"));
        QTRY_VERIFY_WITH_TIMEOUT(isBooted(), kPatience);
        click("rentContinue");
        m_window->showPage(MainWindow::Machines);
        const auto machines = m_services->database().machines.all();
        QVERIFY(machines && machines->size() == 1);
        auto *const page = find<MachinesPage>("machinesPage");
        auto *const grid = find<CardGrid>("machinesGrid");
        const auto openMenu = [page, grid, id = machines->first().id]() -> QAction * {
            page->selectMachine(id);
            Q_EMIT grid->customContextMenuRequested(grid->visualRect(grid->currentIndex()).center());
            auto *const entry = page->findChild<QAction *>(QStringLiteral("letInMachineAction"));
            if (!entry)
                delete page->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
            return entry;
        };
        QTRY_VERIFY_WITH_TIMEOUT(openMenu(), kPatience);
        page->findChild<QAction *>(QStringLiteral("letInMachineAction"))->trigger();
        delete page->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
        QTRY_VERIFY(isShown("letInDialog"));
        QTRY_COMPARE_WITH_TIMEOUT(find<QLineEdit>("letInAddress")->text(), QStringLiteral("198.51.100.9"), kPatience);
        QVERIFY(says("letInDialog", QStringLiteral("203.0.113.7/32")));
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            find<QWidget>("letInDialog")->grab().save(folder + QStringLiteral("/letin.png"));
        click("letInButton");
        QTRY_VERIFY_WITH_TIMEOUT(says("letInDialog", QStringLiteral("198.51.100.9/32 now, and no longer from 203.0.113.7/32")), kPatience);
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            find<QWidget>("letInDialog")->grab().save(folder + QStringLiteral("/letin-done.png"));
        QCOMPARE(m_cloud.calls().count(QStringLiteral("ec2:ModifyNetworkInterfaceAttribute")), 1);
        const auto live = m_services->database().instances.live();
        QVERIFY(live && live->size() == 1);
        QCOMPARE(live->first().request.settings.value(QLatin1String(kOwnAddressSetting)), QStringLiteral("198.51.100.9/32"));
        click("cancelLetInButton");
        QTRY_VERIFY(!isShown("letInDialog"));
        qunsetenv("TRAINYARD_OWN_ADDRESS_URL");
    }

    // As when the language or the size of text is changed.
    void aRentingGoesOnAndIsShownInAWindowMadeAnew()
    {
        addAccount();
        showWindow();
        rentUntilBooted();
        const qsizetype before = m_cloud.calls().size();
        m_window.reset();
        m_window = std::make_unique<MainWindow>(m_services->paths(), Preferences(), *m_prompter);
        showWindow();
        QTRY_VERIFY(isShown("rentProgressDialog"));
        QVERIFY(find<QWidget>("rentStage_boot")->accessibleName().contains(QLatin1String("done")));
        QVERIFY(find<QWidget>("rentStage_request")->accessibleName().contains(QLatin1String("i-")));
        QCOMPARE(m_cloud.calls().mid(before).filter(QLatin1String("Terminate")).size(), 0);
        picture("progress_anew");
        click("rentContinue");
        m_window->showPage(MainWindow::Machines);
        QTRY_VERIFY(isShown("rentGoingStrip"));
        click("showRental1");
        QTRY_VERIFY(isShown("rentProgressDialog"));
        click("rentGiveBackNow");
        QTRY_VERIFY(isShown("stopRentingDialog"));
        click("stopRentingConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(says("rentGoingStrip", QStringLiteral("Given back")), kPatience);
        QVERIFY(isAllTerminated());
    }

    void quittingAsksAndTheNextStartShowsTheRentingAgain()
    {
        addAccount();
        showWindow();
        rentUntilBooted();
        click("rentContinue");
        m_window->close();
        QTRY_VERIFY(isShown("quitDialog"));
        QVERIFY(says("quitDialog", QStringLiteral("coming up")));
        picture("quit");
        click("quitCancel");
        QTRY_VERIFY(!isShown("quitDialog"));
        QVERIFY(m_window->isVisible());
        m_window->close();
        QTRY_VERIFY(isShown("quitDialog"));
        click("quitConfirm");
        QTRY_VERIFY(!m_window->isVisible());
        end();
        QVERIFY(!isAllTerminated());
        start();
        showWindow();
        QTRY_VERIFY(isShown("rentProgressDialog"));
        QVERIFY(find<QWidget>("rentStage_boot")->accessibleName().contains(QLatin1String("done")));
    }

    // The provider is slow; the person confirms, and the program ends before the provider has heard of it.
    void aConfirmedGiveBackIsNotForgottenByQuitting()
    {
        addAccount();
        showWindow();
        rentUntilBooted();
        click("rentGiveBackNow");
        QTRY_VERIFY(isShown("stopRentingDialog"));
        click("stopRentingConfirm");
        // Nothing was carried out yet: the click only wrote it down.
        const auto asked = m_services->database().instances.live();
        QVERIFY(asked && asked->size() == 1 && isAskedBack(asked->first()));
        end();
        QVERIFY(!isAllTerminated());
        start();
        showWindow();
        m_window->showPage(MainWindow::Machines);
        QTRY_VERIFY(isShown("rentGoingStrip"));
        QTRY_VERIFY_WITH_TIMEOUT(isAllTerminated(), kPatience);
        // A provider that still sees it is asked again a minute later.
        QTRY_VERIFY_WITH_TIMEOUT(says("rentGoingStrip", QStringLiteral("Given back")), 3 * kPatience);
        QTRY_VERIFY(m_services->database().instances.live()->isEmpty());
    }

    void whatIsBeingGivenBackIsFinishedBeforeQuitting()
    {
        addAccount();
        showWindow();
        rentUntilBooted();
        click("rentGiveBackNow");
        QTRY_VERIFY(isShown("stopRentingDialog"));
        click("stopRentingConfirm");
        click("rentContinue");
        m_window->close();
        QTRY_VERIFY(isShown("quitDialog"));
        QVERIFY(says("quitDialog", QStringLiteral("being given back")));
        click("quitConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kPatience);
        QVERIFY(isAllTerminated());
    }

    void withoutAnAccountOneIsAddedFirst()
    {
        showWindow();
        chooseOffer();
        QCOMPARE(find<QPushButton>("estimateRent")->text(), QStringLiteral("Add an account…"));
        click("estimateRent");
        QTRY_VERIFY(isShown("accountDialog"));
        auto *const source = find<QComboBox>("accountSource");
        source->setFocus();
        QTest::keyClick(source, Qt::Key_Down);
        QVERIFY(!isShown("accountSecret"));
        for (const auto &[field, text] :
             {std::pair("accountRegion", QStringLiteral("us-east-1")), std::pair("accountFrom", QStringLiteral("203.0.113.7")),
              std::pair("accountEndpoint", m_cloud.base())}) {
            find<QLineEdit>(field)->setFocus();
            QTest::keyClicks(find<QLineEdit>(field), text);
        }
        click("addAccountButton");
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("accountReport")->text().contains(QLatin1String("user/ada")), kPatience);
        picture("account");
        click("closeAccountButton");
        QTRY_VERIFY(isShown("rentOrderDialog"));
        QCOMPARE(find<QLineEdit>("rentFrom")->text(), QStringLiteral("203.0.113.7/32"));
        QTest::keyClick(find<QWidget>("rentOrderDialog"), Qt::Key_Escape);
        QTRY_VERIFY(!isShown("rentOrderDialog"));
        QTRY_COMPARE(find<QPushButton>("estimateRent")->text(), QStringLiteral("Rent…"));
    }

    void aRightThatIsMissingIsNamedBefore()
    {
        m_cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ec2:CreateSecurityGroup")}}});
        addAccount();
        showWindow();
        openOrder();
        QVERIFY(says("rentFindings", QStringLiteral("ec2:CreateSecurityGroup")));
    }

    void whatElseCostsMoneyIsGivenBackAfterTwoQuestions()
    {
        m_cloud.tell({{QStringLiteral("leave"), QStringLiteral("us-east-1")}});
        addAccount();
        showWindow();
        m_window->showPage(MainWindow::Machines);
        auto *const table = find<QTableView>("sweepTable");
        QVERIFY(table);
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, kPatience);
        picture("sweep");
        int disk = -1;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, 1).data().toString().startsWith(QLatin1String("vol-")))
                disk = row;
        }
        QVERIFY(disk >= 0);
        const QString id = table->model()->index(disk, 1).data().toString();
        table->setFocus();
        table->selectRow(disk);
        click("sweepGiveBack");
        QTRY_VERIFY(isShown("sweepItemDialog"));
        click("sweepItemConfirm");
        QTRY_VERIFY(isShown("endOfIdDialog"));
        QVERIFY(!m_cloud.calls().contains(QLatin1String("ec2:DeleteVolume")));
        QTest::keyClicks(find<QLineEdit>("endOfIdEdit"), id.right(4));
        click("endOfIdConfirm");
        const auto isListed = [table, &id] {
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                if (table->model()->index(row, 1).data().toString() == id)
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(!isListed(), kPatience);
        QVERIFY(m_cloud.calls().contains(QLatin1String("ec2:DeleteVolume")));
    }
};

QTEST_MAIN(TestRentJourney)

#include "tst_rentjourney.moc"
