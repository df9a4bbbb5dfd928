#include "ui/window/settingspage.h"

#include "ui/alerts/alertsettingscard.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/window/moneycard.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

namespace trainyard {

SettingsPage::SettingsPage(const Preferences &preferences, const QString &dataDirectory, QWidget *parent)
    : QWidget(parent), m_theme(new QComboBox), m_language(new QComboBox), m_textSize(new QComboBox),
      m_money(new MoneyCard(this)), m_alerts(new AlertSettingsCard(this))
{
    setObjectName(QStringLiteral("settingsPage"));
    m_theme->setObjectName(QStringLiteral("themeChoice"));
    m_theme->addItem(tr("System default"), int(ThemeMode::Auto));
    m_theme->addItem(tr("Light"), int(ThemeMode::Light));
    m_theme->addItem(tr("Dark"), int(ThemeMode::Dark));
    m_theme->setCurrentIndex(m_theme->findData(int(preferences.theme)));
    m_language->setObjectName(QStringLiteral("languageChoice"));
    m_language->addItem(tr("System default"), QStringLiteral("auto"));
    // Languages call themselves by their own names.
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
    m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
    m_textSize->setObjectName(QStringLiteral("textSizeChoice"));
    for (const int percent : {100, 125, 150, 175, 200})
        m_textSize->addItem(tr("%1 %").arg(percent), percent);
    m_textSize->setCurrentIndex(std::max(0, m_textSize->findData(preferences.textPercent)));

    auto *look = new Card(this);
    auto *form = new QVBoxLayout(look);
    form->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    form->setSpacing(dp(12));
    form->addWidget(new Label(tr("Appearance"), TextRole::Section, Ink::Text1, look));
    auto *theme = new FieldRow(tr("Theme"), m_theme, look);
    theme->setHelp(tr("A high-contrast desktop theme always wins."));
    form->addWidget(theme);
    auto *language = new FieldRow(tr("Language"), m_language, look);
    language->setHelp(tr("Logs and answers of machines stay as they are."));
    form->addWidget(language);
    auto *size = new FieldRow(tr("Text size"), m_textSize, look);
    size->setHelp(tr("In addition to the desktop's scaling."));
    form->addWidget(size);

    auto *about = new Card(this);
    auto *facts = new QVBoxLayout(about);
    facts->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    facts->setSpacing(dp(6));
    facts->addWidget(new Label(tr("About"), TextRole::Section, Ink::Text1, about));
    const auto fact = [&](const QString &text) {
        auto *label = new Label(text, TextRole::Body, Ink::Text2, about);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        facts->addWidget(label);
    };
    fact(tr("Trainyard %1, free software under the GNU General Public License, version 3 or later.")
             .arg(QCoreApplication::applicationVersion()));
    fact(tr("Database and copies of runs: %1").arg(dataDirectory));
    fact(tr("Data only leaves this computer over your own SSH connections, and to the webhook if you set one."));

    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    column->setSpacing(dp(12));
    column->addWidget(new PageHeader(tr("Settings"), content));
    column->addWidget(look);
    column->addWidget(m_money);
    column->addWidget(m_alerts);
    column->addWidget(about);
    column->addStretch(1);
    // Fields as wide as a window are hard to read.
    for (Card *card : QList<Card *>{look, m_money, m_alerts, about})
        card->setMaximumWidth(dp(640));
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    m_scroll = new PageScroll(content, this);
    page->addWidget(m_scroll);

    for (QComboBox *box : {m_theme, m_language, m_textSize})
        connect(box, &QComboBox::activated, this, [this] { Q_EMIT preferencesChanged(chosen()); });
}

void SettingsPage::showAlerts()
{
    // After the page was laid out.
    QTimer::singleShot(0, this, [this] { m_scroll->verticalScrollBar()->setValue(m_alerts->y()); });
}

Preferences SettingsPage::chosen() const
{
    Preferences p;
    p.theme = ThemeMode(m_theme->currentData().toInt());
    p.language = m_language->currentData().toString();
    p.textPercent = m_textSize->currentData().toInt();
    return p;
}

}  // namespace trainyard
