// SPDX-License-Identifier: GPL-3.0-or-later
// Takes over prices of a person's own: pasted or typed as text, or from a file. A table copied from a page is made into the
// form of a rate card where it can be seen, so that the rows in an error are the rows on the screen. Opens without blocking;
// stays open until the card was taken over.
//
// Object names: rateCardDialog, rateCardSource0 and 1, rateCardText, rateCardFile, rateCardChooseButton, rateCardName,
// rateCardCurrency, rateCardDay, rateCardRemove0 …, rateCardTakeOver, rateCardCancel.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/catalog/gpunames.h"
#include "core/knowledge/catalog/offerfields.h"
#include "ui/common/dialog.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace trainyard {

class FieldRow;
class MessageBar;
class Segments;

// What is to become a card.
struct RateCardInput {
    QString name;
    QString file;  // empty: `text` counts
    QByteArray text;
    RateCardRules rules;
};

class RateCardDialog : public Dialog {
    Q_OBJECT
public:
    RateCardDialog(const GpuNames &names, QDate today, QWidget *parent = nullptr);

    void setCards(const QStringList &names);  // those that are there already
    void setBusy(bool isBusy);
    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const trainyard::RateCardInput &input);
    void removeRequested(const QString &name);

private:
    QWidget *makeTextForm();
    QWidget *makeFileForm();
    void chooseFile();
    void submit();
    void markRow(const QString &sentence);

    GpuNames m_names;
    QDate m_today;
    Segments *m_source;
    QStackedWidget *m_forms;
    QPlainTextEdit *m_text;
    QLineEdit *m_file, *m_name, *m_day;
    QComboBox *m_currency;
    FieldRow *m_fileRow, *m_nameRow, *m_currencyRow, *m_dayRow;
    QVBoxLayout *m_cards;
    MessageBar *m_messages;
    QPushButton *m_takeOver;
};

}  // namespace trainyard
