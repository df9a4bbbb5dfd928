// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/actioncard.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/spokentext.h"
#include "ui/theme/stylepaint.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

class IconTile : public QWidget {
public:
    IconTile(const QString &name, QWidget *parent) : QWidget(parent), m_name(name) { setFixedSize(dp(40), dp(40)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme theme = themeOf(this);
        paintBox(&painter, rect(), dp(8), theme.info.tint, theme.isHighContrast ? theme.line : QColor());
        paintIcon(&painter, m_name, QRectF(rect()).adjusted(dp(10), dp(10), -dp(10), -dp(10)), theme.info.ink);
    }

private:
    QString m_name;
};

}  // namespace

ActionCard::ActionCard(const QString &iconName, const QString &title, const QString &prose, const QString &buttonName, QWidget *parent)
    : Card(parent), m_button(makeButton(buttonName, QString(), ButtonVariant::Normal, {}, this)),
      m_fact(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this))
{
    // Its text follows the width of the card, so it must not determine the least width.
    m_button->setMinimumWidth(dp(80));
    m_button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(12));
    head->addWidget(new IconTile(iconName, this));
    head->addWidget(new Label(title, TextRole::BigValue, Ink::Text1, this), 1);
    auto *text = makeProse(prose, TextRole::Body, Ink::Text2, this);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(dp(12));
    foot->addWidget(m_button);
    foot->addWidget(m_fact, 1000);
    foot->addStretch(1);  // the button keeps its width when the fact is hidden
    m_fact->setAlignment(Qt::AlignRight);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(20), dp(18), dp(20), dp(16));
    column->setSpacing(dp(12));
    column->addLayout(head);
    column->addWidget(text, 1);
    column->addLayout(foot);
    connect(m_button, &QPushButton::clicked, this, &ActionCard::triggered);
    m_button->setAccessibleDescription(spokenSentences({title, prose}));
}

void ActionCard::setAction(const QString &text, ButtonVariant variant)
{
    m_action = text;
    m_button->setAccessibleName(text);
    setVariant(m_button, variant);
    arrangeFoot();
}

void ActionCard::setFact(const QString &text)
{
    m_fact->setText(text);
    arrangeFoot();
}

void ActionCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    arrangeFoot();
}

void ActionCard::arrangeFoot()
{
    // A run's name may be long: the button stays within its card, with some space for glyphs of other fonts, and the tooltip shows it whole.
    const auto shown = [](QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); };
    const QFontMetrics metrics(textFont(TextRole::Control));
    const int room = width() - 2 * dp(20);
    m_button->setText(shown(m_action));
    const int beside = m_button->sizeHint().width() - metrics.horizontalAdvance(m_action);
    const QString fitting = metrics.elidedText(m_action, Qt::ElideRight, std::max(room - beside - dp(8), dp(80)));
    m_button->setText(shown(fitting));
    m_button->setToolTip(fitting == m_action ? QString() : m_action.toHtmlEscaped());
    // Half a fact is useless: with large text or little space it is hidden, the button stays.
    m_fact->setVisible(m_fact->sizeHint().width() <= room - dp(12) - m_button->sizeHint().width());
}

}  // namespace trainyard

#include "moc_actioncard.cpp"
