// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/recipepane.h"

#include "core/base/shownpath.h"
#include "core/knowledge/environment/recipefolder.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/commandpreview.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/dialog.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/pagescroll.h"
#include "ui/common/segments.h"

#include <QComboBox>
#include <QCompleter>
#include <QDate>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kRecipeDelay = 200;  // ms after the last key
const QStringList kFrameworks{QStringLiteral("torch"), QStringLiteral("tensorflow"), QStringLiteral("jax")};
// Versions to start with, for which the facts list builds and images.
const QStringList kVersions{QStringLiteral("2.5.1"), QStringLiteral("2.16.1"), QStringLiteral("0.11.0")};
const QStringList kFiles{QStringLiteral("Dockerfile"), QStringLiteral("run.sh"), QStringLiteral("run.env"), QStringLiteral("task.yaml")};

QStringList listOf(const QLineEdit *field)
{
    QStringList words = field->text().split(u',', Qt::SkipEmptyParts);
    for (QString &word : words)
        word = word.trimmed();
    words.removeAll(QString());
    return words;
}

}  // namespace

RecipePane::RecipePane(const CompatAdvisor &advisor, const RecipeFacts &recipes, const std::optional<MachineFacts> &facts, QWidget *parent)
    : QWidget(parent), m_advisor(advisor), m_maker(recipes, advisor.facts()), m_facts(facts), m_verdict(new Badge),
      m_why(new Label(TextRole::Small, Ink::Text2)), m_saved(new Label(TextRole::Small, Ink::Text2))
{
    auto *const both = new QHBoxLayout(this);
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(dp(20));
    QWidget *const form = makeForm();
    if (hasRoomForColumns(this)) {
        auto *const scroll = new PageScroll(form, this);
        scroll->setMinimumWidth(dp(300));
        both->addWidget(scroll, 1);
        both->addWidget(makeAnswer(), 2);
    } else {
        both->setDirection(QBoxLayout::TopToBottom);
        both->addWidget(form);
        both->addWidget(makeAnswer(), 1);
    }
    m_save = makeButton(QStringLiteral("environmentSave"), tr("Save to a folder…"), ButtonVariant::Primary, QStringLiteral("save"), this);
    m_task = makeButton(QStringLiteral("environmentTask"), tr("Use as the task"), ButtonVariant::Normal, {}, this);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kRecipeDelay);
    connect(&m_timer, &QTimer::timeout, this, &RecipePane::make);
    connect(m_save, &QPushButton::clicked, this, &RecipePane::save);
    connect(m_task, &QPushButton::clicked, this, [this] {
        if (m_recipe)
            Q_EMIT taskChosen(m_recipe->file(QStringLiteral("task.yaml")));
    });
    fillIn(facts);
    make();
}

FieldRow *RecipePane::addField(QLineEdit *&field, const QString &objectName, const QString &label, const QString &help)
{
    field = new QLineEdit;
    field->setObjectName(objectName);
    auto *const row = new FieldRow(label, field);
    row->setRoomKept(false);
    row->setHelp(help);
    connect(field, &QLineEdit::textEdited, this, [this] { m_timer.start(); });
    return row;
}

