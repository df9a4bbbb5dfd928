// SPDX-License-Identifier: GPL-3.0-or-later
// The table of offers and its texts: the text of each cell, and the cost of showing 100,000 offers.
#include "core/base/format.h"
#include "tests/ui/offers/offerbooks.h"
#include "ui/offers/comparemodel.h"
#include "ui/offers/needtext.h"
#include "ui/offers/offersearch.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/offertableview.h"
#include "ui/offers/offerwords.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

class CountingModel : public OfferTableModel {
public:
    using OfferTableModel::OfferTableModel;
    QVariant data(const QModelIndex &index, int role) const override
    {
        ++asked;
        return OfferTableModel::data(index, role);
    }
    mutable qint64 asked = 0;
};

void fill(OfferTableModel &model, const OfferBookPtr &book, const OfferQuery &query = {})
{
    const auto found = select(book->catalog, query, book->rates);
    QVERIFY(found);
    model.setOffers(book, *found, query);
}

ExchangeRates dollarAt(const char *yuan)
{
    ExchangeRates rates;
    rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=%1@2026-11-01").arg(QLatin1String(yuan)), QDate(2026, 11, 21)));
    return rates;
}

QString cell(const OfferTableModel &model, int row, int column) { return model.index(row, column).data().toString(); }

}  // namespace

class TestOfferTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanup() { m_theme.reset(); }

    void theModelKeepsItsContract()
    {
        OfferTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        fill(model, bookOf(someOffers()));
        model.togglePin(2);
        fill(model, bookOf(someOffers()));
        QCOMPARE(model.rowCount(), 6);
    }

    void cellsSayPriceSourceAndAge()
    {
        OfferTableModel model;
        fill(model, bookOf(someOffers()));
        QCOMPARE(cell(model, 0, OfferTableModel::Provider), QStringLiteral("Google Cloud"));
        QCOMPARE(cell(model, 0, OfferTableModel::Hour), QStringLiteral("0.50"));
        QCOMPARE(cell(model, 2, OfferTableModel::Gpu), QStringLiteral("8 × A100 SXM 40GB"));
        QCOMPARE(cell(model, 2, OfferTableModel::GpuHour), QStringLiteral("1.125"));
        QCOMPARE(cell(model, 2, OfferTableModel::GibHour), QStringLiteral("0.0281"));
        QCOMPARE(cell(model, 2, OfferTableModel::Interrupted), QStringLiteral(">20%"));
        QCOMPARE(cell(model, 2, OfferTableModel::From), QStringLiteral("price-list · 1 d"));
        QCOMPARE(cell(model, 3, OfferTableModel::From), QStringLiteral("price-list · 110 d"));
        QVERIFY(model.index(0, 0).data(OfferTableModel::OldRole).toBool());
        QVERIFY(!model.index(3, 0).data(OfferTableModel::OldRole).toBool());
    }

    void whatIsNotKnownIsADashWithItsReasonAndNeverZero()
    {
        OfferTableModel model;
        fill(model, bookOf(someOffers()));
        QCOMPARE(cell(model, 5, OfferTableModel::Type), QStringLiteral("a3-ultra"));
        for (const int column : {OfferTableModel::Hour, OfferTableModel::GpuHour, OfferTableModel::TflopHour, OfferTableModel::GibHour}) {
            QCOMPARE(cell(model, 5, column), QStringLiteral("–"));
            QCOMPARE(model.index(5, column).data(Qt::AccessibleTextRole).toString(), unknownWord());
            QVERIFY(model.index(5, column).data(Qt::ToolTipRole).toString().startsWith(QLatin1String("Price unknown.")));
        }
    }

    void anotherCurrencyIsOnlyConvertedAtTheGivenRate()
    {
        OfferTableModel model;
        fill(model, bookOf(someOffers()));
        QCOMPARE(cell(model, 4, OfferTableModel::Hour), QStringLiteral("35.50") + QChar(0x00A0) + QStringLiteral("CNY"));
        QVERIFY(model.index(4, 0).data(OfferTableModel::ForeignRole).toBool());
        fill(model, bookOf(someOffers(), dollarAt("7.1")));
        QCOMPARE(cell(model, 2, OfferTableModel::Type), QStringLiteral("gn7e"));
        QCOMPARE(cell(model, 2, OfferTableModel::Hour), QStringLiteral("5.00"));
        const QString tip = model.index(2, OfferTableModel::Hour).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("1 USD = 7.10 CNY")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("1 Nov 2026")), qPrintable(tip));
    }

    void aRowIsReadAsASentence()
    {
        OfferTableModel model;
        fill(model, bookOf(someOffers()));
        const QString sentence = model.index(2, OfferTableModel::Provider).data(Qt::AccessibleTextRole).toString();
        for (const char *part : {"AWS", "p4d.24xlarge", "us-east-1", "spot", "8 ×", "9.00", "price-list"})
            QVERIFY2(sentence.contains(QString::fromUtf8(part)), qPrintable(sentence));
    }

    void aHundredThousandOffersCostWhatTheVisibleOnesCost()
    {
        const OfferBookPtr few = manyOffers(200), many = manyOffers(100'000);
        std::array<qint64, 2> asked{};
        for (size_t i = 0; i < 2; ++i) {
            CountingModel model;
            OfferTableView view;
            view.setOffers(&model);
            view.resize(1100, 600);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            model.asked = 0;
            fill(model, i == 0 ? few : many);
            view.setCurrentIndex(model.index(0, 1));
            QVERIFY(!view.grab().isNull());
            view.scrollToBottom();
            QVERIFY(!view.grab().isNull());
            asked[i] = model.asked;
        }
        QVERIFY(asked[0] > 0);
        QVERIFY2(asked[1] < asked[0] * 2,
                 qPrintable(QStringLiteral("%1 cells for 200 offers, %2 for 100,000").arg(asked[0]).arg(asked[1])));
    }

    void whileAQueryIsAnsweredOnlyTheNewestRequestWaits()
    {
        const OfferBookPtr book = manyOffers(100'000);
        OfferSearch search;
        QStringList answered;
        connect(&search, &OfferSearch::found, this, [&](const OfferFindings &findings) { answered << findings.query.words.value(0); });
        const QStringList typed{QStringLiteral("t"), QStringLiteral("ty"), QStringLiteral("typ"), QStringLiteral("type"),
                                QStringLiteral("type-77777")};
        for (const QString &word : typed) {
            OfferQuery query;
            query.words = QStringList{word};
            search.ask(book, query);
        }
        QTRY_VERIFY(!answered.isEmpty());
        QTRY_VERIFY(!search.isBusy());
        // The first may have been answered before the second was typed; those in between were never searched.
        QVERIFY2(answered.size() <= 2, qPrintable(answered.join(u' ')));
        QCOMPARE(answered.last(), typed.last());
    }

    void whatHidesMostIsNamed()
    {
        const OfferBookPtr book = bookOf(someOffers());
        OfferSearch search;
        std::optional<OfferFindings> answer;
        connect(&search, &OfferSearch::found, this, [&](const OfferFindings &findings) { answer = findings; });
        OfferQuery query;
        query.providers = QStringList{QStringLiteral("aws")};
        query.mostPerHour = Money(Money::kNanosPerUnit / 10, Currency::USD);
        search.ask(book, query);
        QTRY_VERIFY(answer);
        QVERIFY(answer->hindrance);
        QCOMPARE(int(answer->hindrance->condition), int(OfferCondition::Price));
        QCOMPARE(answer->hindrance->hidden, size_t(3));
        answer.reset();
        query = {};
        query.gpus = QStringList{QStringLiteral("nonsense")};
        search.ask(book, query);
        QTRY_VERIFY(answer);
        QVERIFY(answer->problem && answer->hindrance);
        QCOMPARE(int(answer->hindrance->condition), int(OfferCondition::Gpu));
    }

    void columnsThatFitAreShownAndTheSortedOneAlways()
    {
        OfferTableModel model;
        OfferTableView view;
        view.setOffers(&model);
        OfferQuery query;
        query.order = OfferOrder::TflopHour;
        fill(model, bookOf(someOffers()), query);
        view.resize(1600, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (int column = 0; column < OfferTableModel::ColumnCount; ++column)
            QVERIFY2(view.isColumnHidden(column) == (column == OfferTableModel::MeasuredTflopHour), qPrintable(QString::number(column)));
        view.resize(620, 400);
        QTRY_VERIFY(view.isColumnHidden(OfferTableModel::Interrupted));
        QVERIFY(!view.isColumnHidden(OfferTableModel::TflopHour));
        QVERIFY(!view.isColumnHidden(OfferTableModel::Hour));
        QVERIFY(!view.isColumnHidden(OfferTableModel::Type));
        int width = 0;
        for (int column = 0; column < OfferTableModel::ColumnCount; ++column)
            width += view.isColumnHidden(column) ? 0 : view.columnWidth(column);
        QCOMPARE(width, view.viewport()->width());
    }

    void whatTellsOffersApartIsWhole()
    {
        OfferTableModel model;
        OfferTableView view;
        view.setOffers(&model);
        fill(model, bookOf(someOffers()));
        view.resize(1034, 400);  // beside the needs, in a window as the pictures show it
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto isWhole = [&](int column, TextRole role, const QString &text) {
            return QFontMetrics(textFont(role)).horizontalAdvance(text) <= view.columnWidth(column) - 2 * dp(8);
        };
        QVERIFY(isWhole(OfferTableModel::From, TextRole::Small, QStringLiteral("skypilot-v9，2026")));
        QVERIFY(isWhole(OfferTableModel::Gpu, TextRole::Body, QStringLiteral("8 × A100 SXM 40GB")));
        QVERIFY(isWhole(OfferTableModel::Region, TextRole::Body, QStringLiteral("ap-southeast-1")));
        view.resize(610, 400);  // with text twice as large
        QTRY_VERIFY(view.isColumnHidden(OfferTableModel::From));
        for (const int column : {OfferTableModel::Provider, OfferTableModel::Type, OfferTableModel::Region, OfferTableModel::Gpu,
                                 OfferTableModel::Way, OfferTableModel::Hour})
            QVERIFY2(!view.isColumnHidden(column), qPrintable(QString::number(column)));
        QVERIFY(isWhole(OfferTableModel::Way, TextRole::Small, purchaseWord(Purchase::OnDemand)));
        QVERIFY(isWhole(OfferTableModel::Gpu, TextRole::Body, QStringLiteral("8 × H100 SXM")));
    }

    void keysPinOpenAndCopy()
    {
        OfferTableModel model;
        OfferTableView view;
        view.setOffers(&model);
        fill(model, bookOf(someOffers()));
        view.resize(1100, 400);
        view.show();
        view.setCurrentIndex(model.index(2, 1));
        QSignalSpy pinned(&view, &OfferTableView::pinToggled), opened(&view, &OfferTableView::detailsRequested);
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(pinned[0][0].toULongLong(), 1ULL);  // its row in the catalogue
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains(QStringLiteral("p4d.24xlarge\tus-east-1")), qPrintable(copied));
        QVERIFY2(copied.contains(QStringLiteral("9.00")) && copied.contains(QStringLiteral("price-list")), qPrintable(copied));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentIndex().row(), 3);
    }

    void theHeadOfAPriceColumnAsksForThatOrder()
    {
        OfferTableModel model;
        OfferTableView view;
        view.setOffers(&model);
        fill(model, bookOf(someOffers()));
        view.resize(1600, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy ordered(&view, &OfferTableView::orderChosen);
        const auto click = [&](int column) {
            QHeaderView *header = view.horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + header->sectionSize(column) / 2, header->height() / 2));
        };
        click(OfferTableModel::Region);
        QCOMPARE(ordered.size(), 0);
        click(OfferTableModel::GibHour);
        QCOMPARE(ordered.size(), 1);
        QCOMPARE(ordered[0][0].value<OfferOrder>(), OfferOrder::GibHour);
        QCOMPARE(view.horizontalHeader()->sortIndicatorSection(), int(OfferTableModel::GibHour));
    }

    void comparingNamesTheCheapest()
    {
        const OfferBookPtr book = bookOf(someOffers());
        CompareModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setOffers(book, {0, 1}, {});
        QCOMPARE(model.columnCount(), 2);
        int best = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(!model.index(row, 0).data(CompareModel::BestRole).toBool());
            best += model.index(row, 1).data(CompareModel::BestRole).toBool();
        }
        QCOMPARE(best, 4);  // by hour, GPU, TFLOP/s and GiB
        // There is no exchange rate for the yuan: neither is cheaper.
        model.setOffers(book, {2, 4}, {});
        for (int row = 0; row < model.rowCount(); ++row) {
            for (const int column : {0, 1})
                QVERIFY(!model.index(row, column).data(CompareModel::BestRole).toBool());
        }
    }

    void countsAreReadAsOnTheCommandLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        QTest::newRow("exactly") << "8" << 80000 << 80000;
        QTest::newRow("at least") << "4+" << 40000 << -1;
        QTest::newRow("between") << " 2-8 " << 20000 << 80000;
        QTest::newRow("between, with a dash") << QStringLiteral("2–8") << 20000 << 80000;
        QTest::newRow("a slice") << "0.5" << 5000 << 5000;
        QTest::newRow("any") << "" << -1 << -1;
        QTest::newRow("the wrong way round") << "8-2" << -2 << -2;
        QTest::newRow("none") << "0" << -2 << -2;
        QTest::newRow("a word") << "many" << -2 << -2;
        QTest::newRow("half a range") << "2-" << -2 << -2;
    }

    void countsAreReadAsOnTheCommandLine()
    {
        QFETCH(QString, text);
        QFETCH(int, least);
        QFETCH(int, most);
        const auto counts = gpuCountsFromText(text);
        QCOMPARE(counts.has_value(), least != -2);
        if (counts) {
            QCOMPARE(counts->least.value_or(-1), least);
            QCOMPARE(counts->most.value_or(-1), most);
        }
    }

    void agesAreAsPreciseAsTheirSource()
    {
        const QDate today(2026, 11, 21);
        QCOMPARE(ageText(*AsOf::parse("2026-11-21"), today), QStringLiteral("today"));
        QCOMPARE(ageText(*AsOf::parse("2026-11-01"), today), QStringLiteral("20 d"));
        QCOMPARE(ageText(*AsOf::parse("2025-04"), today), QStringLiteral("2025-04"));
        QCOMPARE(ageText(*AsOf::parse("2026"), today), QStringLiteral("2026"));
        QVERIFY(!isOldPrice(*AsOf::parse("2026"), today));
        QVERIFY(isOldPrice(*AsOf::parse("2025"), today));
        QVERIFY(isOldPrice(*AsOf::parse("2026-04"), today));
    }

private:
    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestOfferTable)
#include "tst_offertable.moc"
