// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/copydialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/locationform.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/segments.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kBeforeFreeSpace = 400ms;  // pause after the last key before the free space is requested

// All kinds except the impossible ones: no copies from machine to machine or from store to store, and none from this computer to itself.
template <typename T>
QList<T> withoutSource(QList<T> kinds, const FoundCheckpoint &found)
{
    kinds.removeAt(int(found.source.folder.kind));
    return kinds;
}

QList<LocationWords> wordsFor(const FoundCheckpoint &found)
{
    return {{.kind = Location::Kind::ThisComputer,
             .path = CopyDialog::tr("To this folder on this computer"),
             .help = CopyDialog::tr("Created if missing."),
             .typed = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation),
             .missing = CopyDialog::tr("Enter a folder."),
             .button = CopyDialog::tr("Folder…")},
            {.kind = Location::Kind::OnMachine,
             .path = CopyDialog::tr("To this folder on the machine"),
             .help = CopyDialog::tr("Created if missing."),
             .typed = QStringLiteral("~/checkpoints"),
             .missing = CopyDialog::tr("Enter a folder."),
             .choice = CopyDialog::tr("Machine"),
             .none = CopyDialog::tr("Add a machine on the Machines page first."),
             .noneYet = CopyDialog::tr("Add a machine first.")},
            {.kind = Location::Kind::InBucket,
             .path = CopyDialog::tr("To this folder in the bucket"),
             .help = CopyDialog::tr("Leave empty for the top level."),
             .typed = found.source.site ? QString() : QString(found.source.name).replace(u'/', u'-'),
             .choice = CopyDialog::tr("Store"),
             .none = CopyDialog::tr("Set up a store first: “Add a location…”, “A bucket”."),
             .noneYet = CopyDialog::tr("Set up a store first.")}};
}

}  // namespace

CopyDialog::CopyDialog(const FoundCheckpoint &found, const QList<Machine> &machines, const QList<ObjectStoreConfig> &stores,
                       QWidget *parent)
    : Dialog(parent), m_found(found),
      m_kind(
          new Segments(QStringLiteral("copyKind"), withoutSource<QString>({tr("This computer"), tr("A machine"), tr("A bucket")}, found))),
      m_form(new LocationForm(QStringLiteral("copy"), withoutSource(wordsFor(found), found))), m_messages(new MessageBar),
      m_facts(new Label(TextRole::Body, Ink::Text2)), m_start(makeButton(QStringLiteral("copyStart"), tr("Copy"), ButtonVariant::Primary)),
      m_cancel(makeButton(QStringLiteral("copyCancel"), tr("Cancel")))
{
    setObjectName(QStringLiteral("copyDialog"));
    setWindowTitle(tr("Copy a checkpoint"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    m_form->setMachines(machines);
    m_form->setStores(stores);
    m_facts->setObjectName(QStringLiteral("copyFacts"));
    m_facts->setWordWrap(true);

    auto *const top = new QHBoxLayout;
    top->addWidget(m_kind);
    top->addStretch(1);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    auto *const what = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideMiddle);
    what->setText(
        QStringList{checkpointTitle(found.checkpoint), shownPath(found.source.name), formatBytes(found.checkpoint.sizeBytes)}.join(
            tr(" · ", "between facts")));
    column->addWidget(what);
    column->addWidget(m_messages);
    column->addLayout(top);
    if (found.source.folder.kind == Location::Kind::OnMachine) {
        auto *const why = new Label(
            tr("Checkpoints are not copied directly between machines. To resume on another machine, choose it when you resume: the "
               "checkpoint is copied there first."),
            TextRole::Small, Ink::Text3);
        why->setObjectName(QStringLiteral("copyNoMachine"));
        why->setWordWrap(true);
        column->addWidget(why);
    }
    column->addWidget(m_form);
    column->addWidget(m_facts);
    auto *const promise = makeProse(
        tr("The copy only counts once its hashes match. The completion marker is copied last, so a partial copy is never taken for a "
           "complete one."),
        TextRole::Small, Ink::Text3);
    column->addWidget(promise);
    column->addStretch(1);
    setFooter({m_cancel, m_start});
    m_start->setDefault(true);

    if (found.checkpoint.verdict != Verdict::Complete) {
        m_messages->post({QStringLiteral("verdict"), Tone::Warning, tr("It is not complete."), shownPath(found.checkpoint.reason), {}, {}});
    }
    m_later.setSingleShot(true);
    m_later.setInterval(kBeforeFreeSpace);
    connect(&m_later, &QTimer::timeout, this, [this] { Q_EMIT targetChanged(target()); });
    connect(m_kind, &Segments::chosen, this, &CopyDialog::showKind);
    connect(m_form, &LocationForm::changed, this, &CopyDialog::change);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &CopyDialog::submit);
    m_kind->setCurrent(0);
    showKind();
}

Location CopyDialog::target() const { return m_form->location(); }

void CopyDialog::showKind()
{
    m_form->showPage(m_kind->current());
    setDisabledReason(m_start, m_form->disabledReason());
    change();
}

void CopyDialog::change()
{
    m_form->clearErrors();
    m_isFreeSpaceKnown = false;
    m_free.reset();
    m_rate.reset();
    m_later.start();
    showFacts();
}

void CopyDialog::setFreeSpace(const Location &of, std::optional<qint64> freeBytes)
{
    if (of != target())
        return;
    m_isFreeSpaceKnown = true;
    m_free = freeBytes;
    showFacts();
}

void CopyDialog::setRate(const Location &of, std::optional<double> bytesPerSecond)
{
    if (of != target())
        return;
    m_rate = bytesPerSecond;
    showFacts();
}

void CopyDialog::showFacts()
{
    QStringList facts;
    const qint64 size = m_found.checkpoint.sizeBytes;
    bool isTooLarge = false;
    if (m_form->kind() != Location::Kind::InBucket) {
        isTooLarge = m_free && *m_free < size;
        facts << (!m_isFreeSpaceKnown ? tr("Checking the free space there…")
                  : !m_free           ? tr("The free space there is unknown.")
                  : isTooLarge        ? tr("Only %1 free there: not enough for %2.").arg(formatBytes(*m_free), formatBytes(size))
                                      : tr("%1 free there.").arg(formatBytes(*m_free)));
    }
    facts << (m_rate && *m_rate > 1
                  ? tr("About %1 at %2, the speed of the last copy there.")
                        .arg(formatDuration(qint64(std::max(1.0, double(size) / *m_rate) * 1000)), formatByteRate(*m_rate))
                  : tr("Duration unknown: nothing has been copied there yet."));
    m_facts->setText(joinedSentences(facts));
    m_facts->setInk(isTooLarge ? Ink::Bad : Ink::Text2);
}

void CopyDialog::showError(const Error &error)
{
    if (!error.isCancelled())
        m_messages->post({QStringLiteral("copy"), Tone::Bad, error.what, {}, error.detail, {}});
}

void CopyDialog::submit()
{
    if (m_form->isComplete())
        Q_EMIT submitted(target());
}

}  // namespace trainyard

#include "moc_copydialog.cpp"
