// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog of a cluster shows, by real keys and mouse, of a cluster that no scheduler described.
#include "core/base/format.h"
#include "core/service/clusters/clustertexts.h"
#include "tests/ui/cluster/clustersample.h"
#include "ui/cluster/clusterdialog.h"

#include <QAbstractItemModel>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace trainyard;

class TestClusterDialog : public QObject {
    Q_OBJECT

    std::unique_ptr<ClusterDialog> m_dialog;

    template <typename T>
    T *find(const char *name) const
    {
        return m_dialog->findChild<T *>(QLatin1String(name));
    }
    QStringList row(int number) const
    {
        const QAbstractItemModel *const model = find<QTableView>("clusterTable")->model();
        QStringList cells;
        for (int column = 0; column < model->columnCount(); ++column)
            cells << model->index(number, column).data().toString();
        return cells;
    }
    int rows() const { return find<QTableView>("clusterTable")->model()->rowCount(); }
    void choose(const char *button) const { QTest::mouseClick(find<QWidget>(button), Qt::LeftButton); }

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_dialog = std::make_unique<ClusterDialog>(QStringLiteral("login-1"));
        m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        m_dialog->show();
    }
    void cleanup() { m_dialog.reset(); }

    void untilItAnswersItSaysSo()
    {
        QCOMPARE(find<QLabel>("clusterAsked")->text(), QStringLiteral("Asking the login node…"));
        QVERIFY(!find<QPushButton>("clusterLook")->isEnabled());
        QVERIFY(!find<QWidget>("clusterGpus")->isVisible() && !find<QWidget>("clusterTable")->isVisible());
    }
    void gpusAreCountedByWhoHasThem()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const ClusterGpus gpus = clusterGpus(sampleCluster(now));
        QCOMPARE(gpus.all(), 24);
        QCOMPARE(gpus.mine, 4);
        QCOMPARE(gpus.others, 8);
        QCOMPARE(gpus.free, 4);
        QCOMPARE(gpus.unavailable, 8);
        m_dialog->setCluster(sampleCluster(now));
        QVERIFY(find<QWidget>("clusterGpus")->isVisible());
        QVERIFY(find<QWidget>("clusterGpus")->accessibleName().contains(QStringLiteral("yours 4")));
    }
    void aJobThatIsMoreThanItsNodesSayIsBounded()
    {
        Cluster cluster = sampleCluster(QDateTime::currentDateTimeUtc());
        cluster.jobs.first().gpus = 500;
        QCOMPARE(clusterGpus(cluster).mine, 12);
        QCOMPARE(clusterGpus(cluster).others, 0);
        QCOMPARE(clusterGpus(cluster).all(), 24);
    }
    void ownJobsSayWhyTheyWaitAndWhatWouldStartSooner()
    {
        m_dialog->setCluster(sampleCluster(QDateTime::currentDateTimeUtc()));
        QCOMPARE(rows(), 2);
        QCOMPARE(row(0).mid(0, 6), (QStringList{QStringLiteral("48213"), QStringLiteral("moe-tiny"), QStringLiteral("gpu"),
                                                QStringLiteral("running"), QStringLiteral("1"), QStringLiteral("4 × a100")}));
        QCOMPARE(find<QLabel>("clusterAbout")->text(), QStringLiteral("It runs on gpu-1."));
        QTest::keyClick(find<QWidget>("clusterTable"), Qt::Key_Down);
        QCOMPARE(find<QLabel>("clusterAbout")->text(),
                 QStringLiteral("It is next: it starts when what it asks for is free. With 2 GPUs instead of 8, there is room now."));
        QVERIFY(row(1).at(7).startsWith(QStringLiteral("about ")));
    }
    void othersNamesCannotSteerTheScreen()
    {
        m_dialog->setCluster(sampleCluster(QDateTime::currentDateTimeUtc()));
        choose("clusterTables1");
        QCOMPARE(rows(), 3);
        QCOMPARE(row(2).at(1), QStringLiteral("\uFFFD[31m<b>other</b>"));
        const QString tip = find<QTableView>("clusterTable")->model()->index(2, 1).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(QStringLiteral("<b>")), qPrintable(tip));
        QCOMPARE(row(2).at(2), QStringLiteral("wang"));
    }
    void partitionsAndNodes()
    {
        m_dialog->setCluster(sampleCluster(QDateTime::currentDateTimeUtc()));
        choose("clusterTables2");
        QCOMPARE(row(0),
                 (QStringList{QStringLiteral("gpu (default)"), QStringLiteral("yes"), QStringLiteral("2 of 3"),
                              QStringLiteral("4 of 24 a100"), formatDuration(12 * 3600 * 1000), QStringLiteral("2"), QStringLiteral("1")}));
        QCOMPARE(row(1).mid(1, 1), QStringList{QStringLiteral("of some users")});
        QCOMPARE(row(1).at(4), QStringLiteral("no limit"));
        choose("clusterTables3");
        QCOMPARE(rows(), 3);
        find<QTableView>("clusterTable")->selectRow(2);
        QCOMPARE(find<QLabel>("clusterAbout")->text(), QStringLiteral("gpu-3 takes no jobs: power supply, exchanged on Monday"));
    }
    void aFailureKeepsWhatWasKnown()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        m_dialog->setCluster(sampleCluster(now.addSecs(-90)));
        QSignalSpy asked(m_dialog.get(), &ClusterDialog::lookRequested);
        choose("clusterLook");
        QCOMPARE(asked.size(), 1);
        m_dialog->setLooking();
        QVERIFY(find<QLabel>("clusterAsked")->text().endsWith(QStringLiteral("; asking again…")));
        m_dialog->setFailure({ErrorCode::TimedOut, QStringLiteral("The login node did not answer in time."), {}});
        QCOMPARE(rows(), 2);
        QVERIFY(find<QPushButton>("clusterLook")->isEnabled());
        m_dialog->setNow(now);
        QVERIFY2(find<QLabel>("clusterAsked")->text().contains(formatAge(now.addSecs(-90), now)),
                 qPrintable(find<QLabel>("clusterAsked")->text()));
    }
    void anEmptyClusterSaysSo()
    {
        Cluster cluster;
        cluster.version = QStringLiteral("slurm 22.05.8");
        cluster.user = QStringLiteral("li");
        cluster.asked = QDateTime::currentDateTimeUtc();
        m_dialog->setCluster(cluster);
        QCOMPARE(find<QLabel>("clusterEmpty")->text(), QStringLiteral("None of your jobs waits or runs."));
        QVERIFY(find<QWidget>("clusterEmpty")->isVisible() && !find<QWidget>("clusterGpus")->isVisible());
    }
};

QTEST_MAIN(TestClusterDialog)
#include "tst_clusterdialog.moc"
