// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/ownhardwaredialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/offers/namecompleter.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

OwnHardwareDialog::OwnHardwareDialog(const OwnTexts &texts, Currency currency, const QStringList &gpus, QDate today, QWidget *parent)
    : Dialog(parent), m_currency(new QComboBox(this)), m_texts(texts), m_today(today)
{
    setObjectName(QStringLiteral("ownHardwareDialog"));
    setModal(true);
    setWindowTitle(tr("What does your own hardware cost?"));
    for (const Currency one : currencies())
        m_currency->addItem(currencyCode(one));
    m_currency->setObjectName(QStringLiteral("ownCurrency"));
    m_currency->setCurrentText(texts.value(m_currency->objectName(), currencyCode(currency)));

    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    auto *why = makeProse(tr("Listed with the offers at its cost per hour: depreciation plus electricity."), TextRole::Body, Ink::Text2,
                          this);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(dp(12));
    grid->setVerticalSpacing(dp(12));
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    const QList<FieldRow *> rows{addField("ownPrice", tr("Price per machine"), {}, QStringLiteral("250000"), {}),
                                 new FieldRow(tr("Currency"), m_currency, this),
                                 addField("ownGpu", tr("GPU"), {}, QStringLiteral("A100-SXM-80GB"), {}),
                                 addField("ownGpus", tr("Number of GPUs"), {}, QStringLiteral("8"), {}),
                                 addField("ownYears", tr("Depreciation period, years"), QStringLiteral("3"), {}, {}),
                                 addField("ownUtilisation", tr("Utilization, percent"), QStringLiteral("100"), {},
                                          tr("Share of its life in which runs are active: it depreciates in idle hours too.")),
                                 addField("ownWatts", tr("Power under load, watts"), {}, QStringLiteral("5600"), {}),
                                 addField("ownPue", tr("Data center PUE"), QStringLiteral("1"), {},
                                          tr("The data center's total power divided by that of its machines; 1 if you do not know it.")),
                                 addField("ownKwh", tr("Price per kWh"), {}, QStringLiteral("0.15"), {})};
    for (int i = 0; i < rows.size(); ++i) {
        rows[i]->setRoomKept(false);
        grid->addWidget(rows[i], i / 2, i % 2, Qt::AlignTop);
    }
    completeNames(static_cast<QLineEdit *>(rows[2]->control()), gpus);
    auto *forget = makeButton(QStringLiteral("ownForget"), tr("Remove"), ButtonVariant::Link, {}, this);
    forget->setVisible(!texts.isEmpty());
    auto *cancel = makeButton(QStringLiteral("ownCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *set = makeButton(QStringLiteral("ownSet"), tr("Save"), ButtonVariant::Primary, {}, this);
    set->setDefault(true);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(title);
    column->addWidget(why);
    column->addLayout(grid);
    column->addStretch(1);
    setFooter({cancel, set}, {forget});

    connect(cancel, &QPushButton::clicked, this, &OwnHardwareDialog::reject);
    connect(set, &QPushButton::clicked, this, &OwnHardwareDialog::submit);
    connect(forget, &QPushButton::clicked, this, [this] {
        Q_EMIT given({});
        accept();
    });
    rows.first()->control()->setFocus();
}

FieldRow *OwnHardwareDialog::addField(const char *name, const QString &label, const QString &usual, const QString &example,
                                      const QString &help)
{
    auto *field = new QLineEdit(m_texts.value(QLatin1String(name), usual), this);
    field->setObjectName(QLatin1String(name));
    // Left empty, a field with a usual value counts as that one.
    field->setPlaceholderText(example.isEmpty() ? usual : tr("e.g. %1").arg(example));
    auto *row = new FieldRow(label, field, this);
    row->setHelp(help);
    m_rows.insert(field->objectName(), row);
    return row;
}

void OwnHardwareDialog::submit()
{
    OwnTexts texts{{m_currency->objectName(), m_currency->currentText()}, {QStringLiteral("ownDay"), m_today.toString(Qt::ISODate)}};
    for (auto it = m_rows.cbegin(); it != m_rows.cend(); ++it) {
        it.value()->clearError();
        if (const QString text = static_cast<QLineEdit *>(it.value()->control())->text().trimmed(); !text.isEmpty())
            texts.insert(it.key(), text);
    }
    const OwnReading reading = readOwnHardware(texts);
    for (const QString &field : reading.wrong) {
        const bool isWhole = field == QLatin1String("ownWatts") || field == QLatin1String("ownGpus");
        m_rows[field]->setError(field == QLatin1String("ownPue")           ? tr("Enter a number from 1 to 10.")
                                : field == QLatin1String("ownUtilisation") ? tr("Enter a whole number from 1 to 100.")
                                : field == QLatin1String("ownGpu")         ? tr("Enter the GPU model.")
                                : isWhole                                  ? tr("Enter a whole number above 0.")
                                                                           : tr("Enter a number."));
    }
    if (!reading.machine) {
        m_rows[reading.wrong.first()]->control()->setFocus();
        return;
    }
    Q_EMIT given(texts);
    accept();
}

}  // namespace trainyard

#include "moc_ownhardwaredialog.cpp"
