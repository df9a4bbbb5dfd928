// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of LaunchPage, separate from its behaviour.
#include "ui/launch/launchpage.h"

#include "core/base/format.h"
#include "core/model/tasktext.h"
#include "core/service/machines/gputrouble.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/commandpreview.h"
#include "ui/common/iconlabel.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/segments.h"
#include "ui/common/viewstack.h"
#include "ui/launch/checkspanel.h"
#include "ui/launch/taskchanges.h"
#include "ui/launch/taskeditor.h"
#include "ui/launch/taskeditorpane.h"
#include "ui/launch/taskform.h"
#include "ui/launch/templatemenu.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

enum View { FormView, FileView };

constexpr int kNarrow = 700, kLeastEditor = 200;
constexpr int kAroundEditor = 400;  // what is above it, with a message, and below it
constexpr int kMostWidth = 1800;    // on wider screens, names and values would be far apart

void emptyLayout(QLayout *layout)
{
    while (QLayoutItem *const item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

}  // namespace

LaunchPage::LaunchPage(QWidget *parent) : QWidget(parent), m_header(new PageHeader(tr("Launch")))
{
    setObjectName(QStringLiteral("launchPage"));
    m_header->setBreadcrumb(tr("Runs"), QStringLiteral("launchBreadcrumb"));
    m_openFile = makeButton(QStringLiteral("launchOpenFile"), tr("Open a task file…"), ButtonVariant::Normal, QStringLiteral("file"));
    m_environment = makeButton(QStringLiteral("launchEnvironment"), tr("Environment…"), ButtonVariant::Normal, QStringLiteral("image"));
    m_environment->setToolTip(tr("Generates a Dockerfile and related files, or checks an existing one."));
    QPushButton *const templates = makeButton(QStringLiteral("launchTemplates"), tr("Templates"), ButtonVariant::Normal,
                                              QStringLiteral("list"));
    m_templates = new TemplateMenu(this);
    templates->setMenu(m_templates);
    QPushButton *const importing = makeButton(QStringLiteral("launchImport"), tr("Import…"), ButtonVariant::Normal,
                                              QStringLiteral("download"));
    importing->setToolTip(tr("Makes a task from a docker run command, an sbatch script or a dstack file."));
    m_header->addAction(templates);
    m_header->addAction(importing);
    m_header->addAction(m_environment);
    m_header->addAction(m_openFile);

    m_columns = new QHBoxLayout;
    m_columns->setSpacing(dp(12));
    m_columns->addWidget(makeLeft(), 66);
    m_columns->addWidget(makeRight(), 34);
    QVBoxLayout *const page = scrolledColumn(this);
    page->parentWidget()->setMaximumWidth(dp(kMostWidth));
    page->setContentsMargins(dp(16), dp(16), dp(16), 0);
    page->addWidget(m_header);
    page->addLayout(m_columns, 1);
    // The fields above may be scrolled away, the launch button may not.
    layout()->addWidget(new Hairline);
    layout()->addWidget(makeFooter());

    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(300);
    connect(&m_previewTimer, &QTimer::timeout, this, &LaunchPage::askForPreview);
    connect(m_header, &PageHeader::breadcrumbClicked, this, &LaunchPage::runsRequested);
    connect(m_header->messageBar(), &MessageBar::actionTriggered, this, [this] { chooseMachine(m_machine->currentIndex()); });
    connect(m_openFile, &QPushButton::clicked, this, &LaunchPage::openFile);
    connect(importing, &QPushButton::clicked, this, [this] { importTask({}); });
    connect(m_templates, &TemplateMenu::chosen, this, &LaunchPage::beginTask);
    connect(m_templates, &TemplateMenu::draftChosen, this, &LaunchPage::draftChosen);
    connect(m_templates, &TemplateMenu::templateChosen, this, &LaunchPage::templateChosen);
    connect(m_templates, &TemplateMenu::saveRequested, this, &LaunchPage::saveTemplateRequested);
    connect(m_templates, &TemplateMenu::shelfRequested, this, &LaunchPage::shelfRequested);
    connect(m_editor, &TaskEditor::foreignTextPasted, this, &LaunchPage::importTask);
    connect(m_environment, &QPushButton::clicked, this, &LaunchPage::environmentRequested);
    connect(m_form, &TaskForm::imagesRequested, this, &LaunchPage::imagesRequested);
    connect(m_machine, &QComboBox::currentIndexChanged, this, &LaunchPage::chooseMachine);
    connect(m_machine, &QComboBox::activated, this, [this] {
        m_isPreselected = false;
        Q_EMIT edited();
    });
    connect(m_mode, &Segments::chosen, m_views, &QStackedWidget::setCurrentIndex);
    connect(m_views, &QStackedWidget::currentChanged, this, [this](int view) {
        if (view == FileView)
            Q_EMIT vocabularyRequested();
    });
    connect(m_form, &TaskForm::edited, this, &LaunchPage::takeForm);
    connect(m_form, &TaskForm::proposed, this, &LaunchPage::takeProposal);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (m_isFilling)
            return;
        m_isTouched = true;
        takeText();
        Q_EMIT edited();
    });
    connect(m_launch, &QPushButton::clicked, this, [this] {
        if (m_previewed)
            Q_EMIT launchRequested(LaunchRequest(*m_previewed));
    });
    connect(m_cancel, &QPushButton::clicked, this, &LaunchPage::cancelRequested);
    setFocusProxy(m_machine);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &LaunchPage::tick);
    m_clock.start();
    // Works from every field, and never where plain Enter is a key of its own.
    auto *const start = new QShortcut(keyFor(KeyFor::StartRun), this);
    start->setContext(Qt::WidgetWithChildrenShortcut);
    connect(start, &QShortcut::activated, m_launch, &QPushButton::click);
    for (int i = 0; i < std::min(int(m_form->sectionCount()), kMostSectionKeys); ++i) {
        auto *const jump = new QShortcut(keyForSection(i + 1), this);
        jump->setContext(Qt::WidgetWithChildrenShortcut);
        connect(jump, &QShortcut::activated, this, [this, i] { goToSection(i); });
    }
    takeText();
    showMachine();
}

