// SPDX-License-Identifier: GPL-3.0-or-later
// The offers page and its dialogs, driven by keys and clicks on catalogues made for them.
#include "tests/ui/offers/offerbooks.h"
#include "ui/common/messagebar.h"
#include "ui/offers/needspanel.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/ownhardwaredialog.h"
#include "ui/offers/ratecarddialog.h"
#include "ui/offers/ratedialog.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace trainyard;

class TestOffersPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_page = std::make_unique<OffersPage>();
        m_page->resize(1340, 820);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_theme.reset();
    }

    void theCalculatorTakesNothingOverWithEscape()
    {
        showOffers(6);
        const auto open = [this] {
            find<QPushButton>("memoryChange")->click();
            auto *dialog = m_page->findChild<QDialog *>(QStringLiteral("memoryDialog"));
            auto *batch = dialog->findChild<QLineEdit *>(QStringLiteral("memoryBatch"));
            batch->selectAll();
            QTest::keyClicks(batch, QStringLiteral("77"));
            return dialog;
        };
        QPointer<QDialog> dialog = open();
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
        QVERIFY(labels().filter(QStringLiteral("77 ×")).isEmpty());
        dialog = open();
        dialog->findChild<QPushButton *>(QStringLiteral("memoryKeep"))->click();
        QTRY_VERIFY(!dialog);
        QVERIFY(!labels().filter(QStringLiteral("77 ×")).isEmpty());
    }

    void machineIsConnectedAtThePriceOfTheCurrentOffer()
    {
        showOffers(6);
        type("offersFilter", QStringLiteral("g5.xlarge"));
        QTRY_COMPARE(rows(), 1);
        QSignalSpy wanted(m_page.get(), &OffersPage::connectRequested);
        find<QPushButton>("estimateConnect")->click();
        QCOMPARE(wanted.size(), 1);
        const auto offer = wanted.takeFirst().first().value<std::optional<HourlyOffer>>();
        QVERIFY(offer);
        QCOMPARE(offer->id, QStringLiteral("aws/g5.xlarge/eu-west-1/on-demand"));
        QCOMPARE(offer->perHour, *Money::parse("1", Currency::USD));
        QCOMPARE(offer->billing.minimum, std::chrono::seconds(60));
        // An offer with an unknown price is connected without one.
        find<QLineEdit>("offersFilter")->clear();
        QTRY_COMPARE(rows(), 6);
        type("offersFilter", QStringLiteral("a3-ultra"));
        QTRY_COMPARE(rows(), 1);
        find<QPushButton>("estimateConnect")->click();
        QVERIFY(!wanted.takeFirst().first().value<std::optional<HourlyOffer>>());
    }

    void filtersAsOneTypes()
    {
        showOffers(6);
        type("offersFilter", QStringLiteral("aws spot"));
        QTRY_COMPARE(rows(), 1);
        QCOMPARE(text(0, OfferTableModel::Way), QStringLiteral("spot"));
        QVERIFY(labels().contains(QStringLiteral("1 of 6 offers")));
        find<QLineEdit>("offersFilter")->clear();
        QTRY_COMPARE(rows(), 6);
    }

    void everyNeedNarrowsTheList_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("rows");
        QTest::newRow("GPU") << "needGpus"
                             << "A100" << 3;
        QTest::newRow("two GPUs") << "needGpus" << QStringLiteral("T4， A10G") << 2;
        QTest::newRow("count") << "needCount"
                               << "8" << 3;
        QTest::newRow("memory per GPU") << "needGpuMemory"
                                        << "80" << 2;
        QTest::newRow("memory together") << "needTotalMemory"
                                         << "300" << 3;
        QTest::newRow("processors") << "needVcpus"
                                    << "16" << 4;
        QTest::newRow("memory") << "needMemory"
                                << "1000" << 3;
        QTest::newRow("region") << "needRegion"
                                << "us-" << 4;
        QTest::newRow("continent") << "needPlace"
                                   << "europe" << 1;
        QTest::newRow("two places") << "needPlace" << QStringLiteral("中国、Ireland") << 2;
        QTest::newRow("city") << "needPlace"
                              << "Council Bluffs" << 1;
        QTest::newRow("provider") << "needProvider"
                                  << "google" << 2;
        // Offers without a price are left out, those that cannot be compared are listed separately.
        QTest::newRow("price") << "needPrice"
                               << "1" << 3;
    }

    void everyNeedNarrowsTheList()
    {
        QFETCH(QString, field);
        QFETCH(QString, value);
        QFETCH(int, rows);
        showOffers(6);
        type(field.toLatin1().constData(), value);
        QTRY_COMPARE(this->rows(), rows);
        find<QPushButton>("resetNeedsButton")->click();
        QTRY_COMPARE(this->rows(), 6);
        QCOMPARE(find<QLineEdit>(field.toLatin1().constData())->text(), QString());
    }

    void waysToBuyAreTicked()
    {
        showOffers(6);
        find<QCheckBox>("needPurchase1")->click();
        QTRY_COMPARE(rows(), 1);
        find<QCheckBox>("needPurchase0")->click();
        QTRY_COMPARE(rows(), 6);
    }

    void whatMakesNoSenseIsSaidWhenTheFieldIsLeft()
    {
        showOffers(6);
        type("needCount", QStringLiteral("8"));
        QTRY_COMPARE(rows(), 3);
        type("needCount", QStringLiteral("x"));  // "8x"
        QVERIFY(find<QLineEdit>("needCount")->accessibleDescription().isEmpty());
        QTest::keyClick(find<QLineEdit>("needCount"), Qt::Key_Return);
        QVERIFY(!find<QLineEdit>("needCount")->accessibleDescription().isEmpty());
        QCOMPARE(rows(), 3);  // the last valid one
        find<QLineEdit>("needCount")->clear();
        QTRY_COMPARE(rows(), 6);
        QVERIFY(find<QLineEdit>("needCount")->accessibleDescription().isEmpty());
    }

    void placesArePickedFromAMenu()
    {
        showOffers(6);
        const auto pick = [this](const char *action) {
            QTest::mouseClick(find<QToolButton>("pickPlaceButton"), Qt::LeftButton);
            auto *menu = m_page->findChild<QMenu *>(QStringLiteral("placeMenu"));
            QVERIFY(menu);
            auto *chosen = menu->findChild<QAction *>(QLatin1String(action));
            QVERIFY2(chosen, action);
            chosen->trigger();
            menu->close();
            QTRY_VERIFY(!m_page->findChild<QMenu *>(QStringLiteral("placeMenu")));
        };
        pick("place-europe");
        QTRY_COMPARE(rows(), 1);
        pick("place-CN");
        QCOMPARE(find<QLineEdit>("needPlace")->text(), QStringLiteral("Europe, China (mainland)"));
        QTRY_COMPARE(rows(), 2);
        pick("place-europe");
        QTRY_COMPARE(rows(), 1);
        QCOMPARE(text(0, OfferTableModel::Region), QStringLiteral("cn-beijing"));
        pick("anywhereAction");
        QTRY_COMPARE(rows(), 6);
    }

    void aPlaceThatIsNoneIsSaid()
    {
        showOffers(6);
        type("needPlace", QStringLiteral("europe"));
        QTRY_COMPARE(rows(), 1);
        type("needPlace", QStringLiteral("x"));
        QTest::keyClick(find<QLineEdit>("needPlace"), Qt::Key_Return);
        QVERIFY(find<QLineEdit>("needPlace")->accessibleDescription().contains(QLatin1String("europex")));
        QCOMPARE(rows(), 1);
    }

    void whatMayFitIsShownOnDemand()
    {
        m_page->setBook(bookOf(someOffers() + "vast,here,T4,1,16,8,30,,on-demand,0.1,USD,2026-11-01,price-list,\n"), {});
        QTRY_COMPARE(rows(), 7);
        auto *mayFit = find<QPushButton>("offersMayFit");
        QVERIFY(!mayFit->isVisible());
        QVERIFY(
            model()->index(0, OfferTableModel::Region).data(Qt::ToolTipRole).toString().contains(QLatin1String("does not state a region")));
        QCOMPARE(text(0, OfferTableModel::Region), QStringLiteral("–"));
        type("needPlace", QStringLiteral("europe"));
        QTRY_COMPARE(rows(), 1);
        QVERIFY(mayFit->isVisible());
        QTest::mouseClick(mayFit, Qt::LeftButton);
        QTRY_COMPARE(rows(), 2);
        QCOMPARE(text(1, OfferTableModel::Type), QStringLiteral("here"));  // last, even if it is the cheapest
        QTest::mouseClick(mayFit, Qt::LeftButton);
        QTRY_COMPARE(rows(), 1);
    }

    void withoutAnOfferThereIsNoEstimate()
    {
        showOffers(6);
        auto *total = find<QLabel>("estimateTotal");
        QVERIFY(!total->text().isEmpty());
        const QString before = total->text();
        type("offersFilter", QStringLiteral("nothingofthiskind"));
        QTRY_COMPARE(rows(), 0);
        QVERIFY(total->text().isEmpty());
        QVERIFY(!find<QPushButton>("estimateCopy")->isEnabled());
        find<QLineEdit>("offersFilter")->clear();
        QTRY_COMPARE(rows(), 6);
        QCOMPARE(total->text(), before);
    }

    void nothingMovesWhenThereIsSomethingToReset()
    {
        showOffers(6);
        auto *field = find<QLineEdit>("needGpus");
        const QPoint before = field->mapTo(m_page.get(), QPoint(0, 0));
        type("needGpus", QStringLiteral("A100"));
        QTRY_COMPARE(rows(), 3);
        QVERIFY(find<QPushButton>("resetNeedsButton")->isVisible());
        QCOMPARE(field->mapTo(m_page.get(), QPoint(0, 0)), before);
    }

    void allNeedsFindRoomBesideTheList()
    {
        showOffers(6);
        auto *needs = find<NeedsPanel>("needsPanel");
        const QWidget *room = needs->parentWidget()->parentWidget();  // the visible part of the side panel
        QVERIFY2(needs->mapTo(room, needs->rect().topRight()).x() < room->width(), qPrintable(QString::number(needs->width())));
    }

    void suggestionsStandBesideTheFields()
    {
        showOffers(6);
        auto *field = find<QLineEdit>("needGpus");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("A100"));
        QTRY_VERIFY(field->completer()->popup()->isVisible());
        const QWidget *list = field->completer()->popup();
        for (const char *other : {"needGpus", "needCount", "needPrice", "needGpuMemory", "needVcpus"}) {
            const auto *covered = find<QLineEdit>(other);
            QVERIFY2(!list->geometry().intersects(QRect(covered->mapToGlobal(QPoint(0, 0)), covered->size())), other);
        }
        // As X11 reports it: the click on another field goes to the list, which closes.
        auto *count = find<QLineEdit>("needCount");
        const QPoint at = count->mapToGlobal(count->rect().center());
        QMouseEvent click(QEvent::MouseButtonPress, QPointF(list->mapFromGlobal(at)), QPointF(at), Qt::LeftButton, Qt::LeftButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(field->completer()->popup(), &click);
        QVERIFY(!list->isVisible() && count->hasFocus());
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("8"));
        QCOMPARE(field->text(), QStringLiteral("A100"));
        QCOMPARE(count->text(), QStringLiteral("8"));
    }

    // The open list takes the keys, as a pop-up does: they must still lead out of the field, and Escape must close no more than the list.
    void suggestionsAreNoKeyboardTrap()
    {
        showOffers(6);
        auto *field = find<QLineEdit>("needGpus");
        const auto open = [field] {
            field->setFocus();
            field->clear();
            QTest::keyClicks(field, QStringLiteral("A1"));
            return QTest::qWaitFor([field] { return field->completer()->popup()->isVisible(); });
        };
        const QWidget *const list = field->completer()->popup();
        QVERIFY(open());
        QTest::keyClick(field->completer()->popup(), Qt::Key_Escape);
        QVERIFY(!list->isVisible() && field->hasFocus());
        QCOMPARE(field->text(), QStringLiteral("A1"));
        QTest::keyClick(field, Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() && !field->hasFocus());

        for (const int key : {int(Qt::Key_Tab), int(Qt::Key_Backtab)}) {
            QVERIFY(open());
            QTest::keyClick(field->completer()->popup(), Qt::Key(key), key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
            QVERIFY(!list->isVisible());
            QVERIFY(QApplication::focusWidget() && !field->hasFocus());
            QCOMPARE(field->text(), QStringLiteral("A1"));
        }

        QVERIFY(open());
        QTest::keyClick(field->completer()->popup(), Qt::Key_Down);
        QTest::keyClick(field->completer()->popup(), Qt::Key_Return);
        QVERIFY(!list->isVisible() && field->hasFocus());
        QVERIFY2(field->text().contains(QLatin1String("A100")), qPrintable(field->text()));
    }

    void ordersGoByEachPrice()
    {
        showOffers(6);
        auto *order = find<QComboBox>("offersOrder");
        QStringList first;
        for (int i = 0; i < order->count(); ++i) {
            order->setCurrentIndex(i);
            Q_EMIT order->activated(i);
            QTRY_COMPARE(int(model()->query().order), i);
            first << text(0, OfferTableModel::Type);
        }
        QCOMPARE(first, (QStringList{"n1-t4", "n1-t4", "p4d.24xlarge", "p4d.24xlarge", "gn7e"}));  // nothing was measured: no order
    }

    void theThroughputsPrecisionCanBeChosen()
    {
        showOffers(6);
        auto *precision = find<QComboBox>("offersPrecision");
        QVERIFY(!precision->isVisible());
        auto *order = find<QComboBox>("offersOrder");
        Q_EMIT order->activated(static_cast<int>(OfferOrder::TflopHour));
        QVERIFY(precision->isVisible());
        QCOMPARE(precision->currentText(), QStringLiteral("fp16"));
        QTRY_COMPARE(text(0, OfferTableModel::Type), QStringLiteral("p4d.24xlarge"));
        const QString before = text(0, OfferTableModel::TflopHour);
        // An A100 is 16 times slower there.
        precision->setCurrentText(QStringLiteral("fp32"));
        Q_EMIT precision->activated(precision->currentIndex());
        QTRY_COMPARE(model()->query().precision, Precision::Fp32);
        QTRY_VERIFY(text(0, OfferTableModel::TflopHour) != before);
        Q_EMIT order->activated(static_cast<int>(OfferOrder::Hour));
        QVERIFY(!precision->isVisible());
    }

    void ownHardwareIsAskedForAndCounted()
    {
        showOffers(6);
        const auto dialog = [this] { return m_page->findChild<OwnHardwareDialog *>(); };
        const auto field = [&](const char *name) { return dialog()->findChild<QLineEdit *>(QLatin1String(name)); };
        find<QPushButton>("estimateOwn")->click();
        QVERIFY(dialog()->isVisible() && !dialog()->findChild<QPushButton *>(QStringLiteral("ownForget"))->isVisible());
        field("ownPrice")->setText(QStringLiteral("26280"));
        field("ownWatts")->setText(QStringLiteral("much"));
        dialog()->findChild<QPushButton *>(QStringLiteral("ownSet"))->click();
        QVERIFY(dialog()->isVisible());
        QVERIFY(!field("ownWatts")->accessibleDescription().isEmpty() && !field("ownKwh")->accessibleDescription().isEmpty());
        QVERIFY(field("ownPrice")->accessibleDescription().isEmpty());
        field("ownWatts")->setText(QStringLiteral("1000"));
        field("ownKwh")->setText(QStringLiteral("0.25"));
        dialog()->findChild<QPushButton *>(QStringLiteral("ownSet"))->click();
        QVERIFY(!field("ownGpu")->accessibleDescription().isEmpty() && !field("ownGpus")->accessibleDescription().isEmpty());
        field("ownGpu")->setText(QStringLiteral("T4"));
        field("ownGpus")->setText(QStringLiteral("2"));
        dialog()->findChild<QPushButton *>(QStringLiteral("ownSet"))->click();
        // It is found and selected: 26280 / (36 · 730 h) and a kWh an hour, 12 h.
        QTRY_COMPARE(rows(), 7);
        const QModelIndex row = view()->currentIndex();
        QCOMPARE(row.siblingAtColumn(OfferTableModel::Provider).data().toString(), QStringLiteral("Own hardware"));
        QCOMPARE(row.siblingAtColumn(OfferTableModel::Hour).data().toString(), QStringLiteral("1.25"));
        QCOMPARE(row.siblingAtColumn(OfferTableModel::GpuHour).data().toString(), QStringLiteral("0.625"));
        QVERIFY(find<QLabel>("estimateTotal")->text().contains(QStringLiteral("15.00")));
        QTRY_VERIFY(!dialog());
        // If the needs hide it, the page reports that.
        type("needGpus", QStringLiteral("A10G"));
        QTRY_COMPARE(rows(), 1);
        find<QPushButton>("estimateOwn")->click();
        QCOMPARE(field("ownPrice")->text(), QStringLiteral("26280"));
        QVERIFY(m_page->messageBar()->messages().isEmpty());
        dialog()->findChild<QPushButton *>(QStringLiteral("ownSet"))->click();
        QTRY_VERIFY(!m_page->messageBar()->messages().isEmpty());
        QTRY_VERIFY(!dialog());
        find<QPushButton>("estimateOwn")->click();
        dialog()->findChild<QPushButton *>(QStringLiteral("ownForget"))->click();
        find<QLineEdit>("needGpus")->clear();
        QTRY_COMPARE(rows(), 6);
    }

    void nothingFitsNamesTheWorstNeedAndClearsIt()
    {
        showOffers(6);
        type("needProvider", QStringLiteral("aws"));
        type("needPrice", QStringLiteral("0.1"));
        QTRY_COMPARE(rows(), 0);
        auto *button = find<QPushButton>("offersEmptyButton");
        QTRY_VERIFY(button->isVisible());
        QVERIFY2(button->text().contains(QStringLiteral("highest price")), qPrintable(button->text()));
        button->click();
        QTRY_COMPARE(rows(), 3);
        QCOMPARE(find<QLineEdit>("needProvider")->text(), QStringLiteral("aws"));
        type("offersFilter", QStringLiteral("zzz"));
        QTRY_COMPARE(rows(), 0);
        find<QPushButton>("offersEmptyLink")->click();
        QTRY_COMPARE(rows(), 6);
    }

    void anUnknownGpuIsSaidLikeAnyOtherNeed()
    {
        showOffers(6);
        type("needGpus", QStringLiteral("Banana 9000"));
        QTRY_COMPARE(rows(), 0);
        QTRY_VERIFY(find<QPushButton>("offersEmptyButton")->isVisible());
        find<QPushButton>("offersEmptyButton")->click();
        QTRY_COMPARE(rows(), 6);
    }

    void slashGoesToTheFilterAndDownToTheList()
    {
        showOffers(6);
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Slash);
        QVERIFY(find<QLineEdit>("offersFilter")->hasFocus());
        QCOMPARE(find<QLineEdit>("offersFilter")->text(), QString());
        QTest::keyClick(find<QLineEdit>("offersFilter"), Qt::Key_Down);
        QVERIFY(view()->hasFocus());
        QTest::keyClick(view(), Qt::Key_Down);
        QCOMPARE(view()->currentIndex().row(), 1);
    }

    void pinnedOffersStandSideBySide()
    {
        showOffers(6);
        auto *compare = find<QPushButton>("offersCompare");
        QVERIFY(!compare->isEnabled());
        QVERIFY(!compare->toolTip().isEmpty());
        view()->setFocus();
        view()->setCurrentIndex(model()->index(0, 1));
        QTest::keyClick(view(), Qt::Key_Space);
        QTest::keyClick(view(), Qt::Key_Down);
        QTest::keyClick(view(), Qt::Key_Space);
        QVERIFY(compare->isEnabled());
        QCOMPARE(compare->text(), QStringLiteral("Compare 2"));
        // They stay pinned whatever the list shows, also after the catalogue was read again.
        type("offersFilter", QStringLiteral("h200"));
        QTRY_COMPARE(rows(), 1);
        m_page->setBook(bookOf("lambda,new,T4,1,16,8,30,us,on-demand,3,USD,2026,price-list,\n" + someOffers()), {});
        QTRY_COMPARE(rows(), 1);
        compare->click();
        auto *side = find<QTableView>("compareView");
        QVERIFY(side->isVisible());
        QCOMPARE(side->model()->columnCount(), 2);
        QVERIFY(side->model()->headerData(0, Qt::Horizontal).toString().contains(QStringLiteral("n1-t4")));
        side->setFocus();
        QTest::keyClick(side, Qt::Key_Delete);
        QTRY_VERIFY(view()->isVisible());  // a single one is not a comparison
        QVERIFY(!compare->isEnabled());
    }

    void escapeLeavesTheComparison()
    {
        showOffers(6);
        for (int row = 0; row < 2; ++row) {
            view()->setCurrentIndex(model()->index(row, 1));
            QTest::keyClick(view(), Qt::Key_Space);
        }
        find<QPushButton>("offersCompare")->click();
        QTest::keyClick(find<QTableView>("compareView"), Qt::Key_Escape);
        QVERIFY(view()->isVisible());
        QVERIFY(view()->hasFocus());
        find<QPushButton>("offersCompare")->click();
        find<QPushButton>("compareClearButton")->click();
        QVERIFY(view()->isVisible());
        QVERIFY(model()->pinned().isEmpty());
    }

    void enterOpensAllThatIsKnown()
    {
        showOffers(6);
        view()->setFocus();
        view()->setCurrentIndex(model()->index(2, 1));
        QTest::keyClick(view(), Qt::Key_Return);
        auto *dialog = m_page->findChild<QDialog *>(QStringLiteral("offerDialog"));
        QVERIFY(dialog);
        QStringList all;
        for (const QLabel *label : dialog->findChildren<QLabel *>())
            all << label->text();
        for (const char *part : {"p4d.24xlarge", "us-east-1", "1 152 GiB", "price-list", "20 Nov 2026", ">20%"}) {
            QString wanted = QString::fromLatin1(part);
            if (wanted.startsWith(QLatin1String("1 152")))
                wanted = QStringLiteral("1\u202F152\u00A0GiB");
            QVERIFY2(all.contains(wanted), part);
        }
        dialog->findChild<QPushButton *>(QStringLiteral("offerDialogPin"))->click();
        QCOMPARE(model()->pinned().size(), 1);
        QTRY_VERIFY(!m_page->findChild<QDialog *>(QStringLiteral("offerDialog")));
    }

    void theMenuDoesWhatTheKeysDo()
    {
        showOffers(6);
        view()->setCurrentIndex(model()->index(2, 1));
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), view()->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(view(), &event);
        auto *menu = m_page->findChild<QMenu *>();
        QVERIFY(menu);
        menu->findChild<QAction *>(QStringLiteral("offerLikeAction"))->trigger();
        menu->close();
        QTRY_COMPARE(rows(), 2);
        QCOMPARE(find<QLineEdit>("needCount")->text(), QStringLiteral("8"));
    }

    void withoutARateNothingIsConvertedAndThatIsSaid()
    {
        showOffers(6);
        QVERIFY2(note().contains(QStringLiteral("CNY")) && note().contains(QStringLiteral("no exchange rate")), qPrintable(note()));
        QSignalSpy requested(m_page.get(), &OffersPage::rateRequested);
        find<QPushButton>("offersRate")->click();
        QCOMPARE(requested.size(), 1);
        ExchangeRates rates;
        rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=7.1@2026-11-01"), QDate(2026, 11, 21)));
        m_page->setBook(bookOf(someOffers(), rates), {});
        QTRY_VERIFY(!note().contains(QStringLiteral("CNY")));
        const QString rate = find<QPushButton>("offersRate")->text();
        QVERIFY2(rate.contains(QStringLiteral("7.10")) && rate.contains(QStringLiteral("1 Nov 2026")), qPrintable(rate));
        auto *currency = find<QComboBox>("offersCurrency");
        currency->setCurrentText(QStringLiteral("CNY"));
        Q_EMIT currency->activated(currency->currentIndex());
        QTRY_COMPARE(text(0, OfferTableModel::Hour), QStringLiteral("3.55"));
        QCOMPARE(model()->headerData(OfferTableModel::Hour, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("CNY/h"));
    }

    void aChosenOfferStaysChosenWhileTheListChanges()
    {
        showOffers(6);
        view()->setCurrentIndex(model()->index(3, 1));
        const QString wanted = text(3, OfferTableModel::Type);
        type("needProvider", QStringLiteral("aws"));
        QTRY_COMPARE(rows(), 3);
        QCOMPARE(text(view()->currentIndex().row(), OfferTableModel::Type), wanted);
        m_page->setBook(bookOf("aws,new,T4,1,16,8,30,us,on-demand,0.1,USD,2026,price-list,\n" + someOffers()), {});
        QTRY_COMPARE(rows(), 4);
        QCOMPARE(text(view()->currentIndex().row(), OfferTableModel::Type), wanted);
    }

    void loadingAndFailureAreSaid()
    {
        QVERIFY(labels().contains(QStringLiteral("Reading the offers…")));
        m_page->setError({ErrorCode::Corrupt, QStringLiteral("The built-in catalogue is damaged."), {}});
        QVERIFY(labels().contains(QStringLiteral("The built-in catalogue is damaged.")));
        QSignalSpy again(m_page.get(), &OffersPage::reloadRequested);
        find<QPushButton>("offersEmptyButton")->click();
        QCOMPARE(again.size(), 1);
        m_page->setBook(bookOf(someOffers()), {Error{ErrorCode::Corrupt, QStringLiteral("mine cannot be read."), {}}});
        QTRY_COMPARE(rows(), 6);
        QCOMPARE(m_page->messageBar()->messages().size(), 1);
    }

    void aRefreshSaysHowFarItIs()
    {
        showOffers(6);
        auto *refresh = find<QPushButton>("offersRefresh");
        QVERIFY(!refresh->isEnabled());  // no program is there to do it
        QVERIFY(!refresh->toolTip().isEmpty());
        m_page->setRefreshable();
        QSignalSpy requested(m_page.get(), &OffersPage::refreshRequested), stopped(m_page.get(), &OffersPage::refreshCancelRequested);
        refresh->click();
        QCOMPARE(requested.size(), 1);
        m_page->setRefreshing(true);
        m_page->setRefreshProgress({QStringLiteral("skypilot-aws"), 2, 20, 512 * 1024, 1024 * 1024});
        const QString text = find<QWidget>("refreshText")->accessibleName();
        for (const char *part : {"skypilot-aws", "3", "20"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        auto *cancel = find<QPushButton>("refreshCancel");
        cancel->click();
        QCOMPARE(stopped.size(), 1);
        QVERIFY(!cancel->isEnabled());  // once is enough
        m_page->setRefreshing(false);
        QVERIFY(!find<QWidget>("refreshBar")->isVisible());
        QVERIFY(refresh->isEnabled());
    }

    void detailsShowWhatItCostBefore()
    {
        showOffers(6);
        m_page->setHistory([](const QString &provider, const QString &type) {
            const auto seen = [&](const char *region, qint64 units, QDate day) {
                return SeenPrice{provider,
                                 type,
                                 QLatin1String(region),
                                 Purchase::OnDemand,
                                 Money(units * Money::kNanosPerUnit, Currency::USD),
                                 AsOf(day),
                                 QStringLiteral("price-list")};
            };
            return QList<SeenPrice>{seen("us-east-1", 30, QDate(2025, 1, 2)), seen("eu-west-1", 31, QDate(2025, 1, 3)),
                                    seen("us-east-1", 24, QDate(2026, 8, 3))};
        });
        view()->setCurrentIndex(model()->index(3, 1));
        QTest::keyClick(view(), Qt::Key_Return);
        auto *dialog = m_page->findChild<QDialog *>(QStringLiteral("offerDialog"));
        QVERIFY(dialog);
        QString before;
        for (const QLabel *label : dialog->findChildren<QLabel *>()) {
            if (label->accessibleName().startsWith(QLatin1String("Price before")))
                before = label->text();
        }
        // Neither the current price nor another region's.
        QCOMPARE(before, QStringLiteral("30.00\u00A0USD per hour, since 2 Jan 2025"));
    }

    void narrowPagesFoldTheNeedsAway()
    {
        showOffers(6);
        m_page->setMinimumSize(400, 300);  // the window has a minimum size of its own
        m_page->resize(740, 600);
        auto *needs = find<NeedsPanel>("needsPanel");
        QTRY_VERIFY(!needs->isVisible());
        auto *button = find<QPushButton>("offersNeeds");
        QVERIFY(button->isVisible());
        button->click();
        QVERIFY(needs->isVisible());
    }

    void lowPagesScrollWhatIsUnfolded()
    {
        showOffers(6);
        m_page->setMinimumSize(400, 300);
        m_page->resize(740, 380);
        auto *hours = find<QLineEdit>("estimateHours");
        QTRY_VERIFY(!hours->isVisible());
        find<QToolButton>("estimateFold")->click();
        QTRY_VERIFY(hours->isVisible() && hours->height() >= hours->minimumSizeHint().height());
        QVERIFY(find<QLabel>("estimateTotal")->height() >= find<QLabel>("estimateTotal")->minimumSizeHint().height());
    }

    void everyControlHasAName()
    {
        showOffers(6);
        for (QWidget *widget : m_page->findChildren<QWidget *>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->objectName().startsWith(QLatin1String("qt_")))
                continue;
            QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(),
                     qPrintable(widget->objectName() + QLatin1String(widget->metaObject()->className())));
        }
        find<QLineEdit>("offersFilter")->setText(QStringLiteral("aws"));
        const auto inside = find<QLineEdit>("offersFilter")->findChildren<QToolButton *>();
        QVERIFY(inside.size() == 2);
        for (QToolButton *button : inside)
            QVERIFY(!QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name).isEmpty());
    }

    void aPastedTableBecomesARateCard()
    {
        const OfferBookPtr book = bookOf(someOffers());
        RateCardDialog dialog(book->catalog.gpuNames(), QDate(2026, 11, 21));
        dialog.show();
        auto *edit = dialog.findChild<QPlainTextEdit *>(QStringLiteral("rateCardText"));
        QGuiApplication::clipboard()->setText(QStringLiteral("GPU\t平台A\t平台B\nA100\t¥ 15.2/小时\t14\nT4\t3.8元\t-\n"));
        edit->setFocus();
        edit->paste();
        QCOMPARE(edit->toPlainText().trimmed(),
                 QStringLiteral("provider,gpu,price,currency\n平台A,A100,15.2,CNY\n平台B,A100,14,\n平台A,T4,3.8,CNY"));
        QSignalSpy submitted(&dialog, &RateCardDialog::submitted);
        dialog.findChild<QPushButton *>(QStringLiteral("rateCardTakeOver"))->click();
        QCOMPARE(submitted.size(), 1);
        const auto input = submitted[0][0].value<RateCardInput>();
        const auto card = parseRateCard(input.text, input.rules);
        QVERIFY2(card, card ? "" : qPrintable(card.error().what));
        QCOMPARE(card->size(), size_t(3));
        QCOMPARE(card->currencies()[1], Currency::CNY);
    }

    void aWrongRowIsMarked()
    {
        RateCardDialog dialog(bookOf(someOffers())->catalog.gpuNames(), QDate(2026, 11, 21));
        dialog.show();
        auto *edit = dialog.findChild<QPlainTextEdit *>(QStringLiteral("rateCardText"));
        edit->setPlainText(QStringLiteral("provider,gpu,price\nA,V100,8.5\nB,A100,-3\n"));
        RateCardRules rules;
        rules.currency = Currency::CNY;
        rules.asOf = AsOf(QDate(2026, 11, 21));
        const auto card = parseRateCard(edit->toPlainText().toUtf8(), rules);
        QVERIFY(!card);
        dialog.showError(card.error());
        QCOMPARE(edit->textCursor().selectedText(), QStringLiteral("B,A100,-3"));
        QCOMPARE(dialog.findChild<MessageBar *>()->messages().size(), 1);
    }

    void aRateNeedsANumberAndADay()
    {
        RateDialog dialog({}, Currency::USD, Currency::CNY, QDate(2026, 11, 21));
        dialog.show();
        QSignalSpy given(&dialog, &RateDialog::rateGiven);
        auto *amount = dialog.findChild<QLineEdit *>(QStringLiteral("rateAmount"));
        auto *day = dialog.findChild<QLineEdit *>(QStringLiteral("rateDay"));
        auto *set = dialog.findChild<QPushButton *>(QStringLiteral("rateSet"));
        amount->setText(QStringLiteral("7,1"));
        set->click();
        QVERIFY(!amount->accessibleDescription().isEmpty());
        amount->setText(QStringLiteral("7.1"));
        day->setText(QStringLiteral("2027-01-01"));
        set->click();
        QVERIFY(amount->accessibleDescription().isEmpty());
        QCOMPARE(given.size(), 0);
        day->setText(QStringLiteral("2026-11-01"));
        set->click();
        QCOMPARE(given.size(), 1);
        QCOMPARE(given[0][0].value<ExchangeRate>().text(), QStringLiteral("USD/CNY=7.1@2026-11-01"));
        QVERIFY(!dialog.isVisible());
    }

private:
    template <typename T>
    T *find(const char *name)
    {
        return m_page->findChild<T *>(QLatin1String(name));
    }
    QTableView *view() { return find<QTableView>("offersView"); }
    OfferTableModel *model() { return static_cast<OfferTableModel *>(view()->model()); }
    int rows() { return model()->rowCount(); }
    QString text(int row, int column) { return model()->index(row, column).data().toString(); }
    // Letter by letter, as with an input method, because not all of them are on a keyboard.
    void type(const char *field, const QString &text)
    {
        for (const QChar letter : text)
            find<QLineEdit>(field)->insert(letter);
    }
    QString note() { return find<QWidget>("offersNote")->accessibleName(); }
    QStringList labels()
    {
        QStringList all;
        for (const QLabel *label : m_page->findChildren<QLabel *>()) {
            if (label->isVisible())
                all << label->text();
        }
        for (const QWidget *widget : m_page->findChildren<QWidget *>())
            all << widget->accessibleName();
        return all;
    }
    void showOffers(int count)
    {
        m_page->setBook(bookOf(someOffers()), {});
        QTRY_COMPARE(rows(), count);
    }

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<OffersPage> m_page;
};

QTEST_MAIN(TestOffersPage)
#include "tst_offerspage.moc"
