// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/environmentdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/segments.h"
#include "ui/launch/lintpane.h"
#include "ui/launch/recipepane.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace trainyard {

EnvironmentDialog::EnvironmentDialog(std::shared_ptr<const CompatAdvisor> advisor, const RecipeFacts &recipes,
                                     const std::optional<MachineFacts> &facts, QWidget *parent)
    : Dialog(parent), m_advisor(std::move(advisor)), m_recipes(recipes)
{
    setObjectName(QStringLiteral("environmentDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Set up an environment"));
    auto *const mode = new Segments(QStringLiteral("environmentMode"), {tr("Generate"), tr("Check existing")});
    auto *const make = new RecipePane(*m_advisor, m_recipes, facts);
    auto *const check = new LintPane(*m_advisor, m_recipes);
    auto *const panes = new QStackedWidget;
    panes->addWidget(make);
    panes->addWidget(check);
    auto *const head = new QHBoxLayout;
    head->addWidget(new Label(windowTitle(), TextRole::PageTitle), 1);
    head->addWidget(mode);
    QPushButton *const close = makeButton(QStringLiteral("environmentClose"), tr("Close"));
    QVBoxLayout *const column = makeBody(kTwoColumns, 700);
    column->setSpacing(dp(14));
    column->addLayout(head);
    column->addWidget(panes, 1);
    setFooter(QList<QWidget *>{close} + make->buttons(),
              {new Label(tr("Nothing is downloaded, built or run here."), TextRole::Small, Ink::Text3)});

    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(mode, &Segments::chosen, this, [=](int index) {
        panes->setCurrentIndex(index);
        make->setButtonsVisible(index == 0);
        if (index == 1)
            check->takeFocus();
    });
    // Text is checked for the same GPU and driver.
    connect(make, &RecipePane::hostChanged, check, &LintPane::setHost);
    connect(make, &RecipePane::taskChosen, this, [this](const QByteArray &yaml) {
        Q_EMIT taskChosen(yaml);
        accept();
    });
    check->setHost(make->host());
}

}  // namespace trainyard

#include "moc_environmentdialog.cpp"