QWidget *RecipePane::makeForm()
{
    auto *const form = new QWidget;
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, hasRoomForColumns(this) ? dp(10) : 0, 0);  // beside the answer, a scroll bar stands there
    column->setSpacing(dp(10));
    const auto pair = [column](QWidget *left, QWidget *right) {
        auto *const row = new QHBoxLayout;
        row->setSpacing(dp(10));
        row->addWidget(left, 1);
        row->addWidget(right, 1);
        column->addLayout(row);
    };
    const auto choice = [this](QComboBox *&box, const QString &objectName, const QString &label, const QStringList &texts) {
        box = new QComboBox;
        box->setObjectName(objectName);
        box->addItems(texts);
        auto *const row = new FieldRow(label, box);
        row->setRoomKept(false);
        connect(box, &QComboBox::activated, this, &RecipePane::make);
        return row;
    };
    FieldRow *const framework = choice(m_framework, QStringLiteral("environmentFramework"), tr("Framework"),
                                       {QStringLiteral("PyTorch"), QStringLiteral("TensorFlow"), QStringLiteral("JAX")});
    pair(framework, addField(m_version, QStringLiteral("environmentVersion"), tr("Version")));
    // On a line of its own, as its names are long: NVIDIA H100 80GB HBM3.
    column->addWidget(addField(m_gpu, QStringLiteral("environmentGpu"), tr("GPU")));
    FieldRow *const count = addField(m_count, QStringLiteral("environmentCount"), tr("Number of GPUs"));
    pair(count, addField(m_driver, QStringLiteral("environmentDriver"), tr("Driver")));
    QStringList gpus, drivers;
    for (const GpuKindFact &kind : m_advisor.facts().gpus)
        gpus << kind.name;
    for (const DriverBranch &branch : m_advisor.facts().branches)
        drivers.prepend(QString::number(branch.branch));  // newest first
    for (const auto &[field, names] : {std::pair{m_gpu, gpus}, std::pair{m_driver, drivers}}) {
        auto *const completer = new QCompleter(names, field);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        field->setCompleter(completer);
        connect(completer, qOverload<const QString &>(&QCompleter::activated), this, [this] { m_timer.start(); });
    }
    m_gpu->setPlaceholderText(QStringLiteral("H100"));
    m_driver->setPlaceholderText(QStringLiteral("550.54.15"));
    column->addWidget(
        choice(m_engine, QStringLiteral("environmentEngine"), tr("Engine"), {QStringLiteral("docker"), QStringLiteral("podman")}));
    column->addWidget(
        addField(m_pip, QStringLiteral("environmentPip"), tr("Python packages"), tr("With versions: numpy==1.26.4, wandb==0.17.0")));
    column->addWidget(addField(m_apt, QStringLiteral("environmentApt"), tr("System packages"), tr("For example: git, ffmpeg")));
    column->addWidget(addField(m_data, QStringLiteral("environmentData"), tr("Data, on the machine"), tr("Mounted read-only at /data.")));
    column->addWidget(addField(m_checkpoints, QStringLiteral("environmentCheckpoints"), tr("Checkpoints, on the machine"),
                               tr("Mounted at /checkpoints; kept after the container ends.")));
    column->addStretch(1);
    connect(m_framework, &QComboBox::activated, this, [this](int index) {
        m_version->setText(kVersions.value(index));
        make();
    });
    return form;
}

