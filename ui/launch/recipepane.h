// SPDX-License-Identifier: GPL-3.0-or-later
// Makes an environment: framework, GPU and driver on the left; the verdict and the files on the right. Updates with each change. Main
// thread. objectNames: "environmentFramework", "environmentVersion", "environmentGpu", "environmentDriver", "environmentCount",
// "environmentEngine", "environmentApt", "environmentPip", "environmentData", "environmentCheckpoints", "environmentVerdict",
// "environmentWhy", "environmentFile0" …, "environmentText", "environmentSave", "environmentTask", "environmentSaved".
#pragma once

#include "core/knowledge/environment/recipemaker.h"
#include "core/service/machines/compatadvisor.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace trainyard {

class Badge;
class CommandPreview;
class FieldRow;
class Label;
class Segments;

class RecipePane : public QWidget {
    Q_OBJECT
public:
    // `advisor` and `recipes` must outlive it.
    RecipePane(const CompatAdvisor &advisor, const RecipeFacts &recipes, const std::optional<MachineFacts> &facts,
               QWidget *parent = nullptr);

    CompatQuestion host() const;  // GPU and driver as entered in the form
    // Buttons for the footer of the dialog; they act on what is shown here.
    QList<QWidget *> buttons() const;
    void setButtonsVisible(bool areVisible);

Q_SIGNALS:
    void hostChanged(const trainyard::CompatQuestion &host);
    void taskChosen(const QByteArray &yaml);

private:
    QWidget *makeForm();
    QWidget *makeAnswer();
    FieldRow *addField(QLineEdit *&field, const QString &objectName, const QString &label, const QString &help = {});
    void fillIn(const std::optional<MachineFacts> &facts);
    Result<RecipeOptions> options() const;
    void make();
    void showFile();
    void save();
    void write(const QString &folder, bool mayReplace);

    const CompatAdvisor &m_advisor;
    const RecipeMaker m_maker;
    std::optional<MachineFacts> m_facts;
    std::optional<EnvironmentRecipe> m_recipe;
    QTimer m_timer;
    QComboBox *m_framework, *m_engine;
    QLineEdit *m_version, *m_gpu, *m_driver, *m_count, *m_apt, *m_pip, *m_data, *m_checkpoints;
    Badge *m_verdict;
    Label *m_why, *m_saved;
    Segments *m_file;
    CommandPreview *m_text;
    QPushButton *m_save, *m_task;
};

}  // namespace trainyard
