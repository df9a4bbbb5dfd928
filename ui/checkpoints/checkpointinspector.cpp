#include "ui/checkpoints/checkpointinspector.h"

#include "core/base/format.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/icons.h"
#include "ui/common/label.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace trainyard {
namespace {

constexpr int kMostFiles = 200;      // a sharded checkpoint may have thousands; the rest is counted

}  // namespace

CheckpointInspector::CheckpointInspector(QWidget *parent) : Card(parent)
{
    setObjectName(QStringLiteral("checkpointInspector"));
    auto *const outer = new QVBoxLayout(this);
    outer->setContentsMargins(dp(1), dp(16), dp(1), dp(8));
    outer->setSpacing(dp(12));

    m_head = new QWidget;
    auto *const head = new QVBoxLayout(m_head);
    head->setContentsMargins(dp(16), 0, dp(16), 0);
    head->setSpacing(dp(6));
    auto *const titleRow = new QHBoxLayout;
    titleRow->setSpacing(dp(8));
    m_title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideMiddle);
    m_verdict = new Badge;
    m_latestGood = new Badge({Tone::Info, {}, tr("Latest good")});
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_verdict);
    titleRow->addWidget(m_latestGood);
    titleRow->addStretch(1);
    head->addLayout(titleRow);
    m_subtitle = new ElidedLabel(TextRole::Small, Ink::Text3);
    head->addWidget(m_subtitle);
    head->addSpacing(dp(6));
    auto *const actions = new QHBoxLayout;
    actions->setSpacing(dp(8));
    m_resume = makeButton(QStringLiteral("inspectorResume"), tr("Resume from here…"), ButtonVariant::Primary,
                          QStringLiteral("resume"));
    m_openRun = makeButton(QStringLiteral("inspectorOpenRun"), tr("Open run"));
    m_copy = makeIconButton(QStringLiteral("inspectorCopyPath"), QStringLiteral("copy"), tr("Copy the path"));
    actions->addWidget(m_resume, 1);
    actions->addWidget(m_openRun);
    actions->addWidget(m_copy);
    head->addLayout(actions);
    outer->addWidget(m_head);

    m_hint = new Label(tr("Choose a checkpoint to see what is in it."), TextRole::Body, Ink::Text3);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    outer->addWidget(m_hint, 1);

    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    outer->addWidget(m_scroll, 1);

    connect(m_resume, &QPushButton::clicked, this, [this] { Q_EMIT resumeRequested(m_found); });
    connect(m_openRun, &QPushButton::clicked, this, [this] { Q_EMIT openRunRequested(m_found.run.id); });
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_found.path); });
    clear();
}

void CheckpointInspector::clear()
{
    m_head->hide();
    m_scroll->hide();
    m_hint->show();
}

void CheckpointInspector::setCheckpoint(const FoundCheckpoint &found, const QDateTime &now)
{
    m_found = found;
    const Checkpoint &checkpoint = found.checkpoint;
    m_title->setText(checkpointTitle(checkpoint));
    m_verdict->setLook(badgeOf(checkpoint.verdict));
    m_latestGood->setVisible(found.isLatestGood);
    const QDateTime saved = QDateTime::fromSecsSinceEpoch(checkpoint.modified);
    m_subtitle->setText(QStringList{found.run.name, tr("attempt %1").arg(found.run.attempt),
                                    tr("saved %1, %2").arg(formatMoment(saved, now), formatAge(saved, now))}
                            .join(tr(" · ", "between facts")));
    const bool isUsable = checkpoint.verdict == Verdict::Complete;
    setDisabledReason(m_resume, isUsable ? QString() : tr("Only a complete checkpoint can be resumed from."));
    m_scroll->setWidget(makeBody());
    m_scroll->widget()->setAutoFillBackground(false);
    m_hint->hide();
    m_head->show();
    m_scroll->show();
}

