// SPDX-License-Identifier: GPL-3.0-or-later
// The offers page with the data on the disk: built-in catalogue, rate cards, exchange rates.
#include "core/storage/database/offerstore.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/httpstandin.h"
#include "ui/common/messagebar.h"
#include "ui/offers/offercontroller.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/offertablemodel.h"
#include "ui/page/preferences.h"
#include "ui/theme/thememanager.h"

#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace trainyard;

class TestOfferController : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("TRAINYARD_HOME", QFile::encodeName(m_home->path()));
        m_paths = Paths::standard();
        m_page = std::make_unique<OffersPage>();
        m_page->resize(1340, 820);
        m_page->show();
        m_controller = new OfferController(m_paths, m_page.get());
        m_controller->load();
        QTRY_VERIFY(rows() > 2000);
    }
    void cleanup()
    {
        m_page.reset();
        m_theme.reset();
        m_home.reset();
    }

    void aTypedCardIsThereAtOnceAndCanGo()
    {
        const int before = rows();
        auto *edit = openCard()->findChild<QPlainTextEdit *>(QStringLiteral("rateCardText"));
        edit->setPlainText(QStringLiteral("provider,gpu,price\nplatform A,V100,8.5\nplatform B,A100,15.2\nplatform C,T4,3.8\n"));
        click("rateCardTakeOver");
        QTRY_VERIFY(!dialog());
        QTRY_COMPARE(rows(), before + 3);
        QCOMPARE(OfferStore(m_paths).cardNames(), QStringList{QStringLiteral("my-prices")});
        openCard();
        click("rateCardRemove0");
        QTRY_COMPARE(rows(), before);
        QVERIFY(OfferStore(m_paths).cardNames().isEmpty());
    }

    void aWrongCardChangesNothingAndNamesRowAndColumn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("missing column") << "provider,gpu\nA,V100\n" << QStringList{"1", "price"};
        QTest::newRow("negative price") << "provider,gpu,price\nA,V100,8\nB,T4,-1\n" << QStringList{"3", "price"};
        QTest::newRow("absurd price") << "provider,gpu,price\nA,V100,999999999\n" << QStringList{"2", "price"};
        QTest::newRow("unknown currency") << "provider,gpu,price,currency\nA,V100,8,XYZ\n" << QStringList{"2", "currency"};
    }

    void aWrongCardChangesNothingAndNamesRowAndColumn()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, said);
        openCard()->findChild<QPlainTextEdit *>(QStringLiteral("rateCardText"))->setPlainText(text);
        click("rateCardTakeOver");
        auto *bar = dialog()->findChild<QWidget *>(QStringLiteral("messageBar"));
        QTRY_VERIFY(bar->isVisible());
        for (const QString &part : std::as_const(said))
            QVERIFY2(bar->accessibleName().contains(part), qPrintable(bar->accessibleName()));
        QVERIFY(OfferStore(m_paths).cardNames().isEmpty());
    }

    void aCardComesFromAFile()
    {
        const int before = rows();
        QFile file(m_home->filePath(QStringLiteral("lab.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[{\"provider\":\"lab\",\"gpu\":\"RTX4090\",\"price\":\"2.5\",\"currency\":\"CNY\"}]");
        file.close();
        openCard();
        QTest::mouseClick(dialog()->findChild<QWidget *>(QStringLiteral("rateCardSource1")), Qt::LeftButton);
        dialog()->findChild<QLineEdit *>(QStringLiteral("rateCardFile"))->setText(file.fileName());
        click("rateCardTakeOver");
        QTRY_COMPARE(rows(), before + 1);
    }

    void aPriceThatIsFarTooSmallIsSaid()
    {
        openCard()
            ->findChild<QPlainTextEdit *>(QStringLiteral("rateCardText"))
            ->setPlainText(QStringLiteral("provider,gpu,price\nA,V100,0.000000001\n"));
        click("rateCardTakeOver");
        QTRY_COMPARE(m_page->messageBar()->messages().size(), 1);
        QVERIFY(m_page->messageBar()->messages().first().consequence.contains(QLatin1String("my-prices:A/1xV100")));
        QCOMPARE(OfferStore(m_paths).cardNames().size(), 1);
    }

    void aFileThatIsNoneIsSaid()
    {
        openCard();
        QTest::mouseClick(dialog()->findChild<QWidget *>(QStringLiteral("rateCardSource1")), Qt::LeftButton);
        dialog()->findChild<QLineEdit *>(QStringLiteral("rateCardFile"))->setText(m_home->path());
        click("rateCardTakeOver");
        QTRY_VERIFY(dialog()->findChild<QWidget *>(QStringLiteral("messageBar"))->isVisible());
    }

    void aRateIsKeptAndUsed()
    {
        m_page->findChild<QPushButton *>(QStringLiteral("offersRate"))->click();
        auto *asked = m_page->findChild<QDialog *>(QStringLiteral("rateDialog"));
        QVERIFY(asked);
        asked->findChild<QLineEdit *>(QStringLiteral("rateAmount"))->setText(QStringLiteral("7.1"));
        asked->findChild<QPushButton *>(QStringLiteral("rateSet"))->click();
        QTRY_VERIFY(m_page->findChild<QPushButton *>(QStringLiteral("offersRate"))->text().contains(QStringLiteral("7.10")));
        const auto rates = OfferStore(m_paths).rates();
        QVERIFY(rates && rates->between(Currency::CNY, Currency::USD));
    }

    void theChosenCurrencyAndTheNeedsAreRemembered()
    {
        Q_EMIT m_page->currencyChosen(Currency::CNY);
        m_page->findChild<QLineEdit *>(QStringLiteral("needGpus"))->setText(QStringLiteral("A100, H100"));
        m_page->hide();
        const OwnTexts own{{QStringLiteral("ownPrice"), QStringLiteral("1,5")}, {QStringLiteral("ownWatts"), QStringLiteral("300")}};
        Q_EMIT m_page->ownHardwareGiven(own);
        QCOMPARE(OfferState::load(m_paths.settings()).own, own);
        QCOMPARE(OfferState::load(m_paths.settings()).currency, QStringLiteral("CNY"));
        OffersPage next;
        OfferController again(m_paths, &next);
        again.setParent(nullptr);
        QCOMPARE(next.query().currency, Currency::CNY);
        QCOMPARE(next.findChild<QLineEdit *>(QStringLiteral("needGpus"))->text(), QStringLiteral("A100, H100"));
    }

    void aRefreshCanBeStoppedAndChangesNothing()
    {
        HttpStandIn server([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.isSilent = true;
            return answer;
        });
        const auto store = openFor(server);
        const int before = rows();
        click(m_page.get(), "offersRefresh");
        auto *bar = m_page->findChild<QWidget *>(QStringLiteral("refreshBar"));
        QVERIFY(bar->isVisible());
        QVERIFY(!m_page->findChild<QPushButton *>(QStringLiteral("offersRefresh"))->isEnabled());
        QTRY_VERIFY(!server.requests().isEmpty());
        QTRY_VERIFY(!m_page->findChild<QWidget *>(QStringLiteral("refreshText"))->accessibleName().isEmpty());
        click(m_page.get(), "refreshCancel");
        QTRY_VERIFY(!bar->isVisible());
        QVERIFY(m_page->messageBar()->messages().isEmpty());  // a requested result is not a failure
        QVERIFY(m_page->findChild<QPushButton *>(QStringLiteral("offersRefresh"))->isEnabled());
        QCOMPARE(rows(), before);
        m_page.reset();  // before its store
    }

    void aRefreshThatFailsIsSaidAndOldPricesStay()
    {
        HttpStandIn server([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.status = 404;
            return answer;
        });
        const auto store = openFor(server);
        const int before = rows();
        click(m_page.get(), "offersRefresh");
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->messageBar()->messages().isEmpty(), 30'000);
        const Message message = m_page->messageBar()->messages().first();
        QVERIFY(!message.consequence.isEmpty());
        QVERIFY(!message.action.isEmpty());
        QVERIFY(!m_page->findChild<QWidget *>(QStringLiteral("refreshBar"))->isVisible());
        QCOMPARE(rows(), before);
        m_page.reset();
    }

    void offersThatAreGoneAreSaid()
    {
        std::atomic<int> offers = 3;
        HttpStandIn server([&offers](const HttpStandIn::Request &request) {
            HttpStandIn::Answer answer;
            answer.status = request.target.contains("runpod") ? 200 : 404;
            answer.body = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Region,Price\n";
            for (int i = 0; i < offers; ++i)
                answer.body += "gpu" + QByteArray::number(i) + ",RTX4090,1.0,6.0,24.0,US,0.69\n";
            return answer;
        });
        const auto store = openFor(server);
        const auto said = [this] {
            const QList<Message> messages = m_page->messageBar()->messages();
            const auto found = std::find_if(messages.begin(), messages.end(), [](const Message &one) { return one.tone == Tone::Info; });
            return found == messages.end() ? QString() : found->consequence;
        };
        for (const int left : {3, 2}) {
            offers = left;
            m_page->messageBar()->clear();
            QTRY_VERIFY(m_page->findChild<QPushButton *>(QStringLiteral("offersRefresh"))->isEnabled());
            click(m_page.get(), "offersRefresh");
            QTRY_VERIFY_WITH_TIMEOUT(!m_page->messageBar()->messages().isEmpty(), 30'000);
            QCOMPARE(said(), left == 3
                                 ? QString()
                                 : QStringLiteral("skypilot-runpod: 1 earlier offer(s) are no longer listed (runpod/gpu2/US/on-demand)."));
        }
        m_page.reset();
    }

private:
    // All price lists come from that server.
    std::unique_ptr<StateDatabase> openFor(const HttpStandIn &server)
    {
        for (const char *list : {"AWS", "AWS_LIST", "AZURE", "SKYPILOT"})
            qputenv(QByteArray(QByteArray("TRAINYARD_") + list + "_PRICES_URL").constData(), server.base().toUtf8());
        auto store = StateDatabase::open(m_paths.database());
        m_controller->attach(**store);
        return std::move(*store);
    }
    static void click(QWidget *parent, const char *name) { parent->findChild<QPushButton *>(QLatin1String(name))->click(); }
    int rows() { return m_page->findChild<QTableView *>(QStringLiteral("offersView"))->model()->rowCount(); }
    QDialog *dialog() { return m_page->findChild<QDialog *>(QStringLiteral("rateCardDialog")); }
    void click(const char *name) { dialog()->findChild<QPushButton *>(QLatin1String(name))->click(); }
    QDialog *openCard()
    {
        m_page->findChild<QPushButton *>(QStringLiteral("offersImport"))->click();
        return dialog();
    }

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_home;
    Paths m_paths;
    std::unique_ptr<OffersPage> m_page;
    OfferController *m_controller = nullptr;
};

QTEST_MAIN(TestOfferController)
#include "tst_offercontroller.moc"
