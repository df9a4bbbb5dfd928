// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launchdrafts.h"

#include "core/model/tasksecrets.h"
#include "core/service/runs/whendone.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/taskshelf.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kSaveDelay = 1000;  // ms after the first change since the last save: so much may be lost in a crash

}  // namespace

LaunchDrafts::LaunchDrafts(TaskShelf &shelf, LaunchPage *page, QObject *parent) : QObject(parent), m_shelf(shelf), m_page(page)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSaveDelay);
    connect(&m_timer, &QTimer::timeout, this, [this] { save(true); });
    connect(page, &LaunchPage::edited, this, [this] {
        if (!m_timer.isActive())
            m_timer.start();
    });
    connect(page, &LaunchPage::left, this, &LaunchDrafts::flush);
    connect(page, &LaunchPage::taskLeft, this, &LaunchDrafts::leave);
    connect(page, &LaunchPage::draftChosen, this, &LaunchDrafts::goOn);
    connect(page, &LaunchPage::launchRequested, this, [this] {
        flush();  // gives it an id
        m_launching = m_current.id;
    });
    connect(&shelf, &TaskShelf::changed, this, &LaunchDrafts::showShelf);
    connect(&shelf, &TaskShelf::draftRemoved, this, &LaunchDrafts::forget);
    if (shelf.isLoaded())
        showShelf();
}

LaunchDrafts::~LaunchDrafts() { flush(); }

void LaunchDrafts::showShelf()
{
    if (!m_page)
        return;
    m_page->setShelf(m_shelf.drafts(), m_shelf.templates());
    if (!std::exchange(m_isRestored, true))
        restore();
}

// What was entered before the drafts were read, or on the page that this one replaces, stays.
void LaunchDrafts::restore()
{
    const QList<TaskDraft> &drafts = m_shelf.drafts().drafts;
    const auto last = std::find_if(drafts.begin(), drafts.end(), [](const TaskDraft &draft) { return draft.isOpen; });
    const auto now = m_page->draft();
    if (last == drafts.end()) {
        if (!now)
            QMetaObject::invokeMethod(this, &LaunchDrafts::nothingOpen, Qt::QueuedConnection);  // whoever made this connects first
    } else if (m_page->isUntouched()) {
        open(*last);
    } else if (now && withoutSecretValues(now->text) == last->text) {
        m_current = *last;
    }
}

void LaunchDrafts::goOn(const QString &id)
{
    const QList<TaskDraft> &drafts = m_shelf.drafts().drafts;
    const auto found = std::find_if(drafts.begin(), drafts.end(), [&id](const TaskDraft &draft) { return draft.id == id; });
    if (m_page && found != drafts.end() && id != m_current.id)
        open(*found);
}

void LaunchDrafts::open(TaskDraft draft)
{
    m_page->goOn(draft);  // the one before it is left
    m_current = draft;
    if (!std::exchange(draft.isOpen, true))
        m_shelf.keepDraft(draft);
    m_page->setDraftSaved(draft.saved);
}

void LaunchDrafts::leave()
{
    save(false);
    m_current = {};
}

QString LaunchDrafts::keep()
{
    save(true);
    return m_current.id;
}

void LaunchDrafts::flush()
{
    if (m_timer.isActive())
        save(true);
}

void LaunchDrafts::save(bool isOpen)
{
    const bool isDue = m_timer.isActive() || isOpen;
    m_timer.stop();
    const auto draft = m_page ? m_page->draft() : std::nullopt;
    if (!m_page || (!isDue && m_current.id.isEmpty()))
        return;
    if (!draft) {
        if (!m_current.id.isEmpty())
            m_shelf.removeDraft(m_current.id);
        return;
    }
    TaskDraft kept = *draft;
    kept.id = m_current.id.isEmpty() ? newDraftId() : m_current.id;
    kept.isOpen = isOpen;
    kept.lacksValues = m_current.lacksValues;
    if (!isDue)
        kept.saved = m_current.saved;  // it is only put aside
    m_current = kept;
    whenDone(m_shelf.keepDraft(kept), this, [this, id = kept.id](const Result<TaskDraft> &saved) {
        if (!m_page || (saved && id != m_current.id))
            return;
        if (saved) {
            m_current.saved = saved->saved;
            m_current.lacksValues = saved->lacksValues;
            m_page->setDraftSaved(saved->saved);
        } else {
            m_page->setDraftError(saved.error());
        }
    });
}

void LaunchDrafts::launched()
{
    if (const QString launched = std::exchange(m_launching, {}); launched != m_current.id) {
        if (!launched.isEmpty())
            m_shelf.removeDraft(launched);
        return;
    }
    m_timer.stop();
    const QString id = std::exchange(m_current, {}).id;
    if (m_page)
        m_page->endDraft();
    if (!id.isEmpty())
        m_shelf.removeDraft(id);
}

void LaunchDrafts::forget(const QString &id)
{
    if (id != m_current.id)
        return;
    m_timer.stop();
    m_current = {};
    if (m_page)
        m_page->endDraft();
}

}  // namespace trainyard

#include "moc_launchdrafts.cpp"
