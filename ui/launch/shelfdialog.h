// SPDX-License-Identifier: GPL-3.0-or-later
// The drafts and the user's own templates, to open, rename and delete; what was deleted last can be put back. objectNames: "shelfDialog",
// "shelfClose"; of the first row "shelfDraft0", "shelfDraftDelete0", "shelfTemplate0", "shelfTemplateRename0", "shelfTemplateDelete0",
// "shelfTemplateName" (the field of the one that is being renamed).
#pragma once

#include "ui/common/dialog.h"

#include <functional>

class QGridLayout;
class QPushButton;

namespace trainyard {

class MessageBar;
class TaskShelf;
struct Error;

class ShelfDialog : public Dialog {
    Q_OBJECT
public:
    explicit ShelfDialog(TaskShelf &shelf, QWidget *parent = nullptr);

Q_SIGNALS:
    void draftChosen(const QString &id);
    void templateChosen(const QString &name);

private:
    void rebuild();
    void addTitle(const QString &text);
    void addRow(const QString &name, const QString &moment, const QList<QPushButton *> &buttons);
    void addRenaming(const QString &name);
    void removeDraft(const QString &id);
    void removeTemplate(const QString &name);
    void rename(const QString &name, const QString &newName);
    void offerUndo(const QString &name, const std::function<void()> &undo);
    void say(const Error &error);

    TaskShelf &m_shelf;
    MessageBar *m_messages;
    QWidget *m_rows;
    QGridLayout *m_grid;
    QString m_renamed;  // the template whose name is being edited
    std::function<void()> m_undo;
};

}  // namespace trainyard
