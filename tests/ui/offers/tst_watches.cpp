// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for capacity in the window, by real keys and mouse, in a database of their own; no cloud is asked.
#include "core/service/runs/services.h"
#include "core/storage/database/offerstore.h"
#include "tests/support/fakecloud.h"
#include "tests/ui/offers/offerbooks.h"
#include "ui/common/messagebar.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/watchcontroller.h"
#include "ui/offers/watchesdialog.h"
#include "ui/page/sshprompter.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestWatches : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<OffersPage> m_page;
    WatchController *m_control = nullptr;
    std::shared_ptr<FakeCloud::Knobs> m_knobs;

    template <typename T>
    T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1String(name));
    }
    void click(const char *name) const { QTest::mouseClick(find<QWidget>(name), Qt::LeftButton); }
    void openDialog()
    {
        click("offersWatch");
        QTRY_VERIFY(find<WatchesDialog>("watchesDialog") && find<WatchesDialog>("watchesDialog")->isVisible());
        find<WatchesDialog>("watchesDialog")->activateWindow();
        QTRY_VERIFY(find<WatchesDialog>("watchesDialog")->isActiveWindow());
    }
    QList<CapacityWatch> watches() const { return *m_services->database().watches.all(); }

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Paths paths;
        paths.data = m_folder.filePath(QStringLiteral("data"));
        paths.config = m_folder.filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        qputenv("TRAINYARD_OWN_ADDRESS_URL", "http://127.0.0.1:1/");  // nothing answers there
        m_knobs = std::make_shared<FakeCloud::Knobs>();
        m_knobs->hasOffers = true;
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(m_folder.filePath(QStringLiteral("cloud")), m_knobs));
        // The catalogue has to know that this cloud has such machines.
        OfferTable offers;
        OfferFigures figures;
        figures.priceNanos = 30 * Money::kNanosPerUnit;
        figures.asOf = *AsOf::parse("2026-08-22");
        figures.gpus = 8 * kWholeGpu;
        offers.append({"fake", "gpu.8x", "H100", "eu-1", "made up", "", "", "", "fake"}, figures);
        QVERIFY(OfferStore(paths).putCard(QStringLiteral("fake"), offers));
        auto opened = Services::open(paths, m_prompter->questions(), MachineProviders(std::move(all)));
        QVERIFY(opened);
        m_services = std::move(*opened);
    }
    void init()
    {
        m_page = std::make_unique<OffersPage>();
        m_page->setBook(bookOf(someOffers()), {});
        m_control = new WatchController(*m_services, m_page.get());
        m_page->resize(1300, 800);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        for (const CapacityWatch &one : watches())
            QVERIFY(m_services->database().watches.remove(one.name));
    }
    void cleanupTestCase()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_services.reset();
    }

    void aWatchIsAddedPausedAndRemoved()
    {
        openDialog();
        QVERIFY(find<QWidget>("watchesEmpty")->isVisible());
        auto *const gpu = find<QComboBox>("watchGpu");
        gpu->setFocus();
        gpu->lineEdit()->selectAll();
        QTest::keyClicks(gpu->lineEdit(), QStringLiteral("H100"));
        auto *const most = find<QLineEdit>("watchMostAmount");
        most->setFocus();
        most->selectAll();
        QTest::keyClick(most, Qt::Key_Delete);
        click("watchAdd");
        QVERIFY(watches().isEmpty());  // without a ceiling it would tell of anything
        QTest::keyClicks(most, QStringLiteral("20"));
        find<QLineEdit>("watchRegion")->clear();
        QTest::keyClicks(find<QLineEdit>("watchRegion"), QStringLiteral("us-east-1"));
        click("watchAdd");
        QCOMPARE(watches().size(), 1);
        QCOMPARE(watches().first().gpu, QStringLiteral("H100"));
        QCOMPARE(watches().first().most.decimal(), QStringLiteral("20.00"));
        QCOMPARE(watches().first().regions, QStringList{QStringLiteral("us-east-1")});
        QCOMPARE(watches().first().action, WatchAction::Tell);
        auto *const table = find<QTableView>("watchesTable");
        QVERIFY(table->isVisible());
        QVERIFY(!find<QPushButton>("watchRent")->isEnabled());
        click("watchPause");
        QCOMPARE(watches().first().state, WatchState::Paused);
        QCOMPARE(find<QPushButton>("watchPause")->text(), QStringLiteral("Watch again"));
        click("watchPause");
        QCOMPARE(watches().first().state, WatchState::Watching);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(find<QWidget>("removeWatchDialog") && find<QWidget>("removeWatchDialog")->isVisible());
        click("removeWatchConfirm");
        QTRY_VERIFY(watches().isEmpty());
        QVERIFY(find<QWidget>("watchesEmpty")->isVisible());
        click("watchesClose");
    }

    void withoutAnAccountItCanOnlyTell()
    {
        openDialog();
        QVERIFY(!find<QCheckBox>("watchRents")->isEnabled());
        QVERIFY(!find<QCheckBox>("watchRents")->toolTip().isEmpty());
        click("watchesClose");
    }

    void aWatchCanRentOnceItsOrderWasChecked()
    {
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = QStringLiteral("fake");
        account.region = QStringLiteral("eu-1");
        QVERIFY(m_services->database().accounts.add(account));
        const auto says = [this](const char *text) {
            const auto labels = find<WatchesDialog>("watchesDialog")->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [text](QLabel *one) { return one->text().contains(QLatin1String(text)); });
        };
        openDialog();
        auto *const gpu = find<QComboBox>("watchGpu");
        gpu->setCurrentText(QStringLiteral("H100"));
        find<QSpinBox>("watchCount")->setValue(8);
        find<QLineEdit>("watchRegion")->clear();
        auto *const most = find<QLineEdit>("watchMostAmount");
        most->clear();
        QVERIFY(!find<QWidget>("watchOrder")->isVisible());
        auto *const rents = find<QCheckBox>("watchRents");
        QTest::mouseClick(rents, Qt::LeftButton, {}, QPoint(8, rents->height() / 2));
        QVERIFY(find<QWidget>("watchOrder")->isVisible());
        // What it asks for is what the order of a machine asks for, one after the other.
        const auto why = [this] { return find<QPushButton>("watchAdd")->toolTip(); };
        QVERIFY2(why().contains(QLatin1String("public address")), qPrintable(why()));
        find<QLineEdit>("rentFrom")->setText(QStringLiteral("0.0.0.0/0"));
        QVERIFY2(why().contains(QLatin1String("open to too many")), qPrintable(why()));
        find<QLineEdit>("rentFrom")->setText(QStringLiteral("203.0.113.0/24"));
        QVERIFY2(why().contains(QLatin1String("Tick at least one limit")), qPrintable(why()));
        auto *const end = find<QCheckBox>("endAfter");
        end->setChecked(true);
        find<QSpinBox>("endHours")->setValue(8);
        QVERIFY2(find<QPushButton>("watchAdd")->isEnabled(), qPrintable(why()));
        QVERIFY2(find<QLabel>("watchCost")->text().contains(QLatin1String("nothing dearer")),
                 qPrintable(find<QLabel>("watchCost")->text()));
        QTest::keyClicks(most, QStringLiteral("20"));
        QVERIFY2(find<QLabel>("watchCost")->text().contains(QLatin1String("never more than 160.00")),
                 qPrintable(find<QLabel>("watchCost")->text()));
        // Plain Enter spends nothing.
        most->setFocus();
        QTest::keyClick(most, Qt::Key_Return);
        QVERIFY(watches().isEmpty());

        // The cloud refuses the account: nothing is watched for.
        m_knobs->checkProblem = Error{ErrorCode::AuthenticationFailed, QStringLiteral("Wrong keys."), {}};
        click("watchAdd");
        QTRY_VERIFY_WITH_TIMEOUT(says("Wrong keys."), 60'000);
        QVERIFY(watches().isEmpty());
        m_knobs->checkProblem.reset();
        click("watchAdd");
        QTRY_COMPARE_WITH_TIMEOUT(watches().size(), 1, 60'000);
        const CapacityWatch watch = watches().first();
        QCOMPARE(watch.action, WatchAction::Rent);
        QCOMPARE(watch.until, QStringLiteral("8h"));
        QCOMPARE(watch.accounts, QStringList{QStringLiteral("work")});
        QCOMPARE(watch.most.decimal(), QStringLiteral("20.00"));
        QCOMPARE(watch.ownAddress, QStringLiteral("203.0.113.0/24"));
        QVERIFY(!rents->isChecked());  // the next one tells again
        click("watchesClose");
        auto removed = m_services->clouds.remove(account.name);
        QTRY_VERIFY_WITH_TIMEOUT(removed.isFinished(), 60'000);
    }

    void whatIsFoundIsSaidOnThePageWithALinkThatRentsIt()
    {
        // One of the offers of the book, as the cloud would name it.
        const OfferBookPtr book = m_page->book();
        std::optional<RentableOffer> offer;
        for (size_t row = 0; row < book->offers().size() && !offer; ++row) {
            offer = rentableOffer(book->catalog, row, book->pricing);
            if (offer && offer->gpus < 1)
                offer.reset();
        }
        QVERIFY(offer);
        const RentPlace place = offer->place(offer->isSpot);
        CapacityWatch watch;
        watch.name = QStringLiteral("found");
        watch.gpu = offer->gpu;
        watch.gpus = offer->gpus;
        watch.most = *place.perHour;
        watch.isSpot = offer->isSpot;
        watch.regions << place.region;
        QVERIFY(m_services->database().watches.add(watch));
        QVERIFY(m_services->database().watches.update(watch.name, [&place](CapacityWatch &one) {
            one.state = WatchState::Found;
            one.outcome = QStringLiteral("%1 in %2").arg(place.type, place.region);
            return true;
        }));
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->messageBar()->messages().isEmpty(), 20'000);
        QCOMPARE(m_page->messageBar()->messages().first().id, QStringLiteral("watch:found"));
        QSignalSpy wanted(m_control, &WatchController::rentRequested);
        openDialog();
        QVERIFY(find<QPushButton>("watchRent")->isEnabled());
        click("watchRent");
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<RentableOffer>().place(offer->isSpot).type, place.type);
        QTRY_VERIFY(!find<WatchesDialog>("watchesDialog"));
    }
};

QTEST_MAIN(TestWatches)

#include "tst_watches.moc"
