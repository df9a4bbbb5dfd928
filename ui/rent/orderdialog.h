// SPDX-License-Identifier: GPL-3.0-or-later
// Renting a machine at an offer: what is asked for, what it costs, what the cloud answers before. Emits requests; the desk asks and rents.
// Plain Enter never rents; Ctrl+Enter does. Esc asks only if something was changed.
//
// Object names: rentOrderDialog, rentOnDemand, rentSpot, rentAtMost, rentForTask, rentCommand, rentOrderButton, cancelRentOrderButton; see also
// machinepart.h, endpart.h, elsewherepart.h, findingspart.h and costpart.h.
#pragma once

#include "core/base/result.h"
#include "core/model/accountrecord.h"
#include "core/service/clouds/rentableoffer.h"
#include "core/service/clouds/rentchecks.h"
#include "ui/common/dialog.h"

#include <QTimer>

#include <memory>

class QDoubleSpinBox;
class QPushButton;
class QRadioButton;

namespace trainyard {

class Badge;
class CommandPreview;
class Label;
class MessageBar;
class RentCostPart;
class RentElsewherePart;
class RentEndPart;
class RentFindingsPart;
class RentMachinePart;

class RentOrderDialog : public Dialog {
    Q_OBJECT
public:
    struct Known {
        QList<AccountRecord> accounts;  // of this cloud, at least one
        QStringList keys;               // that a login can use
        QStringList names;              // of machines, which are taken
        QList<MonthBudget> budgets = {};
        std::optional<ReadyTime> ready = std::nullopt;           // of this type
        std::shared_ptr<const CompatAdvisor> advisor = nullptr;  // null: no image is judged
        bool hasZones = false;                                   // that can be named
    };
    RentOrderDialog(const RentableOffer &offer, const Known &known, QWidget *parent = nullptr);

    // What a task asks for besides the offer.
    struct Wish {
        QString account, image;   // empty: any, the provider's own
        int diskGiB = 0;          // 0: as usual
        QList<RentPlace> others;  // in this account, tried when there is none
        QStringList said;         // sentences: why this offer, and what was left out
    };
    void setWish(const Wish &wish);

    RentOrder order() const;
    const RentableOffer &offer() const { return m_offer; }
    bool isSimulated() const;  // by an account whose requests stay on this computer
    void setFinding(const RentFinding &finding);
    void setImages(const QList<ProviderImage> &images);
    void setAccounts(const QList<AccountRecord> &accounts, const QString &chosen);  // one was added; nothing else changes
    void setProviderLine(const QString &line);                                      // empty: the provider has no command line
    void showError(const Error &error);
    void beginLook();                                    // all questions are asked again
    bool isAddressWanted() const;                        // none is known, and this account's requests leave this computer
    void setOwnAddress(const Result<QString> &address);  // as findOwnAddress()
    void reject() override;

Q_SIGNALS:
    void lookRequested();  // the account, or the way of buying, is another one
    void lineRequested();  // setProviderLine() is due
    void policyRequested();
    void accountRequested();  // to add one
    void submitted(const trainyard::RentOrder &order);

private:
    QWidget *makeLeft(const Known &known);
    QWidget *makeRight();
    QWidget *makePurchase();
    void wire();
    void touched();
    void showAll();
    QString problem() const;
    Money machinePrice() const;
    void submit();
    void judge(const RentOrder &order, const std::optional<Money> &most);

    const RentableOffer m_offer;
    Known m_known;
    Wish m_wish;
    std::optional<Money> m_movedPrice;  // that the cloud named instead of the catalogue's
    Badge *m_simulated = nullptr;
    MessageBar *m_messages;
    QRadioButton *m_onDemand = nullptr, *m_spot = nullptr;
    QDoubleSpinBox *m_atMost = nullptr;
    Label *m_forTask = nullptr, *m_spotNote = nullptr, *m_footNote = nullptr;
    RentMachinePart *m_machine = nullptr;
    RentEndPart *m_end = nullptr;
    RentElsewherePart *m_elsewhere = nullptr;
    RentCostPart *m_cost = nullptr;
    RentFindingsPart *m_findings = nullptr;
    CommandPreview *m_command = nullptr;
    QPushButton *m_rent = nullptr, *m_cancel = nullptr;
    QTimer m_pause;  // after typing, before the provider's line is made
    QString m_providerLine;
    QList<ProviderImage> m_images;
    bool m_isChanged = false;
};

}  // namespace trainyard
