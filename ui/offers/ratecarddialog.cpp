// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/ratecarddialog.h"

#include "core/knowledge/catalog/pastedtable.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/segments.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QTextBlock>
#include <QVBoxLayout>

namespace trainyard {

namespace {

const QString kStart = QStringLiteral("provider,gpu,price\n");

class CardEdit : public QPlainTextEdit {
public:
    CardEdit(const GpuNames &names, QWidget *parent) : QPlainTextEdit(parent), m_names(names) {}

protected:
    void insertFromMimeData(const QMimeData *source) override
    {
        // Only a whole table is reformatted; text pasted between other lines stays as it is.
        if (!source->hasText() || toPlainText().trimmed() != kStart.trimmed()) {
            QPlainTextEdit::insertFromMimeData(source);
            return;
        }
        const QString made = rateCardFromTable(source->text(), m_names);
        selectAll();
        insertPlainText(made);
    }

private:
    GpuNames m_names;
};

}  // namespace

RateCardDialog::RateCardDialog(const GpuNames &names, QDate today, QWidget *parent)
    : Dialog(parent), m_names(names), m_today(today),
      m_source(new Segments(QStringLiteral("rateCardSource"), {tr("Paste or type"), tr("From a file")}, this)),
      m_forms(new QStackedWidget(this)), m_text(new CardEdit(names, this)), m_file(new QLineEdit(this)), m_name(new QLineEdit(this)),
      m_day(new QLineEdit(this)), m_currency(new QComboBox(this)), m_cards(new QVBoxLayout), m_messages(new MessageBar(this)),
      m_takeOver(makeButton(QStringLiteral("rateCardTakeOver"), tr("Add"), ButtonVariant::Primary, {}, this))
{
    setObjectName(QStringLiteral("rateCardDialog"));
    setModal(true);
    setWindowTitle(tr("Add a rate card"));
    m_forms->addWidget(makeTextForm());
    m_forms->addWidget(makeFileForm());

    m_name->setObjectName(QStringLiteral("rateCardName"));
    m_name->setText(QStringLiteral("my-prices"));
    m_nameRow = new FieldRow(tr("Card name"), m_name, this);
    m_nameRow->setHelp(tr("An existing card of this name is replaced."));
    m_currency->setObjectName(QStringLiteral("rateCardCurrency"));
    const QList<Currency> all{Currency::CNY, Currency::USD, Currency::EUR, Currency::GBP, Currency::JPY, Currency::HKD,
                              Currency::SGD, Currency::KRW, Currency::INR, Currency::AUD, Currency::CAD, Currency::CHF};
    for (const Currency currency : all)
        m_currency->addItem(currencyCode(currency));
    m_currencyRow = new FieldRow(tr("Currency"), m_currency, this);
    m_currencyRow->setHelp(tr("Used if the card has no currency column."));
    m_day->setObjectName(QStringLiteral("rateCardDay"));
    m_day->setText(today.toString(Qt::ISODate));
    m_dayRow = new FieldRow(tr("Price date"), m_day, this);
    m_dayRow->setHelp(tr("Used if the card has no date column."));

    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    auto *common = new QHBoxLayout;
    common->setSpacing(dp(12));
    common->addWidget(m_nameRow, 2, Qt::AlignTop);
    common->addWidget(m_currencyRow, 1, Qt::AlignTop);
    common->addWidget(m_dayRow, 1, Qt::AlignTop);
    auto *cancel = makeButton(QStringLiteral("rateCardCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    m_cards->setSpacing(dp(4));
    QVBoxLayout *const column = makeBody(640, 560);
    column->addWidget(title);
    column->addWidget(m_messages);
    column->addWidget(m_source);
    column->addWidget(m_forms, 1);
    column->addLayout(common);
    column->addLayout(m_cards);
    setFooter({cancel, m_takeOver});

    connect(m_source, &Segments::chosen, m_forms, &QStackedWidget::setCurrentIndex);
    connect(cancel, &QPushButton::clicked, this, &RateCardDialog::reject);
    connect(m_takeOver, &QPushButton::clicked, this, &RateCardDialog::submit);
    m_text->setFocus();
    m_text->moveCursor(QTextCursor::End);
}

QWidget *RateCardDialog::makeTextForm()
{
    m_text->setObjectName(QStringLiteral("rateCardText"));
    m_text->setFont(textFont(TextRole::Code));
    m_text->setPlainText(kStart);
    m_text->setTabChangesFocus(true);
    auto *row = new FieldRow(tr("One offer per line, price per hour"), m_text, this);
    row->setHelp(tr("A table copied from a web page or spreadsheet can be pasted as is, with providers and GPUs in columns or rows. "
                    "More columns: gpus, region, purchase, vcpus, memory_gib, as_of."));
    return row;
}

QWidget *RateCardDialog::makeFileForm()
{
    auto *form = new QWidget(this);
    m_file->setObjectName(QStringLiteral("rateCardFile"));
    auto *choose = makeButton(QStringLiteral("rateCardChooseButton"), tr("Choose…"), ButtonVariant::Normal, QStringLiteral("folder"), form);
    m_fileRow = new FieldRow(tr("CSV or JSON file"), m_file, form);
    m_fileRow->setHelp(tr("Columns as in the user guide: provider, gpu, price, currency and more."));
    auto *row = new QHBoxLayout;
    row->setSpacing(dp(8));
    row->addWidget(m_fileRow, 1);
    row->addWidget(choose, 0, Qt::AlignTop);
    row->setAlignment(choose, Qt::AlignVCenter);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addStretch(1);
    connect(choose, &QPushButton::clicked, this, &RateCardDialog::chooseFile);
    return form;
}

void RateCardDialog::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Choose a rate card"), {}, tr("Rate cards (*.csv *.json *.tsv *.txt)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_file->setText(file);
        static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9._-]+"));
        const QString name = QFileInfo(file).completeBaseName().replace(odd, QStringLiteral("-")).left(64);
        if (!name.isEmpty())
            m_name->setText(name);
    });
    dialog->open();
}

