// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settingspage.h"

#include "ui/alerts/alertsettingscard.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/window/moneycard.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

namespace trainyard {

SettingsPage::SettingsPage(const Preferences &preferences, const QString &dataDirectory, QWidget *parent)
    : QWidget(parent), m_theme(new QComboBox), m_language(new QComboBox), m_textSize(new QComboBox), m_money(new MoneyCard),
      m_alerts(new AlertSettingsCard), m_sections(new QWidget(this)), m_list(new QVBoxLayout(m_sections)), m_column(new QVBoxLayout)
{
    setObjectName(QStringLiteral("settingsPage"));
    m_theme->setObjectName(QStringLiteral("themeChoice"));
    m_theme->addItem(tr("System default"), int(ThemeMode::Auto));
    m_theme->addItem(tr("Light"), int(ThemeMode::Light));
    m_theme->addItem(tr("Dark"), int(ThemeMode::Dark));
    m_theme->setCurrentIndex(m_theme->findData(int(preferences.theme)));
    m_language->setObjectName(QStringLiteral("languageChoice"));
    m_language->addItem(tr("System default"), QStringLiteral("auto"));
    // Language names are given in their own language.
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
    m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
    m_textSize->setObjectName(QStringLiteral("textSizeChoice"));
    for (const int percent : {100, 125, 150, 175, 200, 225, 250})
        m_textSize->addItem(tr("%1 %").arg(percent), percent);
    if (m_textSize->findData(preferences.textPercent) < 0)  // written into the file by hand
        m_textSize->addItem(tr("%1 %").arg(preferences.textPercent), preferences.textPercent);
    m_textSize->setCurrentIndex(m_textSize->findData(preferences.textPercent));

    // The cards get their parent with the layout, in its order, which becomes the tab order.
    auto *look = new Card;
    auto *form = new QVBoxLayout(look);
    form->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    form->setSpacing(dp(12));
    form->addWidget(new Label(tr("Appearance"), TextRole::Section, Ink::Text1, look));
    auto *theme = new FieldRow(tr("Theme"), m_theme, look);
    theme->setHelp(tr("A high-contrast desktop theme always takes precedence."));
    form->addWidget(theme);
    auto *language = new FieldRow(tr("Language"), m_language, look);
    language->setHelp(tr("Logs and output of machines are not translated."));
    form->addWidget(language);
    auto *size = new FieldRow(tr("Text size"), m_textSize, look);
    size->setHelp(tr("In addition to the desktop's scaling."));
    form->addWidget(size);

    auto *about = new Card;
    auto *facts = new QVBoxLayout(about);
    facts->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    facts->setSpacing(dp(6));
    facts->addWidget(new Label(tr("Help and about"), TextRole::Section, Ink::Text1, about));
    auto *guide = makeButton(QStringLiteral("showGuideButton"), tr("User guide"), ButtonVariant::Normal, QStringLiteral("info"), about);
    auto *keys = makeButton(QStringLiteral("showKeysButton"),
                            tr("Keyboard shortcuts (%1)").arg(keyFor(KeyFor::ListOfKeys).toString(QKeySequence::NativeText)),
                            ButtonVariant::Normal, {}, about);
    auto *help = new QHBoxLayout;
    help->setSpacing(dp(8));
    help->addWidget(guide);
    help->addWidget(keys);
    help->addStretch(1);
    facts->addLayout(help);
    m_tips = new QCheckBox(tr("Show tips on pages that are new to you"), about);
    m_tips->setObjectName(QStringLiteral("tipsBox"));
    m_tips->setChecked(preferences.hasTips);
    facts->addWidget(m_tips);
    connect(m_tips, &QCheckBox::toggled, this, [this] { Q_EMIT preferencesChanged(chosen()); });
    connect(guide, &QPushButton::clicked, this, &SettingsPage::guideRequested);
    connect(keys, &QPushButton::clicked, this, &SettingsPage::keysRequested);
    const auto fact = [&](const QString &text) {
        auto *label = makeProse(text, TextRole::Body, Ink::Text2, about);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        facts->addWidget(label);
    };
    fact(tr("Trainyard %1, free software under the GNU General Public License, version 3 or later.")
             .arg(QCoreApplication::applicationVersion()));
    fact(tr("Database and copies of runs: %1").arg(dataDirectory));
    fact(tr("Data only leaves this computer over your own SSH connections, and to the webhook if you set one."));

    m_sections->setObjectName(QStringLiteral("settingsSections"));
    m_sections->setAccessibleName(tr("Sections"));
    m_list->setContentsMargins(0, 0, 0, 0);
    m_list->setSpacing(dp(4));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(dp(12));
    for (QWidget *const card :
         {static_cast<QWidget *>(look), static_cast<QWidget *>(m_money), static_cast<QWidget *>(m_alerts), static_cast<QWidget *>(about)})
        addSection(card);
    m_list->addStretch(1);
    m_column->addStretch(1);
    auto *content = new QWidget(this);
    auto *centred = new QHBoxLayout(content);
    centred->setContentsMargins(0, 0, dp(16), dp(16));
    centred->addLayout(m_column, 1000);
    centred->addStretch(1);
    m_scroll = new PageScroll(content, this);
    m_sections->setFixedWidth(dp(180));
    auto *row = new QHBoxLayout;
    row->setSpacing(dp(16));
    row->addWidget(m_sections);
    row->addWidget(m_scroll, 1);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), 0, 0);
    page->setSpacing(dp(12));
    page->addWidget(new PageHeader(tr("Settings"), this));
    page->addLayout(row, 1);

    forwardFocus(this, m_theme);
    for (QComboBox *box : {m_theme, m_language, m_textSize})
        connect(box, &QComboBox::activated, this, [this] { Q_EMIT preferencesChanged(chosen()); });
}

QStringList SettingsPage::sections() { return {tr("Appearance"), tr("Money"), tr("Alerts"), tr("About")}; }

void SettingsPage::addSection(QWidget *card)
{
    const int number = int(m_cards.size());
    m_cards.append(card);
    // Fields as wide as a window are hard to read.
    card->setMaximumWidth(dp(860));
    m_column->addWidget(card);
    auto *const button = makeButton(QStringLiteral("settingsSection%1").arg(number), sections()[number], ButtonVariant::Quiet, {},
                                    m_sections);
    m_list->addWidget(button, 0, Qt::AlignLeft);
    connect(button, &QPushButton::clicked, this, [this, number] { showSection(number); });
}

void SettingsPage::showSection(int number)
{
    // After the page has been laid out.
    QTimer::singleShot(0, this, [this, card = m_cards.value(number)] {
        if (card)
            m_scroll->verticalScrollBar()->setValue(card->y());
    });
}

void SettingsPage::showAlerts() { showSection(int(m_cards.indexOf(m_alerts))); }

void SettingsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_sections->setVisible(width() >= dp(900));
}

Preferences SettingsPage::chosen() const
{
    Preferences p;
    p.theme = ThemeMode(m_theme->currentData().toInt());
    p.language = m_language->currentData().toString();
    p.textPercent = m_textSize->currentData().toInt();
    p.hasTips = m_tips->isChecked();
    return p;
}

}  // namespace trainyard

#include "moc_settingspage.cpp"
