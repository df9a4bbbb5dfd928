// SPDX-License-Identifier: GPL-3.0-or-later
// The memory calculator: model and training settings on the left; on the right the memory per GPU, the formulas used, and which GPUs it
// fits on. When accepted, request() is what the user entered; a GPU selected in the list becomes a requirement on the page. Opens without
// blocking.
//
// Object names: memoryDialog, memoryModel, memoryParameters, memoryLayers, memoryHidden, memoryHeads, memoryVocabulary, memoryPrecision,
// memoryOptimizer, memoryRecompute, memoryZero, memoryBatch, memorySequence, memoryGpus, memoryMargin, memoryTotal, memoryDialogBar,
// memoryLines, memoryFits, memoryUse, memoryKeep, memoryClose.
#pragma once

#include "core/knowledge/cost/gpufit.h"
#include "core/knowledge/cost/memorymodel.h"
#include "ui/common/dialog.h"

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace trainyard {

class FieldRow;
class Label;
class MemoryLegend;
class StackedBar;

class MemoryDialog : public Dialog {
    Q_OBJECT
public:
    MemoryDialog(const QList<GpuModel> &gpus, const MemoryRequest &request, QWidget *parent = nullptr);

    static MemoryRequest start();  // the values for the first time it is opened
    const MemoryRequest &request() const { return m_request; }

Q_SIGNALS:
    void gpuChosen(const QString &id, int gpus);

private:
    FieldRow *addField(QLineEdit *&field, const QString &objectName, const QString &label);
    FieldRow *addChoice(QComboBox *&box, const QString &objectName, const QString &label, const QStringList &texts);
    QWidget *makeForm();
    QWidget *makeAnswer();
    void takeModel(int index);
    void showRequest();
    void read(bool isFinal);
    void count();
    void showNeed(const MemoryNeed &need);
    void showFits();
    void useCurrent();

    QList<GpuModel> m_gpus;
    MemoryRequest m_request;
    QList<GpuFit> m_fits;
    QComboBox *m_model, *m_precision, *m_optimizer, *m_recompute, *m_zero;
    QLineEdit *m_parameters, *m_layers, *m_hidden, *m_heads, *m_vocabulary, *m_batch, *m_sequence, *m_count, *m_margin;
    QList<FieldRow *> m_rows;
    QWidget *m_shape;
    Label *m_total, *m_problem;
    StackedBar *m_bar;
    MemoryLegend *m_legend;
    QStandardItemModel *m_lines, *m_holders;
    QTableView *m_linesView, *m_fitsView;
    QPushButton *m_use;
    bool m_isShowing = false;
};

}  // namespace trainyard