void RateCardDialog::setCards(const QStringList &names)
{
    while (QLayoutItem *item = m_cards->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto *line = new QWidget(this);
        auto *row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        auto *label = new Label(tr("Existing: %1").arg(names[i]), TextRole::Small, Ink::Text2, line);
        auto *remove = makeButton(QStringLiteral("rateCardRemove%1").arg(i), tr("Remove"), ButtonVariant::Link, {}, line);
        remove->setAccessibleName(tr("Remove the rate card %1").arg(names[i]));
        row->addWidget(label, 1);
        row->addWidget(remove);
        m_cards->addWidget(line);
        connect(remove, &QPushButton::clicked, this, [this, name = names[i]] { Q_EMIT removeRequested(name); });
    }
}

void RateCardDialog::setBusy(bool isBusy)
{
    m_takeOver->setEnabled(!isBusy);
    m_takeOver->setText(isBusy ? tr("Reading…") : tr("Add"));
}

void RateCardDialog::submit()
{
    m_messages->clear();
    RateCardInput input;
    input.name = m_name->text().trimmed();
    input.rules.card = input.name;
    input.rules.today = m_today;
    input.rules.currency = currencyFromCode(m_currency->currentText().toUtf8());
    const auto day = AsOf::parse(m_day->text().trimmed().toUtf8());
    if (!day || day->firstDay() > m_today) {
        m_dayRow->setError(tr("Enter a date up to today, such as 2026-08-03."));
        return;
    }
    m_dayRow->clearError();
    input.rules.asOf = *day;
    const bool isFile = m_source->current() == 1;
    if (isFile && m_file->text().trimmed().isEmpty()) {
        m_fileRow->setError(tr("Choose a file."));
        return;
    }
    m_fileRow->clearError();
    if (isFile)
        input.file = m_file->text().trimmed();
    else
        input.text = m_text->toPlainText().toUtf8();
    Q_EMIT submitted(input);
}

void RateCardDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("card"), Tone::Bad, error.what, {}, error.detail, {}});
    if (m_source->current() == 0)
        markRow(error.what);
}

// The first number in the sentence is the row; the cursor goes there.
void RateCardDialog::markRow(const QString &sentence)
{
    static const QRegularExpression number(QStringLiteral("[0-9]+"));
    const int row = number.match(sentence).captured().toInt();
    const QTextBlock block = m_text->document()->findBlockByNumber(row - 1);
    if (row < 1 || !block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    m_text->setTextCursor(cursor);
    m_text->setFocus();
}

}  // namespace trainyard

#include "moc_ratecarddialog.cpp"
