// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/clusterdialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/service/clusters/clustertexts.h"
#include "ui/cluster/clusterrows.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/readingtable.h"
#include "ui/common/segments.h"
#include "ui/common/stackedbar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kClusterWidth = 940, kClusterHeight = 560;  // design pixels
constexpr int kClusterRowsInFull = 8;                     // more than these scroll within the table
// The colours of the parts, as Theme::series.
constexpr int kMineSeries = 0, kOthersSeries = 1, kFreeSeries = 2, kUnavailableSeries = 3;

struct GpuPart {
    int series;
    QString text;  // "free 5"
    int count;
    bool isHatched;
};

QList<GpuPart> gpuParts(const ClusterGpus &gpus)
{
    return {{kMineSeries, ClusterDialog::tr("yours %1").arg(gpus.mine), gpus.mine, false},
            {kOthersSeries, ClusterDialog::tr("others' %1").arg(gpus.others), gpus.others, false},
            {kFreeSeries, ClusterDialog::tr("free %1").arg(gpus.free), gpus.free, false},
            {kUnavailableSeries, ClusterDialog::tr("out of order %1").arg(gpus.unavailable), gpus.unavailable, true}};
}

}  // namespace

ClusterDialog::ClusterDialog(const QString &loginMachine, QWidget *parent)
    : Dialog(parent), m_asked(new Label(TextRole::Small, Ink::Text2, this)), m_messages(new MessageBar(this)), m_bar(new StackedBar(this)),
      m_all(new Label(TextRole::Small, Ink::Text2, this)), m_legend(makeLegend()),
      m_tables(new Segments(QStringLiteral("clusterTables"), {tr("Your jobs"), tr("All jobs"), tr("Partitions"), tr("Nodes")}, this)),
      m_model(new ClusterRowsModel(this)), m_table(new QTableView(this)), m_empty(makeProse({}, TextRole::Body, Ink::Text2, this)),
      m_about(makeSelectableProse({}, TextRole::Body, Ink::Text1, this)),
      m_rest(makeSelectableProse({}, TextRole::Small, Ink::Text2, this)),
      m_look(makeButton(QStringLiteral("clusterLook"), tr("Ask again"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_close(makeButton(QStringLiteral("clusterClose"), tr("Close"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("clusterDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    //: a machine
    setWindowTitle(tr("Cluster behind %1").arg(seenText(loginMachine)));
    m_asked->setObjectName(QStringLiteral("clusterAsked"));
    m_bar->setObjectName(QStringLiteral("clusterGpus"));
    m_empty->setObjectName(QStringLiteral("clusterEmpty"));
    m_about->setObjectName(QStringLiteral("clusterAbout"));
    m_rest->setObjectName(QStringLiteral("clusterRest"));
    makeReadingTable(m_table, QStringLiteral("clusterTable"), windowTitle());
    m_table->setModel(m_model);
    m_table->setTextElideMode(Qt::ElideMiddle);
    QVBoxLayout *const body = makeBody(kClusterWidth, kClusterHeight);
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this));
    body->addWidget(m_asked);
    body->addWidget(m_messages);
    body->addWidget(m_bar);
    body->addWidget(m_legend);
    body->addWidget(m_tables, 0, Qt::AlignLeft);
    body->addWidget(m_empty);
    body->addWidget(m_about);
    body->addWidget(m_rest);
    body->addWidget(m_table, 1);
    setFooter({m_close}, {m_look});
    m_bar->hide();
    m_legend->hide();
    connect(m_look, &QPushButton::clicked, this, &ClusterDialog::lookRequested);
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_tables, &Segments::chosen, this, &ClusterDialog::showTable);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ClusterDialog::showRow);
    auto *const again = new QShortcut(keyFor(KeyFor::LookAgain), this);
    connect(again, &QShortcut::activated, m_look, &QPushButton::click);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] { setNow(QDateTime::currentDateTimeUtc()); });
    m_tick.start();
    onWidthChange(m_table, [this] {
        fitTable();
        showRow();
    });
    showTable();
    setLooking();
    m_table->setFocus();
}

QWidget *ClusterDialog::makeLegend()
{
    auto *const legend = new QWidget(this);
    legend->setObjectName(QStringLiteral("clusterLegend"));
    auto *const flow = new FlowLayout(legend);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->addWidget(m_all);
    for (const GpuPart &part : gpuParts({})) {
        auto *const entry = new QWidget(legend);
        auto *const row = new QHBoxLayout(entry);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(dp(6));
        row->addWidget(new SeriesMark(part.series, entry));
        m_counts << new Label(TextRole::Small, Ink::Text2, entry);
        row->addWidget(m_counts.last());
        flow->addWidget(entry);
    }
    return legend;
}

