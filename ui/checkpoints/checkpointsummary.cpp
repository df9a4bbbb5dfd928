// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointsummary.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "core/checkpoint/resume/processlayout.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/safetybadge.h"
#include "ui/checkpoints/tensormodel.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/factname.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QMap>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxVerified = 20;    // most severe first
constexpr qsizetype kMaxParameters = 60;  // a file may hold thousands of texts

// "fp32 148, int64 1": how many tensors of each type, the most first.
QString typesOf(const Inspection &inspection)
{
    QMap<QString, int> counts;
    for (const TensorInfo &tensor : inspection.tensors)
        ++counts[shortType(tensor.dtype)];
    QList<QPair<int, QString>> sorted;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        sorted.append({-*it, it.key()});
    std::sort(sorted.begin(), sorted.end());
    QStringList parts;
    for (const auto &[count, name] : sorted.mid(0, 4))
        parts << QStringLiteral("%1 %2").arg(shownPath(name), formatCount(-count));
    return parts.join(QStringLiteral(", ")) + (sorted.size() > 4 ? QStringLiteral(" …") : QString());
}

}  // namespace

CheckpointSummary::CheckpointSummary(QWidget *parent) : QScrollArea(parent)
{
    setAccessibleRole(this, QAccessible::Pane);
    setAccessibleName(tr("Summary"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
}

void CheckpointSummary::setCheckpoint(const FoundCheckpoint &found, const LookInside &look)
{
    auto *const body = new QWidget;
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(0, dp(10), 0, dp(8));
    m_column->setSpacing(dp(10));
    addChecks(found, look);
    m_column->addWidget(new Hairline);
    addFacts(found, look.inspection.get());
    if (look.inspection && !look.inspection->hyperparameters.isEmpty())
        addParameters(*look.inspection);
    m_column->addStretch(1);
    if (QWidget *const earlier = takeWidget())
        earlier->deleteLater();  // one of its buttons may have triggered this
    setWidget(body);
    body->setAutoFillBackground(false);
}

void CheckpointSummary::addCheck(const QString &iconName, Ink ink, const QString &text, const QString &evidence, const QString &objectName)
{
    const int row = m_checks->rowCount();
    m_checks->addWidget(new IconLabel(iconName, ink, 16), row, 0, Qt::AlignTop);
    auto *const what = makeProse(asLabel(text), TextRole::Body, Ink::Text1);
    what->setObjectName(objectName);
    m_checks->addWidget(what, row, 1);
    if (!evidence.isEmpty())
        m_checks->addWidget(makeFactName(evidence, TextRole::Body), row, 2, Qt::AlignTop | Qt::AlignRight);
}

void CheckpointSummary::addChecks(const FoundCheckpoint &found, const LookInside &look)
{
    const Checkpoint &checkpoint = found.checkpoint;
    const Inspection *const inside = look.inspection.get();
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(dp(16), 0, dp(16), 0);
    const QString state = inside ? tr("Inspected: %n request(s), read %1 of %2", nullptr, inside->requests)
                                       .arg(formatBytes(qint64(inside->bytesRead)), formatBytes(checkpoint.sizeBytes))
                          : look.isUnderWay ? tr("Inspecting…")
                          : look.error      ? tr("Could not inspect it: %1").arg(look.error->what)
                                            : tr("Judged only by the names, sizes and ends of its files.");
    head->addWidget(makeProse(state, TextRole::Small, Ink::Text3), 1);
    if (!inside && !look.isUnderWay) {
        auto *const again = makeButton(QStringLiteral("inspectorLookAgain"), look.error ? tr("Retry") : tr("Inspect"), ButtonVariant::Link);
        connect(again, &QPushButton::clicked, this, &CheckpointSummary::lookRequested);
        head->addWidget(again, 0, Qt::AlignTop);
    }
    m_column->addLayout(head);

    m_checks = new QGridLayout;
    m_checks->setContentsMargins(dp(16), 0, dp(16), 0);
    m_checks->setHorizontalSpacing(dp(8));
    m_checks->setVerticalSpacing(dp(6));
    m_checks->setColumnStretch(1, 1);
    const BadgeLook listed = badgeOf(checkpoint.verdict);
    addCheck(listed.icon, inkOf(listed.tone), checkpoint.reason.isEmpty() ? listed.text : checkpoint.reason, {},
             QStringLiteral("inspectorReason"));
    if (inside && inside->verdict != checkpoint.verdict && !inside->reason.isEmpty()) {
        const BadgeLook deeper = badgeOf(inside->verdict);
        addCheck(deeper.icon, inkOf(deeper.tone), inside->reason, {});
    }
    const auto files = int(checkpoint.files.size()), missing = int(checkpoint.missing.size());
    if (missing > 0)
        addCheck(QStringLiteral("cross"), Ink::Bad, tr("%n file(s) missing", nullptr, missing),
                 tr("%1 of %2").arg(files).arg(files + missing));
    else if (files > 0)
        addCheck(QStringLiteral("check"), Ink::Ok, tr("All files are present"), tr("%n file(s)", nullptr, files));
    if (checkpoint.isWithoutOptimizer)
        addCheck(QStringLiteral("triangle"), Ink::Warning, tr("Weights only: a run resumed from it starts with a fresh optimizer"), {});
    if (inside) {
        const BadgeLook safety = badgeOf(inside->safety);
        const QString sentence = inside->safety == Safety::Safe        ? tr("Loading it runs no code")
                                 : inside->safety == Safety::Foreign   ? tr("Contains classes that a plain checkpoint does not need")
                                 : inside->safety == Safety::Dangerous ? tr("Loading it runs code")
                                                                       : tr("Unknown whether loading it runs code");
        addCheck(safety.icon, inkOf(safety.tone), sentence, safety.text);
    }
    addVerification(look);
    m_column->addLayout(m_checks);
}

// Findings that only a full verification can make.
void CheckpointSummary::addVerification(const LookInside &look)
{
    if (look.isBeingVerified) {
        addCheck(QStringLiteral("clock"), Ink::Accent, tr("Reading every byte where it is stored"), {});
        m_progress = makeFactName(tr("started"), TextRole::Body);
        m_checks->addWidget(m_progress, m_checks->rowCount() - 1, 2, Qt::AlignTop | Qt::AlignRight);
        return;
    }
    if (look.verification && *look.verification) {
        const Verification &verification = **look.verification;
        const BadgeLook full = badgeOf(verification.verdict);
        addCheck(full.icon, inkOf(full.tone), verification.reason, tr("%1 read").arg(formatBytes(verification.bytes)));
        for (const VerificationFinding &finding : verification.findings.mid(0, kMaxVerified)) {
            const QString place = QStringList{shownPath(finding.file.left(200)), shownPath(finding.label.left(200))}.join(u' ').trimmed();
            addCheck(QStringLiteral("triangle"), finding.kind == VerificationFinding::Kind::NotChecked ? Ink::Stale : Ink::Bad,
                     place.isEmpty() ? finding.text : QStringLiteral("%1: %2").arg(place, finding.text), {});
        }
        return;
    }
    const QString sentence = look.verification ? tr("Could not verify it: %1").arg(look.verification->error().what)
                                               : tr("Not fully verified");
    addCheck(QStringLiteral("question"), Ink::Stale, sentence, {});
    // The button is higher than a line: all three are centred vertically.
    const int row = m_checks->rowCount() - 1;
    m_checks->itemAtPosition(row, 0)->setAlignment(Qt::AlignVCenter);
    auto *const verify = makeButton(QStringLiteral("inspectorVerify"), look.verification ? tr("Retry") : tr("Verify"), ButtonVariant::Link);
    verify->setToolTip(tr("Reads all of it on its machine to compute checksums and find NaN values. Nothing is transferred."));
    connect(verify, &QPushButton::clicked, this, &CheckpointSummary::verifyRequested);
    m_checks->addWidget(verify, row, 2, Qt::AlignVCenter | Qt::AlignRight);
}

void CheckpointSummary::setVerifyProgress(qint64 doneBytes, qint64 totalBytes)
{
    if (m_progress && totalBytes > 0)
        m_progress->setText(formatBytesOf(doneBytes, totalBytes));
}

void CheckpointSummary::addFact(const QString &name, const QString &value, bool isCode)
{
    const int row = m_facts->rowCount();
    const TextRole role = isCode ? TextRole::Code : TextRole::Body;
    m_facts->addWidget(makeFactName(name, role, lineHeight(role)), row, 0, Qt::AlignTop);
    auto *const text = new ElidedLabel(role, Ink::Text1, Qt::ElideMiddle);
    text->setText(value);
    m_facts->addWidget(text, row, 1);
}

void CheckpointSummary::addFacts(const FoundCheckpoint &found, const Inspection *inside)
{
    const Checkpoint &checkpoint = found.checkpoint;
    m_facts = new QGridLayout;
    m_facts->setContentsMargins(dp(16), 0, dp(16), 0);
    m_facts->setHorizontalSpacing(dp(12));
    m_facts->setVerticalSpacing(dp(6));
    m_facts->setColumnMinimumWidth(0, dp(92));
    m_facts->setColumnStretch(1, 1);
    const QString format = inside && !inside->format.isEmpty() ? inside->format : checkpoint.format;
    const QString framework = inside && !inside->framework.isEmpty() ? inside->framework : checkpoint.framework;
    addFact(tr("Format"), format.isEmpty() ? tr("not recognized") : format);
    if (!framework.isEmpty())
        addFact(tr("Created by"), framework);
    const auto epoch = inside && inside->epoch ? inside->epoch : checkpoint.epoch;
    if (epoch)
        addFact(tr("Epoch"), formatNumber(*epoch, 2));
    const auto loss = inside && inside->loss ? inside->loss : checkpoint.loss;
    addFact(tr("Loss"), loss ? formatNumber(*loss, 4) : tr("not recorded"));
    if (inside && inside->parameterCount)
        addFact(tr("Parameters"), formatCount(qint64(*inside->parameterCount)));
    else if (checkpoint.parameterCount)
        addFact(tr("Parameters"), formatCount(*checkpoint.parameterCount));
    if (inside && !inside->tensors.empty())
        addFact(tr("Tensors"), QStringLiteral("%1 (%2)").arg(formatCount(qint64(inside->tensors.size())), typesOf(*inside)));
    else if (checkpoint.tensorCount)
        addFact(tr("Tensors"), formatCount(*checkpoint.tensorCount));
    const ProcessLayout layout = layoutOfCheckpoint(checkpoint.files, inside ? inside->hyperparameters : QList<QPair<QString, QString>>());
    if (layout.processes)
        addFact(tr("Written by"), tr("%n process(es)", nullptr, *layout.processes));
    addFact(tr("Size"), formatBytes(checkpoint.sizeBytes));
    addFact(found.source.folder.isInBucket() ? tr("Store") : tr("Machine"), whereText(found.source));
    addFact(tr("Path"), shownPath(found.path), true);
    m_column->addLayout(m_facts);
}

void CheckpointSummary::addParameters(const Inspection &inspection)
{
    m_column->addWidget(new Hairline);
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(dp(16), 0, dp(16), 0);
    head->addWidget(new Label(tr("Metadata"), TextRole::Strong));
    head->addWidget(new Label(formatCount(inspection.hyperparameters.size()), TextRole::Small, Ink::Text3), 1);
    m_column->addLayout(head);
    auto *const grid = new QGridLayout;
    grid->setContentsMargins(dp(16), 0, dp(16), 0);
    grid->setHorizontalSpacing(dp(12));
    grid->setVerticalSpacing(dp(4));
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto &[name, value] : inspection.hyperparameters.mid(0, kMaxParameters)) {
        auto *const left = new ElidedLabel(TextRole::Code, Ink::Text2, Qt::ElideMiddle);
        left->setText(shownPath(name.left(300)));
        auto *const right = new ElidedLabel(TextRole::Code, Ink::Text1, Qt::ElideRight);
        right->setText(shownPath(value.left(300)));
        grid->addWidget(left, row, 0);
        grid->addWidget(right, row++, 1);
    }
    if (inspection.hyperparameters.size() > kMaxParameters)
        grid->addWidget(
            new Label(tr("and %n more", nullptr, int(inspection.hyperparameters.size() - kMaxParameters)), TextRole::Small, Ink::Text3),
            row, 0);
    m_column->addLayout(grid);
}

}  // namespace trainyard

#include "moc_checkpointsummary.cpp"
