// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks that a new one may begin as: one entry for each file in resources/templates. Main thread.
#pragma once

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

Q_SIGNALS:
    void chosen(const QByteArray &yaml);
};

}  // namespace trainyard
