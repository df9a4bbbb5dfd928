// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/erasedialog.h"

#include "core/base/bytename.h"
#include "core/base/format.h"
#include "core/base/sentences.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMostNamed = 8;
constexpr int kSteps = 1000;  // of the bar

QString countText(const EntryCount &count)
{
    QStringList parts;
    if (count.files > 0) {
        const QString files = EraseDialog::tr("%1 file(s)", nullptr, int(count.files)).arg(formatCount(count.files));
        parts << EraseDialog::tr("%1 (%2)", "files, their size").arg(files, formatBytes(count.bytes));
    }
    if (count.folders > 0)
        parts << EraseDialog::tr("%1 folder(s)", nullptr, int(count.folders)).arg(formatCount(count.folders));
    if (count.links > 0)
        parts << EraseDialog::tr("%1 link(s)", nullptr, int(count.links)).arg(formatCount(count.links));
    if (count.others > 0)
        parts << EraseDialog::tr("%1 device(s) or pipe(s)", nullptr, int(count.others)).arg(formatCount(count.others));
    return parts.isEmpty() ? EraseDialog::tr("Nothing is there any more.") : parts.join(EraseDialog::tr(", ", "in a list"));
}

}  // namespace

EraseDialog::EraseDialog(const QString &machineName, const QList<QByteArray> &paths, QWidget *parent)
    : Dialog(parent), m_text(makeProse(tr("Counting what would be deleted…"), TextRole::Body, Ink::Text2, this)),
      m_progress(new QProgressBar(this)), m_cancel(makeButton(QStringLiteral("eraseCancel"), tr("Keep"), ButtonVariant::Normal, {}, this)),
      m_confirm(makeButton(QStringLiteral("eraseConfirm"), tr("Delete"), ButtonVariant::DestructiveFilled, {}, this))
{
    setObjectName(QStringLiteral("eraseDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    const QString name = paths.size() == 1 ? shownBytes(paths.first().mid(paths.first().lastIndexOf('/') + 1)) : QString();
    const QString question = paths.size() == 1
                                 ? tr("Delete %1 on %2?").arg(name, machineName)
                                 : tr("Delete %1 entry(s) on %2?", nullptr, int(paths.size())).arg(formatCount(paths.size()), machineName);
    setWindowTitle(question);
    auto *const title = new Label(question, TextRole::PageTitle, Ink::Text1, this);
    title->setWordWrap(true);
    QStringList named;
    for (const QByteArray &path : paths.mid(0, kMostNamed))
        named << shownBytes(path);
    if (paths.size() > kMostNamed)
        named << tr("and %1 more").arg(formatCount(paths.size() - kMostNamed));
    auto *const names = makeSelectableProse(named.join(u'\n'), TextRole::Code, Ink::Text1, this);
    names->setObjectName(QStringLiteral("eraseNames"));
    m_text->setObjectName(QStringLiteral("eraseText"));
    m_progress->setObjectName(QStringLiteral("eraseProgress"));
    m_progress->setAccessibleName(tr("Deleted so far"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    QVBoxLayout *const body = makeBody(560);
    body->setSpacing(dp(8));
    body->addWidget(title);
    body->addWidget(names);
    body->addWidget(m_text);
    body->addWidget(m_progress);
    setFooter({m_cancel, m_confirm});
    m_cancel->setDefault(true);
    setDisabledReason(m_confirm, tr("It is not known yet what would be deleted."));
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &EraseDialog::confirm);
}

void EraseDialog::setCount(const Result<EntryCount> &count)
{
    m_progress->setVisible(false);
    if (!count) {
        m_text->setInk(Ink::Bad);
        m_text->setText(count.error().what);
        return;
    }
    m_step = Step::Asking;
    m_count = *count;
    const bool hasLinks = m_count.links > 0 || m_count.folders > 0;
    m_text->setText(countText(m_count) + u'\n'
                    + (hasLinks ? tr("There is no trash: this cannot be undone. Links are deleted, but not what they point to.")
                                : tr("There is no trash: this cannot be undone.")));
    setDisabledReason(m_confirm, m_count.all() > 0 ? QString() : tr("Nothing is there any more."));
}

void EraseDialog::confirm()
{
    m_step = Step::Erasing;
    m_cancel->setText(tr("Stop"));
    setDisabledReason(m_confirm, tr("It is being deleted."));
    m_progress->setVisible(true);
    m_progress->setRange(0, kSteps);
    setRemoved(0);
    Q_EMIT confirmed();
}

void EraseDialog::setRemoved(qint64 removed)
{
    if (m_step != Step::Erasing)
        return;
    m_removed = removed;
    m_text->setText(tr("Deleting, %1 of %2…").arg(formatCount(removed), formatCount(m_count.all())));
    m_progress->setValue(int(std::min<qint64>(kSteps, removed * kSteps / std::max<qint64>(1, m_count.all()))));
}

void EraseDialog::finish(const Result<void> &outcome)
{
    if (outcome) {
        accept();
        return;
    }
    m_step = Step::Over;
    m_progress->setVisible(false);
    m_cancel->setText(tr("Close"));
    m_text->setInk(Ink::Bad);
    const QString removed = tr("%1 entry(s) were deleted before.", nullptr, int(m_removed)).arg(formatCount(m_removed));
    m_text->setText(m_removed > 0 ? joinedSentences({outcome.error().what, removed}) : outcome.error().what);
    setDisabledReason(m_confirm, outcome.error().what);
}

}  // namespace trainyard

#include "moc_erasedialog.cpp"