void LaunchPage::goToSection(int index)
{
    if (!m_form->isEnabled())
        return;  // the text has errors, or it is launching
    m_mode->setCurrent(FormView);
    m_views->setCurrentIndex(FormView);
    QWidget *const section = m_form->goTo(index);
    auto *const scroll = findChild<PageScroll *>();
    if (!section || !scroll)
        return;
    // Its size is known only when it has been laid out.
    QTimer::singleShot(0, section, [scroll, section] {
        scroll->ensureWidgetVisible(section, 0, dp(12));
        if (QWidget *const field = scroll->focusWidget())
            scroll->ensureWidgetVisible(field, 0, dp(24));
    });
}

QWidget *LaunchPage::makeLeft()
{
    auto *const card = new Card;
    auto *const column = new QVBoxLayout(card);
    column->setContentsMargins(dp(1), dp(14), dp(1), dp(1));
    column->setSpacing(dp(12));

    auto *const machineBox = new QVBoxLayout;
    machineBox->setContentsMargins(dp(16), 0, dp(16), 0);
    machineBox->setSpacing(dp(6));
    auto *const question = new QHBoxLayout;
    question->addWidget(new Label(tr("On which machine?"), TextRole::Section), 1);
    QPushButton *const rent = makeButton(QStringLiteral("launchRentMachine"), tr("Rent one…"), ButtonVariant::Link);
    rent->setToolTip(tr("Rent the machine that the task asks for; Launch opens again with it when it is ready"));
    connect(rent, &QPushButton::clicked, this, &LaunchPage::rentMachineRequested);
    question->addWidget(rent);
    machineBox->addLayout(question);
    m_machine = new QComboBox;
    m_machine->setObjectName(QStringLiteral("launchMachine"));
    m_machine->setAccessibleName(tr("Machine"));
    auto *const machineRow = new QHBoxLayout;
    machineRow->setSpacing(dp(8));
    machineRow->addWidget(m_machine, 1);
    QPushButton *const add = makeButton(QStringLiteral("launchAddMachine"), tr("Add a machine…"), ButtonVariant::Normal,
                                        QStringLiteral("plus"));
    connect(add, &QPushButton::clicked, this, &LaunchPage::addMachineRequested);
    machineRow->addWidget(add);
    machineBox->addLayout(machineRow);
    m_machineHint = new Label(tr("No machines yet. Add one, or start the sandbox on the home page."), TextRole::Small, Ink::Text3);
    m_machineHint->setWordWrap(true);
    machineBox->addWidget(m_machineHint);
    column->addLayout(machineBox);
    column->addWidget(new Hairline);

    auto *const taskHead = new QHBoxLayout;
    taskHead->setContentsMargins(dp(16), 0, dp(16), 0);
    taskHead->addWidget(new Label(tr("What should run?"), TextRole::Section), 1);
    m_fileLines = new Label(TextRole::Small, Ink::Text3);
    m_fileLines->setObjectName(QStringLiteral("launchFileLines"));
    m_fileLines->setToolTip(tr("Comments, and keys that have no effect here. The form keeps them."));
    taskHead->addWidget(m_fileLines);
    taskHead->addSpacing(dp(12));
    m_mode = new Segments(QStringLiteral("launchMode"), {tr("Form"), tr("Task file")});
    taskHead->addWidget(m_mode);
    column->addLayout(taskHead);

    m_issues = new QWidget;
    m_issues->setObjectName(QStringLiteral("launchIssues"));
    auto *const issues = new QVBoxLayout(m_issues);
    issues->setContentsMargins(dp(16), 0, dp(16), 0);
    issues->setSpacing(dp(4));
    column->addWidget(m_issues);

    m_form = new TaskForm;
    auto *const formBox = new QWidget;
    auto *const formLayout = new QVBoxLayout(formBox);
    formLayout->setContentsMargins(dp(16), 0, dp(16), dp(14));
    formLayout->setSpacing(dp(10));
    formLayout->addWidget(m_form);
    m_formNote = new Label({}, TextRole::Small, Ink::Text3);
    m_formNote->setObjectName(QStringLiteral("launchFormNote"));
    m_formNote->setWordWrap(true);
    formLayout->addWidget(m_formNote);
    formLayout->addStretch(1);
    setAccessibleRole(formBox, QAccessible::Pane);
    formBox->setAccessibleName(tr("Form"));

    auto *const editing = new TaskEditorPane;
    m_editor = editing->editor();
    auto *const fileBox = new QWidget;
    auto *const fileLayout = new QVBoxLayout(fileBox);
    fileLayout->setContentsMargins(dp(16), 0, dp(16), dp(14));
    fileLayout->addWidget(editing);

    // The page scrolls, the form does not by itself.
    m_views = new ViewStack;
    m_views->addWidget(formBox);
    m_views->addWidget(fileBox);
    column->addWidget(m_views, 1);
    return card;
}

