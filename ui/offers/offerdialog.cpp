// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/offers/offerfacts.h"
#include "ui/offers/offerwords.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

OfferDialog::OfferDialog(const OfferBook &book, size_t offer, const OfferQuery &query, const QString &before, bool isPinned,
                         QWidget *parent)
    : Dialog(parent)
{
    setObjectName(QStringLiteral("offerDialog"));
    setModal(true);
    const QString name = offerName(book, offer);
    setWindowTitle(name);
    auto *title = makeProse(name, TextRole::PageTitle, Ink::Text1, this);
    auto *facts = new QWidget(this);
    auto *grid = new QGridLayout(facts);
    grid->setContentsMargins(0, 0, dp(4), 0);
    grid->setHorizontalSpacing(dp(16));
    grid->setVerticalSpacing(dp(7));
    grid->setColumnStretch(1, 1);
    QStringList copied{name};
    int row = 0;
    QList<OfferFact> all = factsOf(book, offer, query);
    if (!before.isEmpty())
        all << OfferFact{tr("Price before"), before, {}, {}};
    for (const OfferFact &fact : std::as_const(all)) {
        auto *label = new Label(fact.label, TextRole::Body, Ink::Text3, facts);
        auto *value = new Label(fact.value, TextRole::Body, Ink::Text1, facts);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAccessibleName(QStringLiteral("%1: %2 %3").arg(fact.label, fact.value, fact.note).trimmed());
        value->setWordWrap(true);
        grid->addWidget(label, row, 0, Qt::AlignTop);
        grid->addWidget(value, row++, 1, Qt::AlignTop);
        if (!fact.note.isEmpty()) {
            auto *note = makeProse(fact.note, TextRole::Small, Ink::Text3, facts);
            grid->addWidget(note, row++, 1, Qt::AlignTop);
        }
        copied << fact.label + QLatin1Char('\t') + fact.value + (fact.note.isEmpty() ? QString() : QLatin1Char('\t') + fact.note);
    }
    grid->setRowStretch(row, 1);

    auto *copy = makeButton(QStringLiteral("offerDialogCopy"), tr("Copy"), ButtonVariant::Normal, QStringLiteral("copy"), this);
    auto *pin = makeButton(QStringLiteral("offerDialogPin"), isPinned ? tr("Unpin") : tr("Pin to compare"), ButtonVariant::Normal,
                           QStringLiteral("pin"), this);
    auto *close = makeButton(QStringLiteral("offerDialogClose"), tr("Close"), ButtonVariant::Primary, {}, this);
    close->setDefault(true);
    QVBoxLayout *const column = makeBody(560, 680);
    column->setSpacing(dp(14));
    column->addWidget(title);
    column->addWidget(facts);
    column->addStretch();
    setFooter({pin, close}, {copy});

    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(pin, &QPushButton::clicked, this, [this] {
        Q_EMIT pinToggled();
        accept();
    });
    connect(copy, &QPushButton::clicked, this, [copied] { QGuiApplication::clipboard()->setText(copied.join(u'\n')); });
    close->setFocus();
}

}  // namespace trainyard

#include "moc_offerdialog.cpp"
