// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/templatemenu.h"

#include <QFile>

namespace trainyard {

// The titles are names of programs, the same in every language.
QList<TaskTemplate> taskTemplates()
{
    return {{QStringLiteral("PyTorch DDP"), QStringLiteral(":/templates/pytorch-ddp.yaml")},
            {QStringLiteral("Hugging Face Trainer"), QStringLiteral(":/templates/hf-trainer.yaml")},
            {QStringLiteral("Lightning"), QStringLiteral(":/templates/lightning.yaml")},
            {QStringLiteral("DeepSpeed"), QStringLiteral(":/templates/deepspeed.yaml")}};
}

TemplateMenu::TemplateMenu(QWidget *parent) : QMenu(parent)
{
    for (const TaskTemplate &one : taskTemplates()) {
        connect(addAction(one.title), &QAction::triggered, this, [this, name = one.file] {
            QFile file(name);
            if (file.open(QIODevice::ReadOnly))
                Q_EMIT chosen(file.readAll());
        });
    }
}

}  // namespace trainyard

#include "moc_templatemenu.cpp"
