// SPDX-License-Identifier: GPL-3.0-or-later
// The drafts of LaunchPage: what would be lost, and how it comes back.
#include "ui/launch/launchpage.h"

#include "core/base/format.h"
#include "core/service/runs/taskplaces.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/launch/taskchanges.h"
#include "ui/launch/templatemenu.h"

namespace trainyard {

namespace {

const QString kDraft = QStringLiteral("draft"), kUnreadable = QStringLiteral("unreadableDraft");

}  // namespace

std::optional<TaskDraft> LaunchPage::draft() const
{
    const QByteArray text = taskText();
    if (text.trimmed().isEmpty() || m_begun == text)
        return std::nullopt;
    TaskDraft draft{{}, text};
    draft.taskDirectory = m_taskDirectory;
    draft.machineId = machineId();
    draft.runName = m_changes->runName();
    draft.runTask = m_changes->base();
    return draft;
}

bool LaunchPage::isUntouched() const { return !m_isTouched && (!draft() || taskText() == m_demoTask); }

void LaunchPage::goOn(const TaskDraft &draft)
{
    setTask(draft.text, draft.taskDirectory);
    m_begun.reset();
    m_isTouched = true;
    m_changes->setBase(draft.runName, draft.runTask);
    selectMachine(draft.machineId);
    m_header->messageBar()->withdraw(kDraft);
    if (draft.lacksValues) {
        m_header->messageBar()->post({kDraft,
                                      Tone::Info,
                                      tr("The draft has no values of secrets."),
                                      tr("They are never saved with it; at launch they come from your environment or the keyring."),
                                      {},
                                      {}});
    }
}

void LaunchPage::setDraftSaved(const QDateTime &saved)
{
    m_header->messageBar()->withdraw(kDraft + u'!');
    m_draftSaved = saved;
    showDraft();
}

void LaunchPage::setDraftError(const Error &error)
{
    m_draftSaved = {};
    showDraft();
    m_header->messageBar()->post({kDraft + u'!', Tone::Bad, tr("What you enter is not saved as a draft."), error.what, error.detail, {}});
}

void LaunchPage::endDraft()
{
    m_begun = taskText();
    m_draftSaved = {};
    m_header->messageBar()->withdraw(kDraft);
    showDraft();
}

void LaunchPage::showDraft()
{
    const bool isShown = m_draftSaved.isValid() && m_status->text().isEmpty();
    m_draft->setVisible(isShown);
    m_status->setVisible(!isShown);
    if (isShown)
        m_draft->setText(tr("Saved as a draft %1").arg(formatMoment(m_draftSaved, QDateTime::currentDateTime())));
}

void LaunchPage::setShelf(const TaskDrafts &drafts, const QStringList &templates)
{
    m_templates->setShelf(drafts.drafts, templates);
    const QStringList &lost = drafts.unreadable;
    if (lost.isEmpty())
        return m_header->messageBar()->withdraw(kUnreadable);
    m_header->messageBar()->post({kUnreadable,
                                  Tone::Warning,
                                  tr("%n draft(s) cannot be read and were left as they are.", nullptr, int(lost.size())),
                                  tr("To see what is in it, open %1 in a text editor.").arg(lost.first()),
                                  lost.join(u'\n'),
                                  {}});
}

QByteArray LaunchPage::templateText() const
{
    return m_taskDirectory.isEmpty() ? taskText() : withPlacesWritten(taskText(), m_taskDirectory);
}

void LaunchPage::beginTask(const QByteArray &yaml)
{
    m_isTouched = true;
    setTask(yaml, {});
}

void LaunchPage::showFailure(const Error &error)
{
    if (!error.isCancelled())
        m_header->messageBar()->post({kDraft + u'!', Tone::Bad, error.what, {}, error.detail, {}});
}

// A task that was made here and is in no file.
void LaunchPage::takeMadeTask(const QByteArray &yaml)
{
    m_isTouched = true;
    setTask(yaml, {});
    m_begun.reset();
    Q_EMIT edited();
}

// The GPUs that the form ticks by itself are nothing that a person entered.
void LaunchPage::takeProposal()
{
    const bool isAsBegun = m_begun == taskText(), wasTouched = m_isTouched;
    takeForm();
    if (!isAsBegun)
        return;
    m_begun = taskText();
    m_isTouched = wasTouched;
}

void LaunchPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    Q_EMIT left();
}

}  // namespace trainyard
