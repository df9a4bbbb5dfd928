// SPDX-License-Identifier: GPL-3.0-or-later
// The estimate of the selected offer and the memory calculator, with catalogues made for them.
#include "core/base/format.h"
#include "core/knowledge/cost/gpufit.h"
#include "tests/ui/offers/offerbooks.h"
#include "ui/common/badge.h"
#include "ui/common/stackedbar.h"
#include "ui/offers/estimatepanel.h"
#include "ui/offers/memorycard.h"
#include "ui/offers/memorydialog.h"
#include "ui/offers/offerwords.h"
#include "ui/offers/ownhardware.h"
#include "ui/theme/thememanager.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace trainyard;

namespace {

constexpr size_t kOnDemand = 0, kSpot = 1, kYuan = 4, kNoPrice = 5;  // rows of someOffers()

QString linesOf(const EstimateView &view)
{
    QStringList lines;
    for (const EstimateViewLine &line : view.lines)
        lines << QStringList{line.name, line.amount, line.how, line.from, line.note}.join(u'|');
    return lines.join(u'\n');
}

QString usd(const char *amount) { return QLatin1String(amount) + QChar(0x00A0) + QStringLiteral("USD"); }

}  // namespace

class TestOfferCosts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanup() { m_theme.reset(); }

    void everyLineSaysQuantityPriceSourceAndAge()
    {
        EstimateInputs inputs;
        inputs.machines = 2;
        inputs.contingencyPermille = 100;
        const EstimateView view = estimateView(*bookOf(someOffers()), kOnDemand, inputs, Currency::USD);
        QVERIFY(!view.problem);
        QCOMPARE(view.lines.size(), 2);
        QCOMPARE(view.lines[0].amount, usd("576.00"));  // 2 × 12 h × 24
        QCOMPARE(view.lines[0].how, QStringLiteral("24\u00A0h × ") + usd("24.00"));
        QCOMPARE(view.lines[0].from, QStringLiteral("price-list · 110 d"));
        QCOMPARE(view.lines[1].amount, usd("57.60"));
        QCOMPARE(view.total, usd("633.60"));
        QVERIFY(view.without.isEmpty());
        QVERIFY(qAbs(view.lines[0].share + view.lines[1].share - 1) < 1e-9);
    }

    void spotCountsWhatInterruptionsCost()
    {
        EstimateInputs inputs;
        const QByteArray offers = QByteArray(someOffers()).replace(">20%", "5-10%");
        const EstimateView view = estimateView(*bookOf(offers), kSpot, inputs, Currency::USD);
        QVERIFY2(view.lines.size() == 2 && view.lines[1].isKnown, qPrintable(linesOf(view)));
        QVERIFY(!view.advice.isEmpty());
        inputs.restart = std::chrono::hours(2);
        const EstimateView slower = estimateView(*bookOf(offers), kSpot, inputs, Currency::USD);
        QVERIFY(slower.lines[1].share > view.lines[1].share);
    }

    void whatIsUnknownIsLeftOutAndNamed()
    {
        const EstimateView view = estimateView(*bookOf(someOffers()), kNoPrice, {}, Currency::USD);
        QCOMPARE(view.lines[0].amount, unknownWord());
        QVERIFY(!view.lines[0].note.isEmpty());
        QVERIFY(!view.without.isEmpty());
        QCOMPARE(view.total, unknownWord());  // and not 0
        // A band without an upper end does not tell how often.
        const EstimateView spot = estimateView(*bookOf(someOffers()), kSpot, {}, Currency::USD);
        QVERIFY2(!spot.without.isEmpty(), qPrintable(linesOf(spot)));
    }

    void yuanAreOnlyCountedInDollarsAtTheGivenRate()
    {
        QVERIFY(!estimateView(*bookOf(someOffers()), kYuan, {}, Currency::USD).without.isEmpty());
        ExchangeRates rates;
        rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=7.1@2026-11-01"), QDate(2026, 11, 21)));
        const EstimateView view = estimateView(*bookOf(someOffers(), rates), kYuan, {}, Currency::USD);
        QCOMPARE(view.total, usd("60.00"));  // 12 × 35.5 / 7.1
        QCOMPARE(view.rates, QStringLiteral("USD/CNY 7.1 of 2026-11-01"));
    }

    void littleIsNotNothing()
    {
        EstimateInputs inputs;
        inputs.time = std::chrono::seconds(3);
        QCOMPARE(estimateView(*bookOf("a,t,T4,1,16,8,30,r,on-demand,0.01,USD,2026,list,\n"), 0, inputs, Currency::USD).lines[0].amount,
                 usd("0.01"));  // whole hours are counted if nothing better is known
        QCOMPARE(formatMoney(*Money::parse("0.0014", Currency::USD)), QStringLiteral("< ") + usd("0.01"));
        QCOMPARE(formatMoney(*Money::parse("0.048", Currency::USD)), usd("0.05"));
        QCOMPARE(formatMoney(Money(0, Currency::USD)), usd("0.00"));
        QCOMPARE(formatMoney(*Money::parse("0.4", Currency::JPY)), QStringLiteral("< 1\u00A0JPY"));
        QCOMPARE(formatMoney(*Money::parse("123456.78", Currency::USD)), QStringLiteral("123\u202f457\u00A0USD"));
    }

    void whatIsUnknownCanBeGiven()
    {
        const OfferBookPtr book = bookOf(
            "nobody,t,T4,1,16,8,30,r,on-demand,,USD,2026,list,\nnobody,u,T4,1,16,8,30,r,on-demand,2,USD,2026,list,\n");
        EstimatePanel panel;
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.setOffer(book, 0, Currency::USD);
        auto *disk = panel.findChild<QLineEdit *>(QStringLiteral("estimateDisk"));
        disk->setText(QStringLiteral("730"));
        const auto give = [&](int line, const char *figure) {
            auto *button = panel.findChild<QPushButton *>(QStringLiteral("estimateGive%1").arg(line));
            QVERIFY(button && !button->accessibleDescription().isEmpty());
            QTest::mouseClick(button, Qt::LeftButton);
            auto *field = panel.findChild<QLineEdit *>(QStringLiteral("estimateFigure"));
            QVERIFY(field);
            QTest::keyClicks(field, QLatin1String(figure));
            QTest::keyClick(field, Qt::Key_Return);
        };
        const auto total = [&] { return panel.findChild<QLabel *>(QStringLiteral("estimateTotal"))->text(); };
        QCOMPARE(total(), unknownWord());
        give(0, "3");
        QVERIFY2(total().contains(usd("36.00")), qPrintable(total()));  // 12 h
        give(1, "x");
        QVERIFY(panel.findChild<QLineEdit *>(QStringLiteral("estimateFigure")));  // invalid input
        QTest::keyClick(panel.findChild<QLineEdit *>(QStringLiteral("estimateFigure")), Qt::Key_Escape);
        QVERIFY(!panel.findChild<QLineEdit *>(QStringLiteral("estimateFigure")));
        give(1, "0,1");
        QVERIFY2(total().contains(usd("37.20")), qPrintable(total()));  // 730 GB × 12 h / 730 h × 0.10
        // Its disks cost the same with another offer of the provider; the hourly price is that offer's own.
        panel.setOffer(book, 1, Currency::USD);
        QVERIFY2(total().contains(usd("25.20")), qPrintable(total()));
        // Entered values do not change known ones.
        QVERIFY(!panel.findChild<QPushButton *>(QStringLiteral("estimateGive0")));
        // An entered value can be removed.
        give(1, "");
        QTest::keyClick(panel.findChild<QLineEdit *>(QStringLiteral("estimateDisk")), Qt::Key_Return);
    }

    void thePanelCountsAsOneTypes()
    {
        EstimatePanel panel;
        panel.show();
        auto *total = panel.findChild<QLabel *>(QStringLiteral("estimateTotal"));
        QVERIFY(total->text().isEmpty());
        panel.setOffer(bookOf(someOffers()), kOnDemand, Currency::USD);
        QVERIFY2(total->text().contains(usd("288.00")), qPrintable(total->text()));
        auto *hours = panel.findChild<QLineEdit *>(QStringLiteral("estimateHours"));
        hours->clear();
        QTest::keyClicks(hours, QStringLiteral("0.5"));
        QVERIFY2(total->text().contains(usd("12.00")), qPrintable(total->text()));
        QTest::keyClicks(hours, QStringLiteral("x"));
        QTest::keyClick(hours, Qt::Key_Return);
        QVERIFY(!hours->accessibleDescription().isEmpty());
        QVERIFY2(total->text().contains(usd("12.00")), qPrintable(total->text()));
        QVERIFY(!panel.findChild<QLineEdit *>(QStringLiteral("estimateWrite"))->isVisible());
        panel.setOffer(bookOf(someOffers()), kSpot, Currency::USD);
        QVERIFY(panel.findChild<QLineEdit *>(QStringLiteral("estimateWrite"))->isVisible());
        QVERIFY(panel.findChild<StackedBar *>()->accessibleName().contains(QStringLiteral("USD")));
        panel.findChild<QPushButton *>(QStringLiteral("estimateCopy"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("p4d.24xlarge")));
    }

    void aProviderInCapitalsBillsAsItDoes()
    {
        // By the second, as on the command line: with unknown rules it would be two whole hours.
        EstimateInputs inputs;
        inputs.time = std::chrono::minutes(90);
        const auto book = bookOf("AWS,x,T4,1,16,8,30,us-east-1,on-demand,10,USD,2026-11-20,list,\n");
        QCOMPARE(estimateView(*book, 0, inputs, Currency::USD).total, usd("15.00"));
    }

    void ownHardwareIsAnOfferAmongTheOthers()
    {
        const OwnTexts texts{{"ownPrice", "250000"}, {"ownCurrency", "CNY"},  {"ownYears", "3"},        {"ownWatts", "5600"},
                             {"ownPue", "1.35"},     {"ownKwh", "0.85"},      {"ownUtilisation", "60"}, {"ownGpu", "A100 80GB"},
                             {"ownGpus", "8"},       {"ownDay", "2026-11-19"}};
        const auto own = readOwnHardware(texts).machine;
        QVERIFY(own);
        const OfferBookPtr book = withOwn(*bookOf(someOffers()), *own);
        const size_t row = book->offers().size() - 1;
        QVERIFY(book->isOwn(row) && !book->isOwn(row - 1) && !bookOf(someOffers())->isOwn(row - 1));
        // The ninth case of docs/estimate.md: 16042.25 for 720 h, of which 11415.53 and 4626.72.
        const auto prices = hourlyPrices(book->catalog, row, Currency::CNY, Precision::Bf16, {});
        QCOMPARE(prices.hour->rounded(2).text(), QStringLiteral("22.28 CNY"));
        QCOMPARE(prices.gpuHour->rounded(3).text(), QStringLiteral("2.785 CNY"));
        QCOMPARE(sourceText(*book, row), QStringLiteral("your figures · 2 d"));
        QCOMPARE(offerName(*book, row), QStringLiteral("Own hardware 8 × A100 80GB, owned"));
        EstimateInputs inputs;
        inputs.time = std::chrono::hours(720);
        inputs.diskGB = 100;  // already there
        const EstimateView view = estimateView(*book, row, inputs, Currency::CNY);
        QCOMPARE(view.total, QStringLiteral("16\u202F042.25\u00A0CNY"));
        QCOMPARE(view.lines.size(), 2);
        QVERIFY(view.advice.isEmpty());
    }

    void ownHardwareThatMakesNoSenseIsNone_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        for (const auto &[field, text] :
             {std::pair("ownPrice", "0"), std::pair("ownPrice", ""), std::pair("ownPrice", "1,5"), std::pair("ownWatts", "0"),
              std::pair("ownWatts", "1.5"), std::pair("ownWatts", "99999999"), std::pair("ownKwh", "-1"), std::pair("ownYears", "0"),
              std::pair("ownYears", "51"), std::pair("ownPue", "0.9"), std::pair("ownPue", "nan"), std::pair("ownUtilisation", "0"),
              std::pair("ownGpu", " "), std::pair("ownGpus", "0"), std::pair("ownUtilisation", "101"), std::pair("ownCurrency", "RMB")})
            QTest::addRow("%s %s", field, text) << QString::fromLatin1(field) << QString::fromLatin1(text);
    }
    void ownHardwareThatMakesNoSenseIsNone()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        OwnTexts texts{{"ownPrice", "10"}, {"ownCurrency", "CNY"}, {"ownGpu", "T4"},
                       {"ownGpus", "1"},   {"ownWatts", "300"},    {"ownKwh", "0"}};
        QVERIFY(readOwnHardware(texts).machine);
        texts[field] = text;
        QVERIFY(!readOwnHardware(texts).machine);
        QCOMPARE(readOwnHardware(texts).wrong, QStringList{field});
    }

    void theEstimateFoldsToItsTotal()
    {
        EstimatePanel panel;
        panel.setOffer(bookOf(someOffers()), kOnDemand, Currency::USD);
        panel.show();
        QSignalSpy folded(&panel, &EstimatePanel::foldToggled);
        panel.findChild<QToolButton *>(QStringLiteral("estimateFold"))->click();
        QCOMPARE(folded.size(), 1);
        QVERIFY(!panel.findChild<QLineEdit *>(QStringLiteral("estimateHours"))->isVisible());
        QVERIFY(panel.findChild<QLabel *>(QStringLiteral("estimateTotal"))->isVisible());
    }

    void theCardSaysWhetherItFits()
    {
        MemoryCard card;
        card.show();
        auto *badge = card.findChild<Badge *>(QStringLiteral("memoryVerdict"));
        QVERIFY(!badge->isVisible());  // the training is not specified
        MemoryRequest request = MemoryDialog::start();
        request.zeroStage = 3;
        const OfferBookPtr book = bookOf(someOffers());
        card.setRequest(request);
        card.setOffer(book, kNoPrice);  // 8 × H200
        QCOMPARE(badge->look().tone, Tone::Ok);
        card.setOffer(book, 3);  // a T4
        QCOMPARE(badge->look().tone, Tone::Bad);
        QVERIFY(card.findChild<StackedBar *>()->accessibleName().contains(QStringLiteral("GiB")));
    }

    void theCalculatorNamesFormulaAndGpus()
    {
        const OfferBookPtr book = bookOf(someOffers());
        MemoryDialog dialog(book->catalog.gpus(), MemoryDialog::start());
        dialog.show();
        auto *lines = dialog.findChild<QTableView *>(QStringLiteral("memoryLines"))->model();
        const auto need = memoryNeed(MemoryDialog::start());
        QVERIFY(need);
        QCOMPARE(lines->rowCount(), int(need->lines.size()));
        for (int row = 0; row < lines->rowCount(); ++row)
            QCOMPARE(lines->index(row, 2).data().toString(), need->lines[row].formula);
        auto *fits = dialog.findChild<QTableView *>(QStringLiteral("memoryFits"));
        QCOMPARE(fits->model()->rowCount(), int(book->catalog.gpus().size()));

        QSignalSpy chosen(&dialog, &MemoryDialog::gpuChosen);
        fits->setCurrentIndex(fits->model()->index(0, 0));
        dialog.findChild<QPushButton *>(QStringLiteral("memoryUse"))->click();
        QCOMPARE(chosen.size(), 1);
        const auto holds = gpusThatHold(book->catalog.gpus(), MemoryDialog::start());
        QCOMPARE(chosen[0][0].toString(), book->catalog.gpus()[holds->first().gpu].id);
        QCOMPARE(chosen[0][1].toInt(), holds->first().gpus);
        QVERIFY(!dialog.isVisible());
    }

    void aGpuThatDoesNotHoldItCannotBeChosen()
    {
        const OfferBookPtr book = bookOf(someOffers());
        MemoryDialog dialog(book->catalog.gpus(), MemoryDialog::start());
        dialog.show();
        auto *fits = dialog.findChild<QTableView *>(QStringLiteral("memoryFits"));
        fits->setCurrentIndex(fits->model()->index(fits->model()->rowCount() - 1, 0));
        auto *use = dialog.findChild<QPushButton *>(QStringLiteral("memoryUse"));
        QVERIFY(!use->isEnabled());
        QVERIFY(!use->toolTip().isEmpty());
    }

    void choosingAModelAndAnOptimizerCountsAnew()
    {
        const OfferBookPtr book = bookOf(someOffers());
        MemoryDialog dialog(book->catalog.gpus(), MemoryDialog::start());
        dialog.show();
        auto *total = dialog.findChild<QLabel *>(QStringLiteral("memoryTotal"));
        QStringList totals{total->text()};
        const auto choose = [&](const char *name, int index) {
            auto *box = dialog.findChild<QComboBox *>(QLatin1String(name));
            box->setCurrentIndex(index);
            Q_EMIT box->activated(index);
            totals << total->text();
        };
        choose("memoryOptimizer", int(Optimizer::Sgd));
        choose("memoryModel", 0);  // a convolutional network has no shape to specify
        QVERIFY(!dialog.findChild<QLineEdit *>(QStringLiteral("memoryLayers"))->isVisible());
        auto *model = dialog.findChild<QComboBox *>(QStringLiteral("memoryModel"));
        choose("memoryModel", model->count() - 1);
        QVERIFY(dialog.findChild<QLineEdit *>(QStringLiteral("memoryLayers"))->isVisible());
        QCOMPARE(QSet<QString>(totals.cbegin(), totals.cend()).size(), totals.size());
        // The parameters follow the shape.
        auto *layers = dialog.findChild<QLineEdit *>(QStringLiteral("memoryLayers"));
        auto *parameters = dialog.findChild<QLineEdit *>(QStringLiteral("memoryParameters"));
        const QString before = parameters->text();
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("64"));
        QVERIFY(parameters->text() != before);
        // Invalid input is reported when the field is left, and the last answer stays.
        const QString last = total->text();
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("many"));
        QTest::keyClick(layers, Qt::Key_Return);
        QVERIFY(!layers->accessibleDescription().isEmpty());
        QCOMPARE(total->text(), last);
    }

private:
    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestOfferCosts)
#include "tst_offercosts.moc"
