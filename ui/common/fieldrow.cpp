// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/fieldrow.h"

#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/theme/variants.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace trainyard {

FieldRow::FieldRow(const QString &label, QWidget *control, QWidget *parent)
    : QWidget(parent), m_control(control), m_label(new Label(label, TextRole::Small, Ink::Text2, this)),
      m_help(new Label(TextRole::Small, Ink::Text3, this)), m_mark(new IconLabel(QStringLiteral("triangle"), Ink::Bad, 14, this)),
      m_error(new Label(TextRole::Small, Ink::Bad, this))
{
    m_label->setBuddy(control);
    if (control->accessibleName().isEmpty())
        control->setAccessibleName(label);
    m_help->setWordWrap(true);
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::RichText);
    m_error->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_error, &QLabel::linkActivated, this, [this](const QString &link) {
        Q_EMIT correctionRequested(QString::fromUtf8(QByteArray::fromPercentEncoding(link.toLatin1())));
    });

    auto *below = new QHBoxLayout;
    below->setSpacing(dp(6));
    below->addWidget(m_mark, 0, Qt::AlignTop);
    below->addWidget(m_error, 1);
    below->addWidget(m_help, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(5));
    column->addWidget(m_label);
    column->addWidget(control);
    column->addLayout(below);
    m_help->setMinimumHeight(lineHeight(TextRole::Small));
    m_error->setMinimumHeight(lineHeight(TextRole::Small));
    showLine();
}

void FieldRow::setLabel(const QString &label)
{
    m_label->setText(label);
    m_control->setAccessibleName(label);
}

void FieldRow::setRoomKept(bool isKept)
{
    m_isRoomKept = isKept;
    showLine();
}

void FieldRow::setHelp(const QString &help)
{
    m_helpText = help;
    m_help->setText(help);
    if (!m_hasError)
        m_control->setAccessibleDescription(help);
    showLine();
}

void FieldRow::setError(const QString &sentence, const QString &correction)
{
    m_hasError = true;
    QString text = sentence.toHtmlEscaped();
    if (!correction.isEmpty())
        text += QStringLiteral(" <a href=\"%1\">%2</a>")
                    .arg(QString::fromLatin1(correction.toUtf8().toPercentEncoding()), correction.toHtmlEscaped());
    m_error->setText(text);
    m_control->setAccessibleDescription(sentence);
    setInvalid(m_control, true);
    showLine();
}

void FieldRow::clearError()
{
    if (!m_hasError)
        return;
    m_hasError = false;
    m_control->setAccessibleDescription(m_helpText);
    setInvalid(m_control, false);
    showLine();
}

void FieldRow::showLine()
{
    m_mark->setVisible(m_hasError);
    m_error->setVisible(m_hasError);
    m_help->setVisible(!m_hasError && (m_isRoomKept || !m_helpText.isEmpty()));
}

}  // namespace trainyard

#include "moc_fieldrow.cpp"
