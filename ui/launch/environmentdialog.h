// SPDX-License-Identifier: GPL-3.0-or-later
// The environment of a training: one tab makes a Dockerfile and related files for a GPU and driver, the other finds mistakes in pasted
// text. Opens without blocking; deletes itself when closed. Main thread. objectNames: "environmentDialog", "environmentMode0" (make),
// "environmentMode1" (check), "environmentClose", those of RecipePane and LintPane.
#pragma once

#include "core/knowledge/environment/recipefacts.h"
#include "core/service/machines/compatadvisor.h"
#include "ui/common/dialog.h"

#include <memory>

namespace trainyard {

class EnvironmentDialog : public Dialog {
    Q_OBJECT
public:
    // `facts`: of the selected machine; nullopt: none is selected, or it has not answered.
    EnvironmentDialog(std::shared_ptr<const CompatAdvisor> advisor, const RecipeFacts &recipes, const std::optional<MachineFacts> &facts,
                      QWidget *parent = nullptr);

Q_SIGNALS:
    void taskChosen(const QByteArray &yaml);  // the user wants to use the recipe's task

private:
    const std::shared_ptr<const CompatAdvisor> m_advisor;
    const RecipeFacts m_recipes;
};

}  // namespace trainyard