void CheckpointInspector::addFact(const QString &name, const QString &value, bool isCode)
{
    const int row = m_facts->rowCount();
    auto *const label = new Label(name, TextRole::Small, Ink::Text3);
    m_facts->addWidget(label, row, 0, Qt::AlignTop);
    auto *const text = new ElidedLabel(isCode ? TextRole::Code : TextRole::Body, Ink::Text1, Qt::ElideMiddle);
    text->setText(value);
    m_facts->addWidget(text, row, 1);
}

QWidget *CheckpointInspector::makeBody()
{
    const Checkpoint &checkpoint = m_found.checkpoint;
    auto *const body = new QWidget;
    auto *const column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, dp(8));
    column->setSpacing(dp(12));
    column->addWidget(new Hairline);

    const BadgeLook look = badgeOf(checkpoint.verdict);
    auto *const why = new QHBoxLayout;
    why->setContentsMargins(dp(16), 0, dp(16), 0);
    why->setSpacing(dp(8));
    auto *const sign = new QLabel;
    sign->setPixmap(icon(look.icon, inkOf(look.tone)).pixmap(QSize(dp(16), dp(16)), devicePixelRatioF()));
    why->addWidget(sign, 0, Qt::AlignTop);
    auto *const reason = new Label(checkpoint.reason.isEmpty() ? look.text : checkpoint.reason, TextRole::Body,
                                   Ink::Text2);
    reason->setObjectName(QStringLiteral("inspectorReason"));
    reason->setWordWrap(true);
    why->addWidget(reason, 1);
    column->addLayout(why);
    column->addWidget(new Hairline);

    m_facts = new QGridLayout;
    m_facts->setContentsMargins(dp(16), 0, dp(16), 0);
    m_facts->setHorizontalSpacing(dp(12));
    m_facts->setVerticalSpacing(dp(6));
    m_facts->setColumnMinimumWidth(0, dp(92));
    m_facts->setColumnStretch(1, 1);
    addFact(tr("Format"), checkpoint.format.isEmpty() ? tr("not recognised") : checkpoint.format);
    if (checkpoint.tensorCount)
        addFact(tr("Tensors"), formatCount(*checkpoint.tensorCount));
    if (checkpoint.parameterCount)
        addFact(tr("Parameters"), formatCount(*checkpoint.parameterCount));
    addFact(tr("Loss"), checkpoint.loss ? formatNumber(*checkpoint.loss, 4) : tr("not recorded"));
    addFact(tr("Size"), formatBytes(checkpoint.sizeBytes));
    addFact(tr("Machine"), m_found.run.machineName);
    addFact(tr("Path"), m_found.path, true);
    column->addLayout(m_facts);
    column->addWidget(new Hairline);

    auto *const filesHead = new QHBoxLayout;
    filesHead->setContentsMargins(dp(16), 0, dp(16), 0);
    filesHead->setSpacing(dp(8));
    filesHead->addWidget(new Label(tr("Files"), TextRole::Strong));
    filesHead->addWidget(new Label(formatCount(checkpoint.files.size()), TextRole::Small, Ink::Text3), 1);
    column->addLayout(filesHead);
    auto *const files = new QGridLayout;
    files->setContentsMargins(dp(16), 0, dp(16), 0);
    files->setVerticalSpacing(dp(6));
    files->setColumnStretch(0, 1);
    const auto shown = int(std::min<qsizetype>(checkpoint.files.size(), kMostFiles));
    for (int i = 0; i < shown; ++i) {
        auto *const name = new ElidedLabel(TextRole::Code, Ink::Text2, Qt::ElideMiddle);
        name->setText(checkpoint.files[i].name);
        files->addWidget(name, i, 0);
        files->addWidget(new Label(formatBytes(checkpoint.files[i].sizeBytes), TextRole::Small, Ink::Text2), i, 1,
                         Qt::AlignRight);
    }
    if (shown < checkpoint.files.size())
        files->addWidget(new Label(tr("and %n more", nullptr, int(checkpoint.files.size()) - shown), TextRole::Small,
                                   Ink::Text3), shown, 0);
    column->addLayout(files);
    column->addStretch(1);
    return body;
}

}  // namespace trainyard
