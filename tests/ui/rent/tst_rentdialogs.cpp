// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of renting by real keys and mouse, without any cloud.
#include "core/base/format.h"
#include "tests/ui/rent/rentsamples.h"
#include "ui/common/enterkey.h"
#include "ui/rent/accountdialog.h"
#include "ui/rent/accountsdialog.h"
#include "ui/rent/costpart.h"
#include "ui/rent/endofiddialog.h"
#include "ui/rent/goingstrip.h"
#include "ui/rent/letindialog.h"
#include "ui/rent/orderdialog.h"
#include "ui/rent/progressdialog.h"
#include "ui/rent/rentwords.h"
#include "ui/rent/sweepcard.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace trainyard;

namespace {

using State = RentFinding::State;

SweepItem leftover(const char *id, SweepOwner owner)
{
    SweepItem item;
    item.account = QStringLiteral("work");
    item.owner = owner;
    item.resource.kind = CloudResource::Kind::Disk;
    item.resource.providerId = QLatin1String(id);
    item.resource.region = QStringLiteral("us-east-1");
    item.resource.gibibytes = 100;
    item.resource.perDay = sampleMoney("0.26");
    return item;
}

}  // namespace

class TestRentDialogs : public QObject {
    Q_OBJECT

    std::unique_ptr<RentOrderDialog> m_dialog;

