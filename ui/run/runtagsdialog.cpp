// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runtagsdialog.h"

#include "core/base/error.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace trainyard {

namespace {

QStringList commonTags(const QList<Run> &runs)
{
    QStringList common = runs.first().tags;
    for (const Run &run : runs)
        common.removeIf([&run](const QString &tag) { return !run.tags.contains(tag, Qt::CaseInsensitive); });
    return common;
}

}  // namespace

RunTagsDialog::RunTagsDialog(const QList<Run> &runs, const QStringList &known, QWidget *parent)
    : Dialog(parent), m_runs(runs), m_common(commonTags(runs)), m_tags(new QLineEdit(m_common.join(u' '))),
      m_row(new FieldRow(tr("Tags"), m_tags, this))
{
    setObjectName(QStringLiteral("runTagsDialog"));
    setWindowTitle(tr("Tags"));
    setModal(true);
    m_tags->setObjectName(QStringLiteral("runTags"));
    m_row->setHelp(runs.size() > 1
                       ? tr("Words with spaces between them. The field shows the tags that all of these runs have; other tags stay.")
                       : tr("Separate tags by spaces, for example “best 8b keep”. Search for tag:best to find them."));
    auto *const title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideRight, this);
    title->setText(runs.size() > 1 ? tr("Tags of %n run(s)", nullptr, int(runs.size())) : tr("Tags of %1").arg(runs.first().name));
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(title);
    column->addWidget(m_row);
    QPushButton *const cancel = makeButton(QStringLiteral("runTagsCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    QPushButton *const save = makeButton(QStringLiteral("runTagsSave"), tr("Save"), ButtonVariant::Primary, {}, this);
    setFooter({cancel, save});
    save->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &RunTagsDialog::submit);
    connect(m_tags, &QLineEdit::textEdited, m_row, &FieldRow::clearError);

    // Offers whole tags for the word at the end.
    auto *const words = new QStringListModel(known, this);
    auto *const completer = new QCompleter(words, this);
    completer->setWidget(m_tags);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(m_tags, &QLineEdit::textEdited, this, [this, completer](const QString &text) {
        const QString last = text.section(u' ', -1);
        completer->setCompletionPrefix(last);
        if (last.isEmpty() || completer->completionCount() == 0 || m_tags->cursorPosition() != text.size())
            completer->popup()->hide();
        else
            completer->complete();
    });
    connect(completer, qOverload<const QString &>(&QCompleter::activated), this, [this](const QString &tag) {
        const QString text = m_tags->text();
        m_tags->setText(text.left(text.lastIndexOf(u' ') + 1) + tag);
    });
    m_tags->setFocus();
    // What is typed is added. Opening the dialog selects the whole text, as Tab does.
    QTimer::singleShot(0, m_tags, [this] { m_tags->end(false); });
}

void RunTagsDialog::submit()
{
    const QStringList typed = tagsFrom(m_tags->text());
    QList<LineageEdit> edits;
    for (const Run &run : std::as_const(m_runs)) {
        QStringList tags = run.tags;
        tags.removeIf(
            [&](const QString &tag) { return m_common.contains(tag, Qt::CaseInsensitive) && !typed.contains(tag, Qt::CaseInsensitive); });
        tags = inTagOrder(tags + typed);
        if (tags == run.tags)
            continue;
        RunEdit edit;
        edit.tags = tags;
        if (const auto fine = checkRunEdit(edit); !fine)
            return showError(fine.error());
        edits << LineageEdit{run.lineage, edit};
    }
    Q_EMIT submitted(edits);
}

void RunTagsDialog::showError(const Error &error)
{
    m_row->setError(error.what);
    m_tags->setFocus();
}

}  // namespace trainyard

#include "moc_runtagsdialog.cpp"