QWidget *LaunchPage::makeRight()
{
    auto *const side = new QWidget;
    auto *const column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));

    m_checks = new ChecksPanel;
    connect(m_checks, &ChecksPanel::remedyRequested, this, &LaunchPage::takeRemedy);
    column->addWidget(m_checks);

    auto *const machineCard = new Card;
    auto *const facts = new QVBoxLayout(machineCard);
    facts->setContentsMargins(dp(16), dp(12), dp(16), dp(14));
    facts->setSpacing(dp(8));
    auto *const titleRow = new QHBoxLayout;
    m_factsTitle = new ElidedLabel(TextRole::Section);
    m_simulated = new Badge(simulatedBadge());
    titleRow->addWidget(m_factsTitle, 1);
    titleRow->addWidget(m_simulated);
    facts->addLayout(titleRow);
    m_factsGrid = new QGridLayout;
    m_factsGrid->setHorizontalSpacing(dp(12));
    m_factsGrid->setVerticalSpacing(dp(6));
    m_factsGrid->setColumnMinimumWidth(0, dp(84));
    m_factsGrid->setColumnStretch(1, 1);
    facts->addLayout(m_factsGrid);
    column->addWidget(machineCard);
    m_changes = new TaskChanges;
    column->addWidget(m_changes);

    auto *const commandCard = new Card;
    auto *const command = new QVBoxLayout(commandCard);
    command->setContentsMargins(dp(16), dp(12), dp(16), dp(14));
    command->setSpacing(dp(10));
    m_preview = new CommandPreview(QStringLiteral("launchPreview"), tr("What will run"));
    m_preview->setVisibleLines(4, 16);
    command->addWidget(m_preview, 1);
    command->addWidget(new Label(tr("Updates as you edit, and is saved with the run."), TextRole::Small, Ink::Text3));
    command->addSpacing(dp(4));
    command->addWidget(new Label(tr("What stays on the machine"), TextRole::Section));
    m_traces = new QWidget;
    command->addWidget(m_traces);
    column->addWidget(commandCard);
    column->addStretch(1);  // the form is higher
    return side;
}

