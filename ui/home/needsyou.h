// SPDX-License-Identifier: GPL-3.0-or-later
// The items that need the user's attention: a fact, its consequence, and one verb each.
#pragma once

#include "ui/common/card.h"

#include <QList>
#include <QString>

class QVBoxLayout;

namespace trainyard {

class Label;

struct Need {
    QString id;  // passed back when its verb is clicked
    Tone tone = Tone::Warning;
    QString icon;
    QString fact, context, verb;
    bool canDismiss = false;
    bool operator==(const Need &) const = default;
};

class NeedsYou : public Card {
    Q_OBJECT
public:
    explicit NeedsYou(QWidget *parent = nullptr);

    void setNeeds(const QList<Need> &needs);

Q_SIGNALS:
    void needTriggered(const QString &id);
    void needDismissed(const QString &id);

private:
    QList<Need> m_needs;
    Label *m_count;
    QVBoxLayout *m_rows;
};

}  // namespace trainyard
