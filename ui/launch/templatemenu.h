// SPDX-License-Identifier: GPL-3.0-or-later
// What a new task may begin as: drafts with the time of their last change, the user's own templates, and one entry for each file in
// resources/templates. Main thread. objectNames: "templateDrafts" (menu), "templateSave", "templateManage".
#pragma once

#include "core/storage/database/taskdrafts.h"

#include <QMenu>

namespace trainyard {

struct TaskTemplate {
    QString title;
    QString file;  // of the resources
};
QList<TaskTemplate> taskTemplates();

class TemplateMenu : public QMenu {
    Q_OBJECT
public:
    explicit TemplateMenu(QWidget *parent = nullptr);

    void setShelf(const QList<TaskDraft> &drafts, const QStringList &templates);

Q_SIGNALS:
    void chosen(const QByteArray &yaml);
    void draftChosen(const QString &id);
    void templateChosen(const QString &name);
    void saveRequested();
    void shelfRequested();  // to rename and delete

private:
    QMenu *m_drafts;
    QAction *m_firstBuiltIn, *m_manage;
    QList<QAction *> m_own;  // with the line below them
};

}  // namespace trainyard