QWidget *LaunchPage::makeFooter()
{
    auto *const footer = new QWidget;
    footer->setMaximumWidth(dp(kMostWidth));
    auto *const row = new QHBoxLayout(footer);
    row->setContentsMargins(dp(16), dp(12), dp(16), dp(12));
    row->setSpacing(dp(8));
    m_status = new Label(TextRole::Small, Ink::Text2);
    m_status->setObjectName(QStringLiteral("launchStatus"));
    m_draft = new Label(TextRole::Small, Ink::Text3);
    m_draft->setObjectName(QStringLiteral("launchDraft"));
    m_draft->hide();
    row->addWidget(m_draft, 1);
    row->addWidget(m_status, 1);
    m_cancel = makeButton(QStringLiteral("launchCancel"), tr("Cancel"));
    m_launch = makeButton(QStringLiteral("launchStart"), tr("Launch"), ButtonVariant::Primary, QStringLiteral("play"));
    m_launch->setMinimumWidth(dp(120));
    row->addWidget(m_cancel);
    row->addWidget(m_launch);
    return footer;
}

// Beside each other, or below if they do not fit.
void LaunchPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < dp(kNarrow);
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_editor->setMinimumHeight(isNarrow ? std::max(dp(kLeastEditor), height() * 6 / 10) : dp(kLeastEditor));
    // The explanation below it stays in sight, also beside a column that is higher than the window.
    m_editor->setMaximumHeight(isNarrow ? QWIDGETSIZE_MAX : std::max(dp(kLeastEditor), height() - dp(kAroundEditor)));
}

void LaunchPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_facts && machineId().isSet() && !m_factsError)
        showMachine();
}

void LaunchPage::showMachine()
{
    showChecks();
    emptyLayout(m_factsGrid);
    const Machine *const chosen = machine();
    m_factsTitle->setText(chosen ? chosen->name : tr("No machine chosen"));
    m_simulated->setVisible(chosen && chosen->isSimulated);
    const auto add = [this](const QString &name, const QString &value) {
        const int row = m_factsGrid->rowCount();
        m_factsGrid->addWidget(new Label(name, TextRole::Small, Ink::Text3), row, 0);
        auto *const text = new ElidedLabel(TextRole::Body, value == unknownWord() ? Ink::Text3 : Ink::Text1);
        text->setText(value);
        m_factsGrid->addWidget(text, row, 1);
    };
    const auto say = [this](const QString &sentence) {
        auto *const label = makeProse(sentence, TextRole::Body, Ink::Text3);
        m_factsGrid->addWidget(label, m_factsGrid->rowCount(), 0, 1, 2);
    };
    if (!chosen) {
        say(tr("Its GPUs, engines and disk appear here."));
    } else if (m_factsError) {
        say(tr("No information: the machine could not be reached."));
    } else if (!m_facts) {
        say(tr("Asking the machine…"));
    } else {
        const MachineFacts &facts = *m_facts;
        QString gpus = tr("none");
        if (!facts.gpus.isEmpty()) {
            const MachineFacts::Gpu &first = facts.gpus.first();
            gpus = QStringLiteral("%1 × %2").arg(facts.gpus.size()).arg(first.name.isEmpty() ? tr("unknown model") : first.name);
            if (first.memoryMiB)
                gpus += QLatin1Char(' ') + formatBytes(*first.memoryMiB << 20);
        }
        const auto broken = std::find_if(facts.gpus.begin(), facts.gpus.end(),
                                         [](const MachineFacts::Gpu &gpu) { return gpu.health != SmiValue::Told; });
        const QString trouble = broken != facts.gpus.end() ? tr("GPU %1: %2").arg(broken->index).arg(gpuText(*broken))
                                                           : gpuTroubleText(facts);
        if (trouble.isEmpty() || !facts.gpus.isEmpty())
            add(tr("GPUs"), gpus);
        if (!trouble.isEmpty())
            say(trouble);
        if (!facts.driverVersion.isEmpty())
            add(tr("Driver"), facts.driverVersion);
        QStringList engines;
        for (const EngineFact &engine : facts.engines) {
            if (engine.isUsable)
                engines << (engine.version.isEmpty() ? engineName(engine.engine)
                                                     : engineName(engine.engine) + QLatin1Char(' ') + engine.version);
        }
        add(tr("Engines"), engines.join(tr(", ", "between engines")));
        add(tr("Processor"), (facts.cpuCount > 0 ? tr("%n core(s)", nullptr, facts.cpuCount) : unknownWord()) + tr(" · ", "between facts")
                                 + facts.architecture);
        add(tr("Memory"), facts.memoryBytes > 0 ? formatBytes(facts.memoryBytes) : unknownWord());
        add(tr("Disk"), facts.homeAvailableBytes ? tr("%1 free").arg(formatBytes(*facts.homeAvailableBytes)) : unknownWord());
        add(tr("System"), facts.system.isEmpty() ? unknownWord() : facts.system);
    }
}

