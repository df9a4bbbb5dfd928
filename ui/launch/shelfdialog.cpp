// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/shelfdialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/shownpath.h"
#include "core/service/runs/whendone.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/launch/taskshelf.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

const QString kUndo = QStringLiteral("undo"), kShelfFailed = QStringLiteral("failed");

QPushButton *rowButton(const char *objectName, qsizetype row, const QString &text, const QString &name)
{
    QPushButton *const button = makeButton(QString::fromLatin1(objectName) + QString::number(row), text);
    setSmall(button);
    button->setAccessibleName(text + QStringLiteral(": ") + name);
    return button;
}

}  // namespace

ShelfDialog::ShelfDialog(TaskShelf &shelf, QWidget *parent)
    : Dialog(parent), m_shelf(shelf), m_messages(new MessageBar), m_rows(new QWidget), m_grid(new QGridLayout(m_rows))
{
    setObjectName(QStringLiteral("shelfDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Drafts and templates"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(dp(12));
    m_grid->setVerticalSpacing(dp(6));
    m_grid->setColumnStretch(0, 1);
    QVBoxLayout *const column = makeBody(620);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    column->addWidget(m_messages);
    column->addWidget(m_rows);
    column->addWidget(makeProse(tr("Your templates are task files in %1.").arg(shownPath(shelf.folder())), TextRole::Small, Ink::Text3));
    column->addStretch(1);
    QPushButton *const close = makeButton(QStringLiteral("shelfClose"), tr("Close"));
    setFooter({close});
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&shelf, &TaskShelf::changed, this, &ShelfDialog::rebuild);
    connect(m_messages, &MessageBar::actionTriggered, this, [this] {
        m_messages->withdraw(kUndo);
        if (const auto undo = std::exchange(m_undo, {}))
            undo();
    });
    rebuild();
}

void ShelfDialog::addTitle(const QString &text)
{
    auto *const title = new Label(text, TextRole::Section);
    title->setContentsMargins(0, m_grid->count() > 0 ? dp(10) : 0, 0, 0);
    m_grid->addWidget(title, m_grid->rowCount(), 0, 1, 3);
}

void ShelfDialog::addRow(const QString &name, const QString &moment, const QList<QPushButton *> &buttons)
{
    const int row = m_grid->rowCount();
    auto *const label = new ElidedLabel(TextRole::Body);
    label->setText(name);
    m_grid->addWidget(label, row, 0);
    auto *const box = new QHBoxLayout;
    box->setSpacing(dp(6));
    box->addStretch(1);
    if (!moment.isEmpty())
        box->addWidget(new Label(tr("Saved %1", "a moment").arg(moment), TextRole::Small, Ink::Text3));
    for (QPushButton *const button : buttons)
        box->addWidget(button);
    m_grid->addLayout(box, row, 2);
}

void ShelfDialog::addRenaming(const QString &name)
{
    auto *const field = new QLineEdit(name);
    field->setObjectName(QStringLiteral("shelfTemplateName"));
    field->setAccessibleName(tr("Name"));
    field->setMaxLength(60);
    QPushButton *const save = makeButton(QStringLiteral("shelfTemplateRenamed"), tr("Rename"));
    QPushButton *const cancel = makeButton(QStringLiteral("shelfTemplateKept"), tr("Cancel"));
    for (QPushButton *const button : {save, cancel})
        setSmall(button);
    const int row = m_grid->rowCount();
    m_grid->addWidget(field, row, 0, 1, 2);
    auto *const box = new QHBoxLayout;
    box->setSpacing(dp(6));
    box->addStretch(1);
    box->addWidget(save);
    box->addWidget(cancel);
    m_grid->addLayout(box, row, 2);
    const auto take = [this, name, field] { rename(name, field->text().trimmed()); };
    connect(field, &QLineEdit::returnPressed, this, take);
    connect(save, &QPushButton::clicked, this, take);
    connect(cancel, &QPushButton::clicked, this, [this] {
        m_renamed.clear();
        rebuild();
    });
    field->selectAll();
    QTimer::singleShot(0, field, [field] { field->setFocus(Qt::OtherFocusReason); });
}

// The focus stays in its row, so that several can be deleted by keys.
void ShelfDialog::rebuild()
{
    const QWidget *const focused = m_rows->isAncestorOf(focusWidget()) ? focusWidget() : nullptr;
    const QString focusName = focused ? focused->objectName() : QString();
    const QWidgetList old = m_rows->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    while (QLayoutItem *const item = m_grid->takeAt(0)) {
        if (QLayout *const box = item->layout()) {
            while (QLayoutItem *const inner = box->takeAt(0))
                delete inner;
        }
        delete item;
    }
    for (QWidget *const widget : old) {
        widget->setObjectName({});  // a press of its own button may be what removes it
        widget->hide();
        widget->deleteLater();
    }
    const QDateTime now = QDateTime::currentDateTime();
    const QList<TaskDraft> &drafts = m_shelf.drafts().drafts;
    addTitle(tr("Drafts"));
    for (qsizetype i = 0; i < drafts.size(); ++i) {
        const QString known = seenText(draftName(drafts[i]));
        const QString name = known.isEmpty() ? tr("Draft without a name") : known;
        QPushButton *const open = rowButton("shelfDraft", i, tr("Continue editing"), name);
        QPushButton *const remove = rowButton("shelfDraftDelete", i, tr("Delete"), name);
        connect(open, &QPushButton::clicked, this, [this, id = drafts[i].id] {
            Q_EMIT draftChosen(id);
            accept();
        });
        connect(remove, &QPushButton::clicked, this, [this, id = drafts[i].id] { removeDraft(id); });
        addRow(name, formatMoment(drafts[i].saved, now), {open, remove});
    }
    if (drafts.isEmpty())
        m_grid->addWidget(
            makeProse(tr("None. What you begin on the page Launch is kept here until it is launched."), TextRole::Body, Ink::Text3),
            m_grid->rowCount(), 0, 1, 3);
    addTitle(tr("Your templates"));
    const QStringList &templates = m_shelf.templates();
    for (qsizetype i = 0; i < templates.size(); ++i) {
        const QString &file = templates[i];
        if (file == m_renamed) {
            addRenaming(file);
            continue;
        }
        const QString name = seenText(file);
        QPushButton *const use = rowButton("shelfTemplate", i, tr("Use"), name);
        QPushButton *const renaming = rowButton("shelfTemplateRename", i, tr("Rename"), name);
        QPushButton *const remove = rowButton("shelfTemplateDelete", i, tr("Delete"), name);
        connect(use, &QPushButton::clicked, this, [this, file] {
            Q_EMIT templateChosen(file);
            accept();
        });
        connect(renaming, &QPushButton::clicked, this, [this, file] {
            m_renamed = file;
            rebuild();
        });
        connect(remove, &QPushButton::clicked, this, [this, file] { removeTemplate(file); });
        addRow(name, {}, {use, renaming, remove});
    }
    if (templates.isEmpty())
        m_grid->addWidget(
            makeProse(tr("None. “Save as template…” in the Templates menu makes one of the task on the page."), TextRole::Body, Ink::Text3),
            m_grid->rowCount(), 0, 1, 3);
    if (auto *const same = m_rows->findChild<QPushButton *>(focusName); same && !focusName.isEmpty())
        same->setFocus(Qt::OtherFocusReason);
    else if (focused)
        findChild<QPushButton *>(QStringLiteral("shelfClose"))->setFocus(Qt::OtherFocusReason);
}

void ShelfDialog::removeDraft(const QString &id)
{
    const QList<TaskDraft> &drafts = m_shelf.drafts().drafts;
    const auto found = std::find_if(drafts.begin(), drafts.end(), [&id](const TaskDraft &draft) { return draft.id == id; });
    if (found == drafts.end())
        return;
    TaskDraft draft = *found;
    draft.isOpen = false;
    whenDone(m_shelf.removeDraft(id), this, [this, draft](const Result<void> &removed) {
        if (!removed)
            return say(removed.error());
        offerUndo(draftName(draft), [this, draft] {
            whenDone(m_shelf.keepDraft(draft), this, [this](const Result<TaskDraft> &kept) {
                if (!kept)
                    say(kept.error());
            });
        });
    });
}

void ShelfDialog::removeTemplate(const QString &name)
{
    whenDone(m_shelf.removeTemplate(name), this, [this, name](const Result<QByteArray> &text) {
        if (!text)
            return say(text.error());
        offerUndo(name, [this, name, text = *text] {
            whenDone(m_shelf.restoreTemplate(name, text), this, [this](const Result<void> &restored) {
                if (!restored)
                    say(restored.error());
            });
        });
    });
}

void ShelfDialog::rename(const QString &name, const QString &newName)
{
    whenDone(m_shelf.renameTemplate(name, newName), this, [this](const Result<void> &renamed) {
        if (!renamed)
            return say(renamed.error());
        m_messages->withdraw(kShelfFailed);
        m_renamed.clear();
        rebuild();
    });
}

void ShelfDialog::offerUndo(const QString &name, const std::function<void()> &undo)
{
    m_undo = undo;
    m_messages->withdraw(kShelfFailed);
    m_messages->post({kUndo,
                      Tone::Info,
                      name.isEmpty() ? tr("The draft was deleted.") : tr("“%1” was deleted.").arg(seenText(name)),
                      {},
                      {},
                      tr("Undo")});
}

void ShelfDialog::say(const Error &error)
{
    if (!error.isCancelled())
        m_messages->post({kShelfFailed, Tone::Bad, error.what, {}, error.detail, {}});
}

}  // namespace trainyard

#include "moc_shelfdialog.cpp"
