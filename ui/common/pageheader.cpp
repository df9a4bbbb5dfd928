#include "ui/common/pageheader.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

PageHeader::PageHeader(const QString &title, QWidget *parent)
    : QWidget(parent), m_title(new Label(title, TextRole::PageTitle, Ink::Text1, this)),
      m_context(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this)), m_row(new QHBoxLayout),
      m_left(new QHBoxLayout), m_right(new QHBoxLayout), m_messages(new MessageBar(this))
{
    m_title->setAccessibleName(title);
    m_left->setSpacing(dp(8));
    m_left->addWidget(m_title);
    m_right->setSpacing(dp(8));
    m_row->setSpacing(dp(12));
    m_row->addLayout(m_left);
    m_row->addWidget(m_context, 1);
    m_row->addLayout(m_right);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addLayout(m_row);
    column->addWidget(m_messages);
    // As high as a page with buttons, so that titles stay where they are between pages.
    m_title->setMinimumHeight(dp(32));
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setText(title);
    m_title->setAccessibleName(title);
}

void PageHeader::setContext(const QString &text)
{
    m_context->setText(text);
}

void PageHeader::addBesideTitle(QWidget *widget)
{
    m_left->addWidget(widget, 0, Qt::AlignVCenter);
}

void PageHeader::setBreadcrumb(const QString &text, const QString &objectName)
{
    if (m_crumb)
        return;
    auto *crumb = makeButton(objectName, text, ButtonVariant::Link, {}, this);
    connect(crumb, &QPushButton::clicked, this, &PageHeader::breadcrumbClicked);
    auto *arrow = new Label(QStringLiteral("›"), TextRole::Body, Ink::Text3, this);
    m_left->insertWidget(0, crumb);
    m_left->insertWidget(1, arrow);
    m_crumb = crumb;
}

void PageHeader::addAction(QWidget *widget)
{
    m_right->addWidget(widget);
}

}  // namespace trainyard
