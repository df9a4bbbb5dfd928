// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/adviceview.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/theme/stylepaint.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTextLayout>
#include <QTextOption>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace trainyard {

namespace {

// A command on the sunken surface, as everywhere in the program.
class CommandBox : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const Theme t = themeOf(this);
        paintBox(&p, rect(), dp(6), t.sunken, t.line);
    }
};

// Breaks between words, not after the hyphens of an option; a word wider than the line is broken anywhere. It is copied by the button.
class AdviceCommand : public Label {
public:
    AdviceCommand() : Label(TextRole::Code, Ink::Text1) { setWordWrap(true); }

    int heightForWidth(int width) const override
    {
        QTextLayout layout;
        return layOut(layout, width);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QTextLayout layout;
        const int high = layOut(layout, width());
        layout.draw(&painter, QPointF(0, (height() - high) / 2));
    }

private:
    int layOut(QTextLayout &layout, int width) const
    {
        QString shown = text();
        shown.replace(u'-', QStringLiteral("-\u2060"));  // a word joiner, which takes no space
        shown.replace(u'\n', QChar::LineSeparator);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setText(shown);
        layout.setFont(font());
        layout.setTextOption(option);
        layout.beginLayout();
        double high = 0;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            line.setPosition(QPointF(0, high));
            high += line.height();
        }
        layout.endLayout();
        return int(std::ceil(high));
    }
};

}  // namespace

AdviceView::AdviceView(const QString &copyName, QWidget *parent)
    : QWidget(parent), m_sentence(new Label(TextRole::Body, Ink::Text2, this)), m_reason(new Label(TextRole::Small, Ink::Text3, this)),
      m_detail(new Label(TextRole::Code, Ink::Text3, this)), m_remedy(new Label(TextRole::Body, Ink::Text1, this)),
      m_command(new AdviceCommand), m_copy(makeButton(copyName, tr("Copy"), ButtonVariant::Quiet, QStringLiteral("copy"))),
      m_box(new CommandBox(this))
{
    for (Label *text : {m_sentence, m_reason, m_detail, m_remedy}) {
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_sentence->setMinimumHeight(lineHeight(TextRole::Body));
    setSmall(m_copy);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_command->text());
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(2000, m_copy, [this] { m_copy->setText(tr("Copy")); });
    });
    auto *command = new QHBoxLayout(m_box);
    command->setContentsMargins(dp(10), dp(4), dp(4), dp(4));
    command->addWidget(m_command, 1);
    command->addWidget(m_copy, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(5));
    for (QWidget *part : {static_cast<QWidget *>(m_sentence), static_cast<QWidget *>(m_reason), static_cast<QWidget *>(m_detail),
                          static_cast<QWidget *>(m_remedy), m_box})
        column->addWidget(part);
}

void AdviceView::setAdvice(const Advice &advice)
{
    m_sentence->setInk(advice.ink);
    m_sentence->setText(advice.sentence);
    for (const auto &[label, text] : {std::pair(m_reason, &advice.reason), {m_detail, &advice.detail}, {m_remedy, &advice.remedy}}) {
        label->setText(*text);
        label->setVisible(!text->isEmpty());
    }
    m_command->setText(advice.command);
    m_box->setVisible(!advice.command.isEmpty());
    m_copy->setAccessibleName(tr("Copy the command: %1").arg(advice.command));
}

}  // namespace trainyard

#include "moc_adviceview.cpp"
