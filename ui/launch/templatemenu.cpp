// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/templatemenu.h"

#include "core/base/format.h"
#include "core/base/seentext.h"

#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxMenuDrafts = 12;  // all of them are in the dialog

// As a menu shows it: text from files is no mnemonic, and no tab.
QString entryText(const QString &text) { return seenText(text).replace(u'&', QLatin1String("&&")); }

}  // namespace

// The titles are names of programs, the same in every language.
QList<TaskTemplate> taskTemplates()
{
    return {{QStringLiteral("PyTorch DDP"), QStringLiteral(":/templates/pytorch-ddp.yaml")},
            {QStringLiteral("Hugging Face Trainer"), QStringLiteral(":/templates/hf-trainer.yaml")},
            {QStringLiteral("Lightning"), QStringLiteral(":/templates/lightning.yaml")},
            {QStringLiteral("DeepSpeed"), QStringLiteral(":/templates/deepspeed.yaml")}};
}

TemplateMenu::TemplateMenu(QWidget *parent) : QMenu(parent), m_drafts(addMenu(tr("Drafts")))
{
    m_drafts->setObjectName(QStringLiteral("templateDrafts"));
    addSeparator();
    m_firstBuiltIn = nullptr;
    for (const TaskTemplate &one : taskTemplates()) {
        QAction *const action = addAction(one.title);
        if (!m_firstBuiltIn)
            m_firstBuiltIn = action;
        connect(action, &QAction::triggered, this, [this, name = one.file] {
            QFile file(name);
            if (file.open(QIODevice::ReadOnly))
                Q_EMIT chosen(file.readAll());
        });
    }
    addSeparator();
    QAction *const save = addAction(tr("Save as template…"));
    save->setObjectName(QStringLiteral("templateSave"));
    connect(save, &QAction::triggered, this, &TemplateMenu::saveRequested);
    m_manage = addAction(tr("Rename or delete…"));
    m_manage->setObjectName(QStringLiteral("templateManage"));
    connect(m_manage, &QAction::triggered, this, &TemplateMenu::shelfRequested);
    setShelf({}, {});
}

void TemplateMenu::setShelf(const QList<TaskDraft> &drafts, const QStringList &templates)
{
    m_drafts->clear();
    m_drafts->setEnabled(!drafts.isEmpty());
    const QDateTime now = QDateTime::currentDateTime();
    for (qsizetype i = 0; i < std::min(kMaxMenuDrafts, drafts.size()); ++i) {
        const TaskDraft &draft = drafts[i];
        const QString name = draftName(draft);
        const QString title = name.isEmpty() ? tr("Draft without a name") : entryText(name);
        // What follows the tab is set at the right, as keys are.
        QAction *const action = m_drafts->addAction(title + u'\t' + formatMoment(draft.saved, now));
        connect(action, &QAction::triggered, this, [this, id = draft.id] { Q_EMIT draftChosen(id); });
    }
    if (drafts.size() > kMaxMenuDrafts)
        connect(m_drafts->addAction(tr("All %n drafts…", nullptr, int(drafts.size()))), &QAction::triggered, this,
                &TemplateMenu::shelfRequested);
    qDeleteAll(m_own);
    m_own.clear();
    for (const QString &name : templates) {
        auto *const action = new QAction(entryText(name), this);
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT templateChosen(name); });
        m_own << action;
    }
    if (!m_own.isEmpty()) {
        auto *const line = new QAction(this);
        line->setSeparator(true);
        m_own << line;
    }
    insertActions(m_firstBuiltIn, m_own);
    m_manage->setEnabled(!drafts.isEmpty() || !templates.isEmpty());
}

}  // namespace trainyard

#include "moc_templatemenu.cpp"