QWidget *RecipePane::makeAnswer()
{
    auto *const answer = new QWidget;
    m_verdict->setObjectName(QStringLiteral("environmentVerdict"));
    m_why->setObjectName(QStringLiteral("environmentWhy"));
    m_why->setWordWrap(true);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_saved->setObjectName(QStringLiteral("environmentSaved"));
    m_file = new Segments(QStringLiteral("environmentFile"), kFiles);
    m_text = new CommandPreview(QStringLiteral("environmentText"), tr("Generated files"));
    m_text->addBesideTitle(m_file);
    m_text->setVisibleLines(12, 200);
    auto *const column = new QVBoxLayout(answer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addWidget(m_verdict, 0, Qt::AlignLeft);
    column->addWidget(m_why);
    column->addWidget(m_text, 1);
    column->addWidget(m_saved);
    connect(m_file, &Segments::chosen, this, &RecipePane::showFile);
    return answer;
}

QList<QWidget *> RecipePane::buttons() const { return {m_task, m_save}; }

void RecipePane::setButtonsVisible(bool areVisible)
{
    m_task->setVisible(areVisible);
    m_save->setVisible(areVisible);
}

void RecipePane::fillIn(const std::optional<MachineFacts> &facts)
{
    m_version->setText(kVersions.first());
    m_count->setText(QStringLiteral("1"));
    m_checkpoints->setText(RecipeOptions().checkpointDir);
    if (!facts || !facts->hasRealGpus())
        return;
    m_gpu->setText(facts->gpus.first().name);
    m_gpu->setCursorPosition(0);  // long names show their beginning
    m_driver->setText(facts->driverVersion);
    m_count->setText(QString::number(facts->gpus.size()));
    const auto usable = [&](EngineKind kind) {
        return std::any_of(facts->engines.begin(), facts->engines.end(),
                           [&](const EngineFact &one) { return one.engine == kind && one.isUsable; });
    };
    m_engine->setCurrentIndex(!usable(EngineKind::Docker) && usable(EngineKind::Podman) ? 1 : 0);
}

CompatQuestion RecipePane::host() const
{
    CompatQuestion host;
    const QString gpu = m_gpu->text().trimmed().left(200);
    if (!gpu.isEmpty())
        host.gpus << m_advisor.kinds().find(gpu);
    const auto driver = driverFromText(m_driver->text().trimmed(), m_advisor.facts());
    if (driver)
        host.driver = *driver;
    const bool isThisMachine = m_facts && m_facts->hasRealGpus() && gpu == m_facts->gpus.first().name
                               && m_driver->text().trimmed() == m_facts->driverVersion;
    CompatAdvisor::addProcessor(isThisMachine ? m_facts->architecture : QString(), &host);
    host.isSeen = isThisMachine;
    host.month = QDate::currentDate().toString(QStringLiteral("yyyy-MM"));
    return host;
}

Result<RecipeOptions> RecipePane::options() const
{
    RecipeOptions options;
    options.host = host();
    if (options.host.gpus.isEmpty() || m_driver->text().trimmed().isEmpty())
        return Error{ErrorCode::InvalidInput, tr("Enter GPU and driver, or pick a machine."), {}};
    TRY_DO(driverFromText(m_driver->text().trimmed(), m_advisor.facts()));
    TRY(const auto framework, frameworkFromText(kFrameworks[m_framework->currentIndex()], m_version->text().trimmed()));
    options.framework = framework;
    options.engine = m_engine->currentIndex() == 1 ? EngineKind::Podman : EngineKind::Docker;
    options.gpuCount = m_count->text().trimmed().toInt();
    options.cpuCount = options.host.isSeen ? m_facts->cpuCount : 0;
    options.pipPackages = listOf(m_pip);
    options.aptPackages = listOf(m_apt);
    options.dataDir = m_data->text().trimmed();
    options.checkpointDir = m_checkpoints->text().trimmed();
    return options;
}

void RecipePane::make()
{
    m_timer.stop();
    m_saved->clear();
    m_recipe.reset();
    const auto asked = options();
    const auto made = asked ? m_maker.make(*asked) : Result<RecipeOutcome>(asked.error());
    m_verdict->setVisible(made.has_value());
    QStringList lines;
    if (!made) {
        lines << made.error().what;
    } else {
        m_verdict->setLook(badgeOf(made->answer.verdict));
        m_recipe = made->recipe;
        if (m_recipe) {
            lines << (m_recipe->install.isEmpty()
                          ? tr("Based on the image %1, which includes it.").arg(m_recipe->base)
                          : tr("Based on the image %1, with pip install %2.").arg(m_recipe->base, m_recipe->install));
            lines << m_recipe->notes.value(0);
        } else {
            lines << made->refusal;
            for (const CompatRemedy &remedy : made->answer.remedies)
                lines << remedy.sentence;
        }
    }
    lines.removeAll(QString());
    m_why->setText(lines.join(u'\n'));
    const QString reason = m_recipe ? QString() : tr("No files yet: see the reason above.");
    setDisabledReason(m_save, reason);
    setDisabledReason(m_task, reason);
    showFile();
    Q_EMIT hostChanged(host());
}

void RecipePane::showFile()
{
    if (m_recipe)
        m_text->setText(QString::fromUtf8(m_recipe->file(kFiles[m_file->current()])));
    else
        m_text->setNote(tr("The files appear here."));
}

void RecipePane::save()
{
    auto *const dialog = new QFileDialog(this, tr("Choose a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) { write(folder, false); });
    dialog->open();
}

void RecipePane::write(const QString &folder, bool mayReplace)
{
    if (!m_recipe)
        return;
    QStringList inTheWay = mayReplace ? QStringList() : filesInTheWay(*m_recipe, folder);
    if (!inTheWay.isEmpty()) {
        std::transform(inTheWay.begin(), inTheWay.end(), inTheWay.begin(), [](const QString &path) { return shownPath(path); });
        auto *const question = new ConfirmDialog(QStringLiteral("environmentReplace"),
                                                 {tr("Replace the existing files?"), inTheWay.join(u'\n'), tr("Keep it"), tr("Replace")},
                                                 this);
        connect(question, &QDialog::accepted, this, [this, folder] { write(folder, true); });
        question->open();
        return;
    }
    const auto written = writeRecipe(*m_recipe, folder, mayReplace);
    m_saved->setInk(written ? Ink::Text2 : Ink::Bad);
    m_saved->setText(written ? tr("Written to %1.").arg(shownPath(folder)) : written.error().what);
}

}  // namespace trainyard

#include "moc_recipepane.cpp"