    template <typename T>
    T *find(const char *name, QWidget *in = nullptr) const
    {
        return (in ? in : m_dialog.get())->findChild<T *>(QLatin1String(name));
    }
    QPushButton *rentButton() const { return find<QPushButton>("rentOrderButton"); }
    void answerAll(State state = State::Fine)
    {
        for (int i = 0; i < 5; ++i)
            m_dialog->setFinding({RentQuestion(i), state, QStringLiteral("answer"), {}, {}});
    }
    void click(const char *name, QWidget *in = nullptr) const { QTest::mouseClick(find<QWidget>(name, in), Qt::LeftButton); }
    // A check box or radio button is hit at its left end.
    void tick(const char *name) const
    {
        auto *const box = find<QWidget>(name);
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    }

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_dialog = std::make_unique<RentOrderDialog>(
            sampleOffer(), RentOrderDialog::Known{{sampleAccount()}, {QStringLiteral("laptop")}, {QStringLiteral("aws-l4")}});
        m_dialog->beginLook();
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        m_dialog->activateWindow();
    }
    void cleanup() { m_dialog.reset(); }

    void withoutAnEndNothingCanBeRented()
    {
        answerAll();
        QVERIFY(!rentButton()->isEnabled());
        QVERIFY(rentButton()->toolTip().contains(QLatin1String("When is it given back")));
        tick("endAfter");
        QVERIFY2(rentButton()->isEnabled(), qPrintable(rentButton()->toolTip()));
        tick("endAfter");
        QVERIFY(!rentButton()->isEnabled());
        // Entering a value ticks it.
        auto *const hours = find<QSpinBox>("endHours");
        hours->setFocus();
        QTest::keyClick(hours, Qt::Key_Up);
        QVERIFY(find<QCheckBox>("endAfter")->isChecked() && rentButton()->isEnabled());
        QCOMPARE(find<QLabel>("rentTotal")->text(), QStringLiteral("at least 10.60\u00a0USD"));  // 13 h × (0.8048 + 100 × 0.08 / 730)
    }

    void thePublicAddressIsALineOfItsOwnAndNeverTakenForFree()
    {
        RentCostPart part;
        const auto lines = [&part] {
            QStringList all;
            for (const QLabel *label : part.findChildren<QLabel *>())
                all << label->text();
            return all.join(u'|');
        };
        const QDateTime now = QDateTime::currentDateTimeUtc();
        RentCostView view{
            {sampleMoney("1"), sampleMoney("0.01"), sampleMoney("0.005")}, 10, 100, {}, QStringLiteral("gp3"), {}, sampleMoney("10"), {}};
        part.setView(view, now);
        QVERIFY2(lines().contains(QStringLiteral("Public address|10 h × 0.005|0.05")), qPrintable(lines()));
        QCOMPARE(part.findChild<QLabel *>(QStringLiteral("rentTotal"))->text(), QStringLiteral("about 10.15\u00a0USD"));
        QVERIFY2(lines().contains(QStringLiteral("Without traffic, whose price")), qPrintable(lines()));
        view.costs.address.reset();
        part.setView(view, now);
        QVERIFY2(lines().contains(QStringLiteral("Public address||unknown")), qPrintable(lines()));
        QVERIFY2(lines().contains(QStringLiteral("Without traffic and a public address")), qPrintable(lines()));
    }

    void theButtonCarriesThePriceOfEverything()
    {
        QCOMPARE(rentButton()->text(), QStringLiteral("Rent for 0.82\u00a0USD/h"));
        tick("rentSpot");
        QCOMPARE(rentButton()->text(), QStringLiteral("Rent for 0.37\u00a0USD/h"));
        QVERIFY(m_dialog->order().isSpot && m_dialog->order().maxPrice == sampleMoney("0.8048"));
        // A price that moved is the one to pay.
        m_dialog->setFinding({RentQuestion::Price, State::Doubtful, QStringLiteral("moved"), {}, sampleMoney("0.50")});
        QCOMPARE(rentButton()->text(), QStringLiteral("Rent for 0.51\u00a0USD/h"));
        QCOMPARE(m_dialog->order().places.first().perHour, sampleMoney("0.50"));
        // Only until it is asked again, and never in another currency.
        m_dialog->beginLook();
        QCOMPARE(rentButton()->text(), QStringLiteral("Rent for 0.37\u00a0USD/h"));
        m_dialog->setFinding(
            {RentQuestion::Price, State::Doubtful, QStringLiteral("moved"), {}, Money(Money::kNanosPerUnit, Currency::CNY)});
        QCOMPARE(rentButton()->text(), QStringLiteral("Rent for 0.37\u00a0USD/h"));
    }

    void whatItCanCostSaysWhatItLeavesOut()
    {
        tick("endAfter");
        QCOMPARE(find<QLabel>("rentNeverMore")->text(), QStringLiteral("9.79\u00a0USD"));  // 12 h × (0.8048 + 100 × 0.08 / 730)
        QVERIFY(find<QLabel>("rentLeftOut")->text().startsWith(QLatin1String("Without traffic")));
        // Without a price of its disk, that is left out too.
        find<QSpinBox>("rentDisk")->setValue(0);
        QCOMPARE(find<QLabel>("rentNeverMore")->text(), QStringLiteral("9.66\u00a0USD"));
        QVERIFY(find<QLabel>("rentLeftOut")->text().startsWith(QLatin1String("Without its disk")));
    }

    void otherRegionsAreTriedOnlyIfTicked()
    {
        RentableOffer offer = sampleOffer();
        RentPlace dearer = *offer.onDemand;
        dearer.region = QStringLiteral("us-west-2");
        dearer.perHour = sampleMoney("1.00");
        offer.onDemandElsewhere << dearer;
        m_dialog = std::make_unique<RentOrderDialog>(offer, RentOrderDialog::Known{{sampleAccount()}, {}, {}});
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        tick("endAfter");
        QVERIFY(find<QWidget>("rentElsewhere")->isVisible());
        QCOMPARE(m_dialog->order().places.size(), 1);
        tick("rentElsewhere0");
        QCOMPARE(m_dialog->order().places.size(), 2);
        QCOMPARE(m_dialog->order().places.last().region, QStringLiteral("us-west-2"));
        QVERIFY(find<QPlainTextEdit>("rentCommand")->toPlainText().contains(QLatin1String("--or g6.xlarge@us-west-2")));
        QCOMPARE(find<QLabel>("rentNeverMore")->text(), QStringLiteral("12.13\u00a0USD"));  // the dearer one
        // There is no spot offer elsewhere.
        tick("rentSpot");
        QVERIFY(!find<QWidget>("rentElsewhere")->isVisible());
        QCOMPARE(m_dialog->order().places.size(), 1);
    }

    void aZoneIsAnyUnlessOneIsChosen()
    {
        QVERIFY(!find<QWidget>("rentZone")->isVisible());  // this account's cloud has none
        RentOrderDialog::Known known{{sampleAccount()}, {}, {}};
        known.hasZones = true;
        m_dialog = std::make_unique<RentOrderDialog>(sampleOffer(), known);
        m_dialog->beginLook();
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        auto *const zone = find<QComboBox>("rentZone");
        QVERIFY(zone->isVisible());
        QCOMPARE(zone->count(), 1);
        RentFinding offered{RentQuestion::Offered, State::Fine, QStringLiteral("there"), {}, {}, {}};
        offered.zones = {QStringLiteral("us-east-1a"), QStringLiteral("us-east-1b")};
        m_dialog->setFinding(offered);
        QCOMPARE(zone->count(), 3);
        QCOMPARE(m_dialog->order().places.first().zone, QString());
        QSignalSpy looks(m_dialog.get(), &RentOrderDialog::lookRequested);
        zone->setFocus();
        QTest::keyClick(zone, Qt::Key_Down);
        QTest::keyClick(zone, Qt::Key_Down);
        QCOMPARE(m_dialog->order().places.first().zone, QStringLiteral("us-east-1b"));
        QVERIFY2(find<QPlainTextEdit>("rentCommand")->toPlainText().contains(QLatin1String("--zone us-east-1b")),
                 qPrintable(find<QPlainTextEdit>("rentCommand")->toPlainText()));
        QVERIFY(!looks.isEmpty());  // whether that one has it
        // An answer that comes later drops nothing that was chosen.
        m_dialog->setFinding(offered);
        QCOMPARE(zone->currentData().toString(), QStringLiteral("us-east-1b"));
    }

    void aTasksZoneIsChosenAlready()
    {
        RentableOffer offer = sampleOffer();
        offer.onDemand->zone = QStringLiteral("us-east-1c");
        RentOrderDialog::Known known{{sampleAccount()}, {}, {}};
        known.hasZones = true;
        m_dialog = std::make_unique<RentOrderDialog>(offer, known);
        m_dialog->setWish({});
        QCOMPARE(m_dialog->order().places.first().zone, QStringLiteral("us-east-1c"));
        QCOMPARE(find<QComboBox>("rentZone")->currentData().toString(), QStringLiteral("us-east-1c"));
    }

    void whatIsKnownHereIsSaidWithoutAsking()
    {
        MonthBudget budget;
        budget.budget.amount = sampleMoney("100");
        budget.use.spent = sampleMoney("95");
        RentOrderDialog::Known known{{sampleAccount()}, {}, {}};
        known.budgets << budget;
        known.ready = ReadyTime{std::chrono::seconds(110), std::chrono::seconds(185), 14};
        known.advisor = CompatAdvisor::builtIn().value_or(nullptr);
        m_dialog = std::make_unique<RentOrderDialog>(sampleOffer(), known);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        answerAll();
        tick("endAfter");
        auto *const line = find<QWidget>("rentFinding5");
        QVERIFY(line->isVisible());
        QVERIFY2(line->accessibleName().contains(QLatin1String("9.79")), qPrintable(line->accessibleName()));
        QVERIFY(rentButton()->isEnabled());  // a warning keeps nobody from renting
        QVERIFY(find<QLabel>("rentUsuallyReady")->text().contains(QLatin1String("14")));
        m_dialog->setImages({{QStringLiteral("ami-1"), QStringLiteral("plain Ubuntu"), {}, false}});
        auto *const image = find<QComboBox>("rentImage");
        image->setFocus();
        QTest::keyClick(image, Qt::Key_Down);
        QVERIFY(find<QWidget>("rentFinding6")->accessibleName().contains(QLatin1String("driver")));
    }

    void anAccountAddedOnTheWayKeepsTheOrder()
    {
        find<QLineEdit>("rentName")->selectAll();
        QTest::keyClicks(find<QLineEdit>("rentName"), QStringLiteral("mine"));
        tick("endRun");
        AccountRecord other = sampleAccount();
        other.name = QStringLiteral("other");
        QSignalSpy asked(m_dialog.get(), &RentOrderDialog::lookRequested);
        m_dialog->setAccounts({sampleAccount(), other}, QStringLiteral("other"));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(m_dialog->order().account, QStringLiteral("other"));
        QCOMPARE(m_dialog->order().name, QStringLiteral("mine"));
        QVERIFY(m_dialog->order().end.isAfterRuns);
    }

    void accountsAreListedAndRemovedAfterAQuestion()
    {
        m_dialog.reset();
        AccountsDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.activateWindow();
        QVERIFY(find<QWidget>("accountsEmpty", &dialog)->isVisible());
        QVERIFY(!find<QPushButton>("accountsRemove", &dialog)->isEnabled());
        dialog.setAccounts({sampleAccount()});
        auto *const table = find<QTableView>("accountsTable", &dialog);
        QVERIFY(table->isVisible());
        dialog.setChecking(QStringLiteral("work"));
        const QDateTime now = QDateTime::currentDateTimeUtc();
        dialog.setReport(QStringLiteral("work"), AccountReport{QStringLiteral("user/ada"), {}, {}, QStringLiteral("123456789012")}, now);
        QCOMPARE(table->model()->index(0, 3).data().toString(), QStringLiteral("user/ada, 123456789012"));
        QSignalSpy removed(&dialog, &AccountsDialog::removeRequested);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(find<QWidget>("removeAccountDialog", &dialog));
        QCOMPARE(removed.size(), 0);
        click("removeAccountConfirm", &dialog);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed.first().first().toString(), QStringLiteral("work"));
    }

    void aThingIsKeptWithANoteAndALongListHasChips()
    {
        SweepCard card;
        card.setHasAccounts(true);
        card.resize(1000, 400);
        SweepReport report;
        report.when = QDateTime::currentDateTimeUtc();
        for (int i = 0; i < 6; ++i)
            report.items << leftover(qPrintable(QStringLiteral("vol-%1").arg(i)), SweepOwner::Orphan);
        SweepItem address = leftover("eip-1", SweepOwner::Orphan);
        address.resource.kind = CloudResource::Kind::Address;
        report.items << address;
        card.setReport(report, report.when);
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        auto *const table = find<QTableView>("sweepTable", &card);
        QCOMPARE(table->model()->rowCount(), 7);
        QCOMPARE(find<QPushButton>("sweepChip0", &card)->text(), QStringLiteral("All 7"));
        click("sweepChip2", &card);  // addresses
        QCOMPARE(table->model()->rowCount(), 1);
        click("sweepChip0", &card);
        QSignalSpy kept(&card, &SweepCard::keepRequested), unkept(&card, &SweepCard::unkeepRequested);
        table->selectRow(0);
        click("sweepKeep", &card);
        QTRY_VERIFY(find<QWidget>("keepDialog", &card));
        QTest::keyClicks(find<QLineEdit>("keepNote", &card), QStringLiteral("data set"));
        QTest::keyClick(find<QLineEdit>("keepNote", &card), Qt::Key_Return);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept.first().at(1).toString(), QStringLiteral("data set"));
        report.items.first().kept = QStringLiteral("data set");
        card.setReport(report, report.when);
        // It comes last, says why, and is not among all that are given back.
        QCOMPARE(table->model()->index(6, 4).data().toString(), QStringLiteral("Kept: data set"));
        QCOMPARE(find<QPushButton>("sweepGiveBackAll", &card)->text(), QStringLiteral("Give back all 6…"));
        table->selectRow(6);
        QCOMPARE(find<QPushButton>("sweepKeep", &card)->text(), QStringLiteral("No longer keep"));
        click("sweepKeep", &card);
        QCOMPARE(unkept.size(), 1);
    }

    void theFoundAddressFillsAnEmptyFieldOnly()
    {
        auto *const from = find<QLineEdit>("rentFrom");
        QVERIFY(!m_dialog->isAddressWanted());  // the account says it
        m_dialog->setOwnAddress(QStringLiteral("198.51.100.4"));
        QCOMPARE(from->text(), QStringLiteral("203.0.113.7/32"));
        from->clear();
        QVERIFY(m_dialog->isAddressWanted());
        m_dialog->setOwnAddress(Error{ErrorCode::Unreachable, QStringLiteral("No."), {}});
        QCOMPARE(from->text(), QString());
        QVERIFY(!rentButton()->isEnabled());
        m_dialog->setOwnAddress(QStringLiteral("198.51.100.4"));
        QCOMPARE(from->text(), QStringLiteral("198.51.100.4"));
        QCOMPARE(m_dialog->order().ownAddress, QStringLiteral("198.51.100.4"));
    }

    void sshIsLetInFromAnotherAddress()
    {
        LetIn plan;
        plan.name = QStringLiteral("aws-l4");
        plan.before = QStringLiteral("203.0.113.7/32");
        plan.since = QDateTime::currentDateTimeUtc().addSecs(-7200);
        plan.others = {QStringLiteral("aws-h100")};
        LetInDialog dialog(plan);
        QSignalSpy asked(&dialog, &LetInDialog::submitted);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto *const address = find<QLineEdit>("letInAddress", &dialog);
        auto *const letIn = find<QPushButton>("letInButton", &dialog);
        const auto says = [&dialog](const QString &words) {
            const QList<QLabel *> labels = dialog.findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&words](const QLabel *one) { return one->isVisible() && one->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("203.0.113.7/32")) && says(QStringLiteral("aws-h100")));
        QVERIFY(!letIn->isEnabled());
        // The found one; Enter in the field is the button.
        dialog.setOwnAddress(QStringLiteral("198.51.100.9"));
        QCOMPARE(address->text(), QStringLiteral("198.51.100.9"));
        QCOMPARE(find<QPlainTextEdit>("letInCommand", &dialog)->toPlainText(),
                 QStringLiteral("yard machine let-me-in --from 198.51.100.9/32 aws-l4"));
        for (const char *const wrong : {"0.0.0.0/0", "house", "198.51.100.9; id"}) {
            address->selectAll();
            QTest::keyClicks(address, QLatin1String(wrong));
            QVERIFY2(!letIn->isEnabled(), wrong);
            QTest::keyClick(address, Qt::Key_Return);
        }
        QCOMPARE(asked.size(), 0);
        address->selectAll();
        QTest::keyClicks(address, QStringLiteral("198.51.100.0/24"));
        dialog.setOwnAddress(QStringLiteral("192.0.2.1"));  // later than what was entered
        QCOMPARE(address->text(), QStringLiteral("198.51.100.0/24"));
        QTest::keyClick(address, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toString(), QStringLiteral("198.51.100.0/24"));
        dialog.setBusy(true);
        QVERIFY(!letIn->isEnabled() && !address->isEnabled());
        dialog.showError({ErrorCode::PermissionDenied, QStringLiteral("The right ec2:Something is missing."), {}});
        QVERIFY(says(QStringLiteral("ec2:Something")) && letIn->isEnabled());
        QTest::qWait(50);  // laid out anew
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            dialog.grab().save(folder + QStringLiteral("/letin-error.png"));
        plan.now = QStringLiteral("198.51.100.0/24");
        dialog.setDone(plan);
        QVERIFY(says(QStringLiteral("SSH of aws-l4 follows you")));
        QVERIFY(says(QStringLiteral("198.51.100.0/24 now, and no longer from 203.0.113.7/32")));
        QVERIFY(!letIn->isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void theNameIsFreeAndTheAddressIsNeverEveryone()
    {
        auto *const name = find<QLineEdit>("rentName"), *const from = find<QLineEdit>("rentFrom");
        QCOMPARE(name->text(), QStringLiteral("aws-l4-2"));
        answerAll();
        tick("endRun");
        QVERIFY(rentButton()->isEnabled());
        for (const char *const wrong : {"0.0.0.0/0", "", "house"}) {
            from->selectAll();
            QTest::keyClick(from, Qt::Key_Delete);
            QTest::keyClicks(from, QLatin1String(wrong));
            QVERIFY2(!rentButton()->isEnabled(), wrong);
        }
        QTest::keyClicks(from, QStringLiteral("x"));
        from->selectAll();
        QTest::keyClicks(from, QStringLiteral("198.51.100.4"));
        QVERIFY(rentButton()->isEnabled());
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("aws-l4"));
        QVERIFY(rentButton()->toolTip().contains(QLatin1String("already")));
    }

    void answersThatDecideAreWaitedFor()
    {
        tick("endRun");
        QVERIFY(rentButton()->toolTip().contains(QLatin1String("still being asked")));
        for (int i = 0; i < 4; ++i)
            m_dialog->setFinding({RentQuestion(i), State::Fine, QStringLiteral("fine"), {}, {}});
        QVERIFY(rentButton()->isEnabled());  // the price alone is not waited for
        m_dialog->setFinding({RentQuestion::Quota, State::Refused, QStringLiteral("Your quota is too small."), {}, {}});
        QCOMPARE(rentButton()->toolTip(), QStringLiteral("Your quota is too small."));
        m_dialog->setFinding({RentQuestion::Quota, State::Refused, QStringLiteral("<b>No</b>"), {}, {}});
        QVERIFY(rentButton()->toolTip().contains(QLatin1String("&lt;b&gt;")));
        m_dialog->setFinding({RentQuestion::Quota, State::Unknown, QStringLiteral("not told"), {}, {}});
        QVERIFY(rentButton()->isEnabled());
    }

    void plainEnterSpendsNothing()
    {
        answerAll();
        tick("endAfter");
        QSignalSpy submitted(m_dialog.get(), &RentOrderDialog::submitted);
        for (const char *const field : {"rentName", "rentFrom", "endHours", "rentDisk", "endAfter", "rentKey", "rentImage", "endAmount"}) {
            auto *const widget = find<QWidget>(field);
            widget->setFocus();
            QTest::keyClick(widget, Qt::Key_Return);
            QTest::keyClick(widget, Qt::Key_Enter);
        }
        // Nor on the button itself.
        pressButtonsWithEnter();
        rentButton()->setFocus();
        QTRY_VERIFY(rentButton()->hasFocus());
        QTest::keyClick(rentButton(), Qt::Key_Return);
        QTest::keyClick(rentButton(), Qt::Key_Enter);
        QTest::qWait(150);
        QCOMPARE(submitted.size(), 0);
        QVERIFY(m_dialog->isVisible());
        QTest::keyClick(rentButton(), Qt::Key_Space);
        QTRY_COMPARE(submitted.size(), 1);
        submitted.clear();
        QTest::keyClick(find<QWidget>("rentName"), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(submitted.size(), 1);
        const auto order = submitted[0][0].value<RentOrder>();
        QVERIFY(checkRentOrder(order));
        QCOMPARE(order.account, QStringLiteral("work"));
        QCOMPARE(order.ownAddress, QStringLiteral("203.0.113.7/32"));
        QCOMPARE(order.diskGiB, 100);
    }

    void escAsksOnlyIfSomethingWasChanged()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        tick("endRun");
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(m_dialog->isVisible());
        QVERIFY(find<QDialog>("discardRentOrderDialog"));
        click("discardRentOrderConfirm");
        QTRY_VERIFY(!m_dialog->isVisible());
    }

    void theCommandSaysTheSame()
    {
        tick("endAfter");
        tick("endIdleTick");
        m_dialog->setProviderLine(QStringLiteral("aws ec2 run-instances --region us-east-1"));
        const QString command = find<QPlainTextEdit>("rentCommand")->toPlainText();
        QVERIFY2(
            command.startsWith(QLatin1String(
                "yard rent aws/g6.xlarge/us-east-1/on-demand --until 12h,idle=30m --account work --name aws-l4-2 --from 203.0.113.7/32 "
                "--disk 100")),
            qPrintable(command));
        QVERIFY(command.contains(QLatin1String("aws ec2 run-instances")));
    }

    void stagesThatAreOverDoNotChange()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        RentProgressDialog progress(sampleGoing(now));
        progress.show();
        progress.showAt(now);
        QCOMPARE(find<QLabel>("rentCostSoFar", &progress)->text(), QStringLiteral("0.02\u00a0USD"));
        QVERIFY(find<QWidget>("rentStage_gpus", &progress)->accessibleName().contains(QLatin1String("now")));
        QVERIFY(find<QWidget>("rentStage_boot", &progress)->accessibleName().contains(QLatin1String("done")));
        const QString before = find<QWidget>("rentStage_boot", &progress)->accessibleName();
        progress.showAt(now.addSecs(60));
        QCOMPARE(find<QWidget>("rentStage_boot", &progress)->accessibleName(), before);
        QCOMPARE(find<QLabel>("rentElapsed", &progress)->text(), formatDuration(132'000));
        RentGoing slow = sampleGoing(now);
        slow.usual = ReadyTime{std::chrono::seconds(110), std::chrono::seconds(185), 14};
        progress.setGoing(slow);
        progress.showAt(now.addSecs(60));
        QCOMPARE(find<QLabel>("rentElapsed", &progress)->text(), formatDuration(132'000));
        progress.showAt(now.addSecs(120));
        QCOMPARE(find<QLabel>("rentElapsed", &progress)->text(), formatDuration(192'000) + QStringLiteral(", longer than usual"));
        QSignalSpy back(&progress, &RentProgressDialog::giveBackRequested);
        click("rentGiveBackNow", &progress);
        QCOMPARE(back.size(), 1);
        QTest::keyClick(&progress, Qt::Key_Escape);  // renting continues
        QVERIFY(!progress.isVisible());
    }

    void aFailureIsASentenceWithTheNextStep()
    {
        RentGoing going = sampleGoing(QDateTime::currentDateTimeUtc());
        going.phase = RentGoing::Phase::Failed;
        going.failure = Error{ErrorCode::TimedOut, QStringLiteral("It did not get past “GPUs answer” within 10 minutes."), {}};
        RentProgressDialog progress(going);
        progress.show();
        QVERIFY(find<QLabel>("rentFailure", &progress)->text().contains(QLatin1String("10 minutes")));
        QVERIFY(find<QWidget>("rentStage_gpus", &progress)->accessibleName().contains(QLatin1String("failed")));
        QSignalSpy again(&progress, &RentProgressDialog::againRequested);
        click("rentAgain", &progress);
        QCOMPARE(again.size(), 1);
        QVERIFY(!find<QWidget>("rentGiveBackNow", &progress)->isVisible());
        QVERIFY(progress.windowTitle().contains(QLatin1String("was not rented")));
        going.isLeft = true;
        progress.setGoing(going);
        QVERIFY(progress.windowTitle().contains(QLatin1String("could not be given back")));
    }

    void whatIsComingUpHasALine()
    {
        RentGoingStrip strip;
        strip.setGoing({});
        QVERIFY(strip.isHidden());
        strip.setGoing({sampleGoing(QDateTime::currentDateTimeUtc())});
        strip.resize(900, strip.sizeHint().height());
        strip.show();
        QSignalSpy shown(&strip, &RentGoingStrip::showRequested);
        click("showRental1", &strip);
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0][0].toInt(), 1);
    }

    void aSweepWithoutFindingsIsOneLine()
    {
        SweepCard card;
        card.setHasAccounts(false);
        QVERIFY(card.isHidden());
        card.setHasAccounts(true);
        SweepReport report;
        report.when = QDateTime::currentDateTimeUtc();
        report.items << leftover("vol-live", SweepOwner::Live);
        card.setReport(report, report.when);
        QVERIFY(find<QTableView>("sweepTable", &card)->isHidden());
        const auto said = [&card](const char *words) {
            const QList<QLabel *> labels = card.findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [words](const QLabel *label) { return label->text().contains(QString::fromUtf8(words)); });
        };
        QVERIFY(said("Nothing else costs money"));
        report.unanswered.insert(QStringLiteral("lab"), Error{ErrorCode::Unreachable, QStringLiteral("No answer."), {}});
        card.setReport(report, report.when);
        QVERIFY(said("“lab” did not answer") && !said("Nothing else costs money"));
        card.show();
        card.showProblem({ErrorCode::Io, QStringLiteral("It did not work."), {}});
        card.setReport(report, report.when);
        const QList<QLabel *> labels = card.findChildren<QLabel *>();
        QVERIFY(std::none_of(labels.begin(), labels.end(),
                             [](const QLabel *label) { return label->isVisible() && label->text() == QLatin1String("It did not work."); }));
    }

    void inANarrowWindowTheButtonsOfTheSweepAreBelow()
    {
        SweepCard card;
        card.setHasAccounts(true);
        SweepReport report;
        report.when = QDateTime::currentDateTimeUtc();
        report.items << leftover("vol-0ours", SweepOwner::Orphan) << leftover("vol-0e81c6d0", SweepOwner::Stranger);
        card.setReport(report, report.when);
        auto *const again = find<QPushButton>("sweepAgain", &card);
        auto *const title = card.findChild<QLabel *>();
        for (const int width : {1300, 820, 480}) {
            card.resize(width, 400);
            card.show();
            QVERIFY(QTest::qWaitForWindowExposed(&card));
            const bool isBelow = width < 1300;
            QTRY_COMPARE(again->mapTo(&card, QPoint()).y() > title->mapTo(&card, title->rect().bottomLeft()).y(), isBelow);
            QTRY_VERIFY2(title->width() >= 360, qPrintable(QString::number(title->width())));
        }
    }

    void whatOthersMadeIsAskedForTwice()
    {
        SweepCard card;
        card.setHasAccounts(true);
        card.resize(1000, 300);
        SweepReport report;
        report.when = QDateTime::currentDateTimeUtc();
        report.items << leftover("vol-0ours", SweepOwner::Orphan) << leftover("vol-0e81c6d0", SweepOwner::Stranger);
        card.setReport(report, report.when);
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        QSignalSpy released(&card, &SweepCard::releaseRequested);
        auto *const table = find<QTableView>("sweepTable", &card);
        QCOMPARE(table->model()->rowCount(), 2);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        click("sweepItemConfirm", &card);
        QCOMPARE(released.size(), 1);
        QVERIFY(!released[0][1].toBool());
        QTRY_VERIFY(!find<QDialog>("sweepItemDialog", &card));
        table->selectRow(1);
        click("sweepGiveBack", &card);
        click("sweepItemConfirm", &card);
        QCOMPARE(released.size(), 1);
        QTRY_VERIFY(!find<QDialog>("sweepItemDialog", &card));
        auto *const second = find<QDialog>("endOfIdDialog", &card);
        QVERIFY(second);
        auto *const confirm = find<QPushButton>("endOfIdConfirm", second);
        QTest::keyClicks(find<QLineEdit>("endOfIdEdit", second), QStringLiteral("c6d1"));
        QVERIFY(!confirm->isEnabled());
        QTest::keyClick(find<QLineEdit>("endOfIdEdit", second), Qt::Key_Backspace);
        QTest::keyClicks(find<QLineEdit>("endOfIdEdit", second), QStringLiteral("0"));
        QVERIFY(confirm->isEnabled());
        QTest::mouseClick(confirm, Qt::LeftButton);
        QCOMPARE(released.size(), 2);
        QVERIFY(released[1][1].toBool());
        QTRY_VERIFY(!find<QDialog>("endOfIdDialog", &card));
        // All of ours, and nothing of others.
        click("sweepGiveBackAll", &card);
        click("sweepAllConfirm", &card);
        QCOMPARE(released.size(), 3);
        QCOMPARE(released[2][0].value<QList<SweepItem>>().size(), 1);
    }

    void anAccountIsEnteredAndItsSecretIsForgotten()
    {
        AccountDialog dialog({{QStringLiteral("aws"),
                               QStringLiteral("AWS"),
                               QStringLiteral("AWS_ACCESS_KEY_ID"),
                               QStringLiteral("AWS_SECRET_ACCESS_KEY"),
                               QStringLiteral("AWS_SESSION_TOKEN"),
                               {},
                               true}},
                             QStringLiteral("aws"));
        dialog.show();
        QSignalSpy submitted(&dialog, &AccountDialog::submitted);
        click("addAccountButton", &dialog);
        QCOMPARE(submitted.size(), 0);
        QTest::keyClicks(find<QLineEdit>("accountKeyId", &dialog), QStringLiteral("AKIDEXAMPLE"));
        auto *const secret = find<QLineEdit>("accountSecret", &dialog);
        QCOMPARE(secret->echoMode(), QLineEdit::Password);
        QTest::keyClicks(secret, QStringLiteral("hush"));
        QTest::keyClicks(find<QLineEdit>("accountFrom", &dialog), QStringLiteral("0.0.0.0"));
        click("addAccountButton", &dialog);
        QCOMPARE(submitted.size(), 0);
        find<QLineEdit>("accountFrom", &dialog)->clear();
        QTest::keyClicks(find<QLineEdit>("accountFrom", &dialog), QStringLiteral("203.0.113.7"));
        click("addAccountButton", &dialog);
        QCOMPARE(submitted.size(), 1);
        QCOMPARE(submitted[0][1].value<CloudCredentials>().secret, QByteArray("hush"));
        dialog.setAdded(submitted[0][0].value<AccountRecord>());
        QVERIFY(secret->text().isEmpty());
        dialog.setReport(QStringLiteral("removed"), Error{ErrorCode::NotFound, QStringLiteral("There is no such account."), {}});
        QVERIFY(!find<QLabel>("accountReport", &dialog)->text().contains(QLatin1String("no such")));
        dialog.setReport(submitted[0][0].value<AccountRecord>().name,
                         AccountReport{QStringLiteral("arn:aws:iam::1:user/ada"), {QStringLiteral("ec2:RunInstances")}, {}});
        QVERIFY(find<QLabel>("accountReport", &dialog)->text().contains(QLatin1String("user/ada")));
        QVERIFY(find<QLabel>("accountReport", &dialog)->text().contains(QLatin1String("ec2:RunInstances")));
        click("closeAccountButton", &dialog);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    void aServiceOnThisComputerIsSimulated()
    {
        QVERIFY(isStandIn(sampleAccount(QStringLiteral("http://127.0.0.1:4566"))));
        QVERIFY(!isStandIn(sampleAccount(QStringLiteral("https://ec2.eu-north-1.amazonaws.com"))));
        QVERIFY(!isStandIn(sampleAccount()));
        QVERIFY(!m_dialog->isSimulated());
    }
};

QTEST_MAIN(TestRentDialogs)

#include "tst_rentdialogs.moc"
