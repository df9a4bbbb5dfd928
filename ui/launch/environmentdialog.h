// SPDX-License-Identifier: GPL-3.0-or-later
// What a training runs in: one side makes a Dockerfile and what belongs to it for a GPU and driver, the other finds mistakes in
// what is pasted. Opens without blocking; deletes itself when closed. Main thread.
// objectNames: "environmentDialog", "environmentMode0" (make), "environmentMode1" (check), "environmentClose", those of
// RecipePane and LintPane.
#pragma once

#include "core/knowledge/environment/recipefacts.h"
#include "core/service/machines/compatadvisor.h"
#include "ui/common/dialog.h"

#include <memory>

namespace trainyard {

class EnvironmentDialog : public Dialog {
    Q_OBJECT
public:
    // `facts`: of the machine that is meant; nothing: none is chosen, or it has not answered.
    EnvironmentDialog(std::shared_ptr<const CompatAdvisor> advisor, const RecipeFacts &recipes, const std::optional<MachineFacts> &facts,
                      QWidget *parent = nullptr);

Q_SIGNALS:
    void taskChosen(const QByteArray &yaml);  // a person takes the task of the recipe

private:
    const std::shared_ptr<const CompatAdvisor> m_advisor;
    const RecipeFacts m_recipes;
};

}  // namespace trainyard
