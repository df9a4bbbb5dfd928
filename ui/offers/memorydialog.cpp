// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/memorydialog.h"

#include "core/base/decimal.h"
#include "core/knowledge/cost/modelpresets.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/pagescroll.h"
#include "ui/common/readingtable.h"
#include "ui/common/stackedbar.h"
#include "ui/offers/memorylegend.h"
#include "ui/offers/memorywords.h"
#include "ui/offers/needtext.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kMinTable = 106;

QTableView *makeTable(const QString &objectName, const QString &name, QStandardItemModel *model, QWidget *parent)
{
    auto *view = new QTableView(parent);
    makeReadingTable(view, objectName, name);
    view->setModel(model);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->verticalHeader()->setDefaultSectionSize(std::max(dp(28), lineHeight(TextRole::Body) + dp(6)));
    view->horizontalHeader()->setStretchLastSection(true);
    return view;
}

QStandardItem *makeItem(const QString &text, bool isFigure = false)
{
    auto *item = new QStandardItem(text);
    item->setToolTip(text.toHtmlEscaped());
    item->setTextAlignment((isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return item;
}

}  // namespace

MemoryRequest MemoryDialog::start()
{
    const ModelPreset &preset = *modelPreset(QStringLiteral("llama-7b"));
    MemoryRequest request;
    request.model = preset.model;
    request.sequence = preset.sequence;
    request.gpus = 8;
    request.zeroStage = 2;
    return request;
}

MemoryDialog::MemoryDialog(const QList<GpuModel> &gpus, const MemoryRequest &request, QWidget *parent)
    : Dialog(parent), m_gpus(gpus), m_request(request), m_shape(new QWidget(this)),
      m_total(new Label(TextRole::PageTitle, Ink::Text1, this)), m_problem(new Label(TextRole::Body, Ink::Bad, this)),
      m_bar(new StackedBar(this)), m_legend(new MemoryLegend(this)), m_lines(new QStandardItemModel(0, 3, this)),
      m_holders(new QStandardItemModel(0, 4, this)), m_use(makeButton(QStringLiteral("memoryUse"), tr("Show offers with this GPU"),
                                                                      ButtonVariant::Primary, QStringLiteral("filter"), this))
{
    setObjectName(QStringLiteral("memoryDialog"));
    setModal(true);
    setWindowTitle(tr("How much GPU memory does the training need?"));
    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    auto *close = makeButton(QStringLiteral("memoryClose"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *keep = makeButton(QStringLiteral("memoryKeep"), tr("Keep these values"), ButtonVariant::Normal, {}, this);
    auto *both = new QHBoxLayout;
    both->setSpacing(dp(20));
    QWidget *form = makeForm();
    if (hasRoomForColumns(this)) {
        form = new PageScroll(form, this);
        form->setFixedWidth(dp(300));
    } else {
        both->setDirection(QBoxLayout::TopToBottom);
    }
    both->addWidget(form);
    both->addWidget(makeAnswer(), 1);
    QVBoxLayout *const column = makeBody(kTwoColumns, 720);
    column->setSpacing(dp(14));
    column->addWidget(title);
    column->addLayout(both, 1);
    column->addWidget(new Label(tr("An estimate. The first real step will tell."), TextRole::Small, Ink::Text3, this));
    setFooter({close, keep, m_use});
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(keep, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_use, &QPushButton::clicked, this, &MemoryDialog::useCurrent);
    connect(m_fitsView, &QTableView::activated, this, &MemoryDialog::useCurrent);
    connect(m_fitsView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        const bool holds = index.isValid() && m_fits[index.row()].verdict == GpuFit::Verdict::Holds;
        setDisabledReason(m_use, holds ? QString() : tr("Choose a GPU that it fits on."));
    });
    showRequest();
    count();
}

FieldRow *MemoryDialog::addField(QLineEdit *&field, const QString &objectName, const QString &label)
{
    field = new QLineEdit(this);
    field->setObjectName(objectName);
    auto *row = new FieldRow(label, field, this);
    row->setRoomKept(false);
    connect(field, &QLineEdit::textEdited, this, [this] { read(false); });
    connect(field, &QLineEdit::editingFinished, this, [this] { read(true); });
    m_rows << row;
    return row;
}

FieldRow *MemoryDialog::addChoice(QComboBox *&box, const QString &objectName, const QString &label, const QStringList &texts)
{
    box = new QComboBox(this);
    box->setObjectName(objectName);
    box->addItems(texts);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *row = new FieldRow(label, box, this);
    row->setRoomKept(false);
    return row;
}

QWidget *MemoryDialog::makeForm()
{
    auto *form = new QWidget(this);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, hasRoomForColumns(this) ? dp(10) : 0, 0);  // beside the scroll bar
    column->setSpacing(dp(10));
    const auto pair = [](FieldRow *left, FieldRow *right) {
        auto *row = new QHBoxLayout;
        row->setSpacing(dp(10));
        row->addWidget(left, 1);
        row->addWidget(right, 1);
        return row;
    };
    QStringList models, precisions, optimizers, recomputed, stages;
    for (const ModelPreset &preset : modelPresets())
        models << preset.model.name;
    models << tr("Custom transformer");
    for (int i = 0; i < trainingPrecisionNames().size(); ++i)
        precisions << precisionTitle(TrainingPrecision(i));
    for (int i = 0; i < optimizerNames().size(); ++i)
        optimizers << optimizerTitle(Optimizer(i));
    for (int i = 0; i < checkpointingNames().size(); ++i)
        recomputed << checkpointingTitle(Checkpointing(i));
    for (int stage = 0; stage <= 3; ++stage)
        stages << zeroTitle(stage);

    column->addWidget(addChoice(m_model, QStringLiteral("memoryModel"), tr("Model"), models));
    column->addWidget(addField(m_parameters, QStringLiteral("memoryParameters"), tr("Parameters, billions")));
    auto *shape = new QVBoxLayout(m_shape);
    shape->setContentsMargins(0, 0, 0, 0);
    shape->setSpacing(dp(10));
    auto *layers = addField(m_layers, QStringLiteral("memoryLayers"), tr("Layers"));
    auto *hidden = addField(m_hidden, QStringLiteral("memoryHidden"), tr("Hidden size"));
    auto *heads = addField(m_heads, QStringLiteral("memoryHeads"), tr("Heads"));
    auto *vocabulary = addField(m_vocabulary, QStringLiteral("memoryVocabulary"), tr("Vocabulary"));
    shape->addLayout(pair(layers, hidden));
    shape->addLayout(pair(heads, vocabulary));
    column->addWidget(m_shape);
    column->addWidget(addChoice(m_precision, QStringLiteral("memoryPrecision"), tr("Precision"), precisions));
    column->addWidget(addChoice(m_optimizer, QStringLiteral("memoryOptimizer"), tr("Optimizer"), optimizers));
    column->addWidget(addChoice(m_zero, QStringLiteral("memoryZero"), tr("Sharding (ZeRO/FSDP)"), stages));
    column->addWidget(addChoice(m_recompute, QStringLiteral("memoryRecompute"), tr("Activation checkpointing"), recomputed));
    auto *batch = addField(m_batch, QStringLiteral("memoryBatch"), tr("Micro-batch per GPU"));
    auto *sequence = addField(m_sequence, QStringLiteral("memorySequence"), tr("Sequence length"));
    auto *gpus = addField(m_count, QStringLiteral("memoryGpus"), tr("GPUs"));
    auto *margin = addField(m_margin, QStringLiteral("memoryMargin"), tr("Margin, %"));
    column->addLayout(pair(batch, sequence));
    column->addLayout(pair(gpus, margin));
    column->addStretch(1);
    connect(m_model, &QComboBox::activated, this, &MemoryDialog::takeModel);
    for (QComboBox *box : {m_precision, m_optimizer, m_zero, m_recompute})
        connect(box, &QComboBox::activated, this, [this] { read(true); });
    return form;
}

QWidget *MemoryDialog::makeAnswer()
{
    auto *answer = new QWidget(this);
    m_total->setObjectName(QStringLiteral("memoryTotal"));
    m_bar->setObjectName(QStringLiteral("memoryDialogBar"));
    m_problem->setWordWrap(true);
    m_lines->setHorizontalHeaderLabels({tr("Per GPU"), tr("GiB"), tr("Formula")});
    m_lines->horizontalHeaderItem(1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_holders->setHorizontalHeaderLabels({tr("GPU"), tr("GiB"), tr("How many"), tr("GiB per GPU")});
    for (const int column : {1, 3})
        m_holders->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_linesView = makeTable(QStringLiteral("memoryLines"), tr("Memory by line"), m_lines, answer);
    m_fitsView = makeTable(QStringLiteral("memoryFits"), tr("GPUs it fits on"), m_holders, answer);
    m_linesView->setSelectionMode(QAbstractItemView::NoSelection);
    m_linesView->setColumnWidth(0, dp(190));
    m_linesView->setColumnWidth(1, dp(70));
    m_fitsView->setColumnWidth(0, dp(190));
    m_fitsView->setColumnWidth(1, dp(70));
    m_fitsView->setColumnWidth(2, dp(230));
    const auto carded = [answer](QWidget *inside) {
        auto *card = new Card(answer);
        auto *layout = new QVBoxLayout(card);
        layout->setContentsMargins(1, 1, 1, 1);
        layout->addWidget(inside);
        return card;
    };
    auto *column = new QVBoxLayout(answer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(10));
    column->addWidget(m_total);
    column->addWidget(m_problem);
    column->addWidget(m_bar);
    column->addWidget(m_legend);
    for (QTableView *const view : {m_linesView, m_fitsView})
        view->setMinimumHeight(dp(kMinTable));
    column->addWidget(carded(m_linesView), 5);
    column->addWidget(new Label(tr("GPUs it fits on"), TextRole::Section, Ink::Text1, answer));
    column->addWidget(carded(m_fitsView), 6);
    return answer;
}

void MemoryDialog::takeModel(int index)
{
    if (index < modelPresets().size()) {
        m_request.model = modelPresets()[index].model;
        m_request.sequence = modelPresets()[index].sequence;
    } else {
        m_request.model.name.clear();
        m_request.model.activationValues = m_request.model.activationBytes = 0;
        if (!m_request.model.transformer) {
            m_request.model = start().model;
            m_request.model.name.clear();
        }
        // Values without a field are derived from the fields.
        m_request.model.transformer->keyValueHeads = m_request.model.transformer->inner = 0;
        m_request.model.parameters = parametersOf(*m_request.model.transformer);
        if (m_request.sequence == 0)
            m_request.sequence = start().sequence;
    }
    showRequest();
    read(true);
}

void MemoryDialog::showRequest()
{
    m_isShowing = true;
    const auto &presets = modelPresets();
    int model = static_cast<int>(presets.size());
    for (int i = 0; i < presets.size(); ++i) {
        if (!m_request.model.name.isEmpty() && presets[i].model.name == m_request.model.name)
            model = i;
    }
    m_model->setCurrentIndex(model);
    m_parameters->setText(decimalText(m_request.model.parameters, 9));
    m_shape->setVisible(m_request.model.transformer.has_value());
    const TransformerShape shape = m_request.model.transformer.value_or(TransformerShape());
    m_layers->setText(QString::number(shape.layers));
    m_hidden->setText(QString::number(shape.hidden));
    m_heads->setText(QString::number(shape.heads));
    m_vocabulary->setText(QString::number(shape.vocabulary));
    // A preset is fixed; for another shape the user chooses a custom one.
    for (QLineEdit *field : {m_parameters, m_layers, m_hidden, m_heads, m_vocabulary})
        field->setReadOnly(model < presets.size());
    m_precision->setCurrentIndex(static_cast<int>(m_request.precision));
    m_optimizer->setCurrentIndex(static_cast<int>(m_request.optimizer));
    m_recompute->setCurrentIndex(static_cast<int>(m_request.checkpointing));
    m_zero->setCurrentIndex(m_request.zeroStage);
    m_batch->setText(QString::number(m_request.batch));
    m_sequence->setText(m_request.sequence > 0 ? QString::number(m_request.sequence) : QString());
    m_sequence->setEnabled(m_request.model.transformer.has_value());
    m_count->setText(QString::number(m_request.gpus));
    m_margin->setText(QString::number(m_request.marginPercent));
    m_isShowing = false;
}

void MemoryDialog::read(bool isFinal)
{
    if (m_isShowing)
        return;
    bool isFine = true;
    const auto take = [&](QLineEdit *field, int decimals, qint64 most, auto &&use) {
        const auto value = amountFromText(field->text(), decimals, most);
        auto *row = *std::find_if(m_rows.cbegin(), m_rows.cend(), [field](const FieldRow *one) { return one->control() == field; });
        if (value) {
            use(*value);
            row->clearError();
        } else if (isFinal) {
            row->setError(tr("Enter a number above 0."));
        }
        isFine = isFine && value;
    };
    take(m_parameters, 9, 1'000'000, [this](qint64 parameters) { m_request.model.parameters = parameters; });
    if (m_request.model.transformer) {
        TransformerShape &shape = *m_request.model.transformer;
        const TransformerShape before = shape;
        take(m_layers, 0, 100'000, [&](qint64 value) { shape.layers = static_cast<int>(value); });
        take(m_hidden, 0, 10'000'000, [&](qint64 value) { shape.hidden = static_cast<int>(value); });
        take(m_heads, 0, 1'000'000, [&](qint64 value) { shape.heads = static_cast<int>(value); });
        take(m_vocabulary, 0, 100'000'000, [&](qint64 value) { shape.vocabulary = static_cast<int>(value); });
        if (!(shape == before) && parametersOf(shape) > 0) {
            m_request.model.parameters = parametersOf(shape);
            m_parameters->setText(decimalText(m_request.model.parameters, 9));
        }
        take(m_sequence, 0, 100'000'000, [this](qint64 value) { m_request.sequence = static_cast<int>(value); });
    }
    take(m_batch, 0, 1'000'000, [this](qint64 value) { m_request.batch = static_cast<int>(value); });
    take(m_count, 0, 100'000, [this](qint64 value) { m_request.gpus = static_cast<int>(value); });
    if (m_margin->text().trimmed() == QLatin1String("0"))
        m_request.marginPercent = 0;
    else
        take(m_margin, 0, 100, [this](qint64 value) { m_request.marginPercent = static_cast<int>(value); });
    m_request.precision = TrainingPrecision(m_precision->currentIndex());
    m_request.optimizer = Optimizer(m_optimizer->currentIndex());
    m_request.checkpointing = Checkpointing(m_recompute->currentIndex());
    m_request.zeroStage = m_zero->currentIndex();
    if (isFine)
        count();
}

void MemoryDialog::count()
{
    const auto need = memoryNeed(m_request);
    m_problem->setVisible(!need);
    m_problem->setText(need ? QString() : need.error().what);
    showNeed(need ? *need : MemoryNeed());
    const auto fits = gpusThatHold(m_gpus, m_request);
    m_fits = fits ? *fits : QList<GpuFit>();
    showFits();
}

void MemoryDialog::showNeed(const MemoryNeed &need)
{
    m_total->setText(need.lines.isEmpty() ? QString()
                                          : tr("%1 GiB per GPU, on %n GPU(s)", nullptr, m_request.gpus).arg(gibOfBytes(need.bytes)));
    QList<BarPart> parts;
    QStringList spoken;
    const QList<MemoryGroup> groups = groupsOf(need);
    for (const MemoryGroup &group : groups) {
        parts << BarPart{static_cast<double>(group.bytes) / static_cast<double>(need.bytes), group.series,
                         tr("%1: %2 GiB").arg(group.title, gibOfBytes(group.bytes)), group.isMargin};
        spoken << parts.last().toolTip;
    }
    m_bar->setParts(parts, spoken.join(QStringLiteral(", ")));
    m_legend->setGroups(groups);
    m_lines->removeRows(0, m_lines->rowCount());
    for (const MemoryLine &line : need.lines)
        m_lines->appendRow({makeItem(memoryPartTitle(line.part)), makeItem(gibOfBytes(line.bytes), true), makeItem(line.formula)});
}

void MemoryDialog::showFits()
{
    const int before = m_fitsView->currentIndex().row();
    m_holders->removeRows(0, m_holders->rowCount());
    const QColor grey = themeOf(this).text3;
    for (const GpuFit &fit : std::as_const(m_fits)) {
        const bool holds = fit.verdict == GpuFit::Verdict::Holds;
        QList<QStandardItem *> row{makeItem(m_gpus[fit.gpu].name), makeItem(gibOfBytes(fit.memoryBytes), true), makeItem(verdictText(fit)),
                                   makeItem(holds ? gibOfBytes(fit.bytesEach) : QStringLiteral("–"), true)};
        for (QStandardItem *item : row) {
            if (!holds)
                item->setForeground(grey);
        }
        m_holders->appendRow(row);
    }
    if (!m_fits.isEmpty())
        m_fitsView->setCurrentIndex(m_holders->index(std::clamp<int>(before, 0, static_cast<int>(m_fits.size()) - 1), 0));
}

void MemoryDialog::useCurrent()
{
    const int row = m_fitsView->currentIndex().row();
    if (row < 0 || m_fits[row].verdict != GpuFit::Verdict::Holds)
        return;
    const GpuFit fit = m_fits[row];
    m_request.gpus = fit.gpus;
    Q_EMIT gpuChosen(m_gpus[fit.gpu].id, fit.gpus);
    accept();
}

}  // namespace trainyard

#include "moc_memorydialog.cpp"
