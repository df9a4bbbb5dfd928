// SPDX-License-Identifier: GPL-3.0-or-later
// Imports the user's own prices: pasted or typed as text, or from a file. A table copied from a web page is converted visibly into rate
// card format, so that row numbers in an error match the rows on the screen. Opens without blocking; stays open until the card was
// imported.
//
// Object names: rateCardDialog, rateCardSource0 and 1, rateCardText, rateCardFile, rateCardChooseButton, rateCardName, rateCardCurrency,
// rateCardDay, rateCardRemove0 …, rateCardTakeOver, rateCardCancel.
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

// The input for a new card.
struct RateCardInput {
    QString name;
    QString file;  // empty: `text` is used
    QByteArray text;
    RateCardRules rules;
};

class RateCardDialog : public Dialog {
    Q_OBJECT
public:
    RateCardDialog(const GpuNames &names, QDate today, QWidget *parent = nullptr);

    void setCards(const QStringList &names);  // existing cards
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