void ClusterDialog::setLooking()
{
    m_isLooking = true;
    setDisabledReason(m_look, tr("The login node is being asked."));
    m_messages->clear();
    setNow(QDateTime::currentDateTimeUtc());
}

void ClusterDialog::setCluster(const Cluster &cluster)
{
    m_isLooking = false;
    setDisabledReason(m_look, {});
    m_messages->clear();
    m_cluster = cluster;
    showGpus();
    showTable();
    setNow(QDateTime::currentDateTimeUtc());
}

void ClusterDialog::setFailure(const Error &error)
{
    m_isLooking = false;
    setDisabledReason(m_look, {});
    m_messages->post({QStringLiteral("cluster"), Tone::Bad, error.what, {}, error.detail, {}});
    showTable();
    setNow(QDateTime::currentDateTimeUtc());
}

void ClusterDialog::setNow(const QDateTime &now)
{
    if (!m_cluster) {
        m_asked->setText(m_isLooking ? tr("Asking the login node…") : tr("The login node did not answer."));
        return;
    }
    //: "Slurm 22.05.8", a user, an age such as "3 s ago"
    const QString asked =
        tr("%1, as %2, asked %3").arg(seenText(m_cluster->version), seenText(m_cluster->user), formatAge(m_cluster->asked, now));
    m_asked->setText(m_isLooking ? tr("%1; asking again…").arg(asked) : asked);
}

void ClusterDialog::showGpus()
{
    const ClusterGpus gpus = clusterGpus(*m_cluster);
    const bool isAny = gpus.all() > 0;
    m_bar->setVisible(isAny);
    m_legend->setVisible(isAny);
    //: before how many of them are whose
    m_all->setText(tr("%n GPU(s):", nullptr, gpus.all()));
    QList<BarPart> parts;
    QStringList spoken;
    const QList<GpuPart> all = gpuParts(gpus);
    for (int i = 0; i < all.size(); ++i) {
        m_counts[i]->setText(all[i].text);
        m_counts[i]->parentWidget()->setVisible(all[i].count > 0);
        if (all[i].count == 0)
            continue;
        parts << BarPart{double(all[i].count) / gpus.all(), all[i].series, all[i].text, all[i].isHatched};
        spoken << all[i].text;
    }
    m_bar->setParts(parts, tr("%n GPUs: %1", nullptr, gpus.all()).arg(spoken.join(QStringLiteral(", "))));
}

void ClusterDialog::showTable()
{
    const auto table = ClusterTable(m_tables->current());
    m_model->show(table, m_cluster.value_or(Cluster()), QDateTime::currentDateTimeUtc());
    const bool isEmpty = m_model->rowCount() == 0;
    m_empty->setText(!m_cluster                       ? QString()
                     : table == ClusterTable::OwnJobs ? tr("None of your jobs waits or runs.")
                     : table == ClusterTable::AllJobs ? tr("No job waits or runs.")
                                                      : tr("The cluster has none."));
    m_empty->setVisible(m_cluster && isEmpty);
    m_table->setVisible(!isEmpty);
    fitTable();
    if (!hasRoomForColumns(this, kClusterWidth) && !isEmpty) {
        // Nothing is left for it to fill, and the whole dialog scrolls: the table does not need to.
        const int rowHeight = m_table->verticalHeader()->defaultSectionSize();
        m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() + m_table->horizontalScrollBar()->sizeHint().height()
                                  + rowHeight * std::min(m_model->rowCount(), kClusterRowsInFull));
    }
    if (!isEmpty)
        m_table->selectRow(0);
    showRow();
}

void ClusterDialog::fitTable() { fitReadingTable(m_table, m_model->wideColumn(), m_model->leastFirst()); }

void ClusterDialog::showRow()
{
    const int row = m_table->currentIndex().row();
    const QString about = m_model->about(row), rest = hiddenCells(m_table, row);
    m_about->setText(about);
    m_about->setVisible(!about.isEmpty());
    m_rest->setText(rest);
    m_rest->setVisible(!rest.isEmpty());
}

}  // namespace trainyard

#include "moc_clusterdialog.cpp"
