// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/commandpreview.h"

#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace trainyard {
namespace {

constexpr std::chrono::seconds kCopiedFor{2};  // long enough to be read, short enough for a second copy

}  // namespace

// Wants the height of its lines, where QPlainTextEdit always wants the same.
class CommandText final : public QPlainTextEdit {
public:
    void setWantedHeight(int height)
    {
        m_wantedHeight = height;
        updateGeometry();
    }
    QSize sizeHint() const override { return {QPlainTextEdit::sizeHint().width(), m_wantedHeight}; }

private:
    int m_wantedHeight = 0;
};

CommandPreview::CommandPreview(const QString &objectName, const QString &title, QWidget *parent)
    : QWidget(parent), m_title(new Label(title, TextRole::Section)), m_head(new FlowLayout),
      m_copy(makeButton(objectName + QStringLiteral("Copy"), tr("Copy"), ButtonVariant::Normal, QStringLiteral("copy"))),
      m_edit(new CommandText)
{
    m_head->setSpacing(dp(8));
    m_head->addWidget(m_title);
    m_head->addStretch();
    setSmall(m_copy);
    m_copy->setMinimumWidth(std::max(m_copy->sizeHint().width(), m_copy->fontMetrics().horizontalAdvance(tr("Copied")) + dp(46)));
    m_head->addWidget(m_copy);
    m_edit->setObjectName(objectName);
    m_edit->setAccessibleName(title);
    m_edit->setReadOnly(true);
    m_edit->setTabChangesFocus(true);
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_edit->document()->setDocumentMargin(dp(10));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addLayout(m_head);
    column->addWidget(m_edit, 1);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(m_text);
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(kCopiedFor, m_copy, [this] { m_copy->setText(tr("Copy")); });
    });
    setNote({});
}

void CommandPreview::addBesideTitle(QWidget *widget)
{
    m_head->removeWidget(m_copy);
    m_head->addWidget(widget);
    m_head->addStretch();
    m_head->addWidget(m_copy);
}

QString CommandPreview::text() const { return m_text; }

void CommandPreview::setVisibleLines(int least, int most)
{
    m_leastLines = least;
    m_mostLines = most;
    fitHeight();
}

void CommandPreview::setText(const QString &text, const QString &highlighted)
{
    m_text = text;
    m_highlighted = highlighted;
    const int scrolled = m_edit->verticalScrollBar()->value();
    m_edit->setPlainText(text);
    m_edit->verticalScrollBar()->setValue(scrolled);
    m_copy->setEnabled(!text.isEmpty());
    mark();
    fitHeight();
}

void CommandPreview::setNote(const QString &note)
{
    m_text.clear();
    m_highlighted.clear();
    m_edit->setPlainText(note);
    m_copy->setEnabled(false);
    mark();
    fitHeight();
}

void CommandPreview::mark()
{
    const Theme theme = themeOf(this);
    m_edit->setFont(textFont(TextRole::Code));
    QPalette palette = QApplication::palette();
    palette.setColor(QPalette::Base, theme.sunken);
    palette.setColor(QPalette::Text, m_text.isEmpty() ? theme.text3 : theme.text1);
    m_edit->setPalette(palette);
    QList<QTextEdit::ExtraSelection> selections;
    const auto add = [&](int from, int to, const QColor &ink, const QColor &fill) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(m_edit->document());
        selection.cursor.setPosition(from);
        selection.cursor.setPosition(to, QTextCursor::KeepAnchor);
        selection.format.setForeground(ink);
        if (fill.isValid())
            selection.format.setBackground(fill);
        selections.append(selection);
    };
    if (!m_text.isEmpty()) {
        for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
            if (block.text().trimmed().startsWith(QLatin1Char('#')))
                add(block.position(), block.position() + int(block.text().size()), theme.text3, {});
        }
        const qsizetype at = m_highlighted.isEmpty() ? -1 : m_text.lastIndexOf(m_highlighted);
        if (at >= 0)
            add(int(at), int(at + m_highlighted.size()), theme.accent, theme.selected);
    }
    m_edit->setExtraSelections(selections);
}

void CommandPreview::fitHeight()
{
    m_edit->setMinimumHeight(heightOf(m_leastLines));
    m_edit->setWantedHeight(heightOf(std::clamp(m_edit->blockCount(), m_leastLines, m_mostLines)));
    updateGeometry();
}

int CommandPreview::heightOf(int lines) const
{
    return lines * QFontMetrics(textFont(TextRole::Code)).lineSpacing() + 2 * dp(10) + 2 + dp(8);
}

QSize CommandPreview::sizeHint() const { return {dp(420), heightOf(std::clamp(m_edit->blockCount(), m_leastLines, m_mostLines)) + dp(40)}; }

void CommandPreview::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        mark();
}

}  // namespace trainyard

#include "moc_commandpreview.cpp"