void LaunchPage::showFile()
{
    m_mode->setCurrent(FileView);
    m_views->setCurrentIndex(FileView);
}

void LaunchPage::showIssues()
{
    emptyLayout(m_issues->layout());
    const bool isEmpty = taskText().trimmed().isEmpty();
    m_changes->setText(taskText());
    m_editor->setIssues(isEmpty ? QList<TaskIssue>() : m_check.errors, m_check.warnings);
    const auto add = [this](const TaskIssue &issue, Tone tone) {
        auto *const row = new QWidget;
        auto *const layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(dp(6));
        layout->addWidget(new IconLabel(QStringLiteral("triangle"), inkOf(tone), 14), 0, Qt::AlignTop);
        if (issue.line > 0) {
            QPushButton *const place = makeButton(QStringLiteral("launchIssuePlace"), tr("Line %1:%2").arg(issue.line).arg(issue.column),
                                                  ButtonVariant::Link);
            setSmall(place);
            connect(place, &QPushButton::clicked, this, [this, issue] {
                showFile();
                m_editor->goTo(issue.line, issue.column);
            });
            layout->addWidget(place, 0, Qt::AlignTop);
        }
        auto *const text = makeProse(issue.what, TextRole::Small, inkOf(tone));
        layout->addWidget(text, 1);
        m_issues->layout()->addWidget(row);
    };
    constexpr qsizetype kMax = 4;  // the first ones are often the cause of the others
    if (!isEmpty) {
        for (qsizetype i = 0; i < std::min(kMax, m_check.errors.size()); ++i)
            add(m_check.errors[i], Tone::Bad);
        for (qsizetype i = 0; i < std::min(kMax, m_check.warnings.size()); ++i)
            add(m_check.warnings[i], Tone::Warning);
    }
    m_issues->setVisible(m_issues->layout()->count() > 0);
    m_formNote->setText(m_check.later.isEmpty() ? tr("The form can be used again when the errors in the task file are corrected.")
                                                : tr("The file is a pipeline of %n tasks, one run after the other: edit it as text.",
                                                     nullptr, int(m_check.later.size()) + 1));
    m_formNote->setVisible(!m_isFormUsable);
    const int fileLines = m_check.errors.isEmpty() ? int(linesOnlyInFile(taskText(), m_check.task)) : 0;
    m_fileLines->setText(tr("%n line(s) only in the file", nullptr, fileLines));
    m_fileLines->setVisible(fileLines > 0);
    m_form->setVisible(m_check.later.isEmpty());  // it could show one of the tasks at most
}

}  // namespace trainyard
