// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/dialog.h"

#include "ui/common/card.h"
#include "ui/common/enterkey.h"
#include "ui/common/flowlayout.h"
#include "ui/common/pagescroll.h"
#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kMinWithNote = 640;  // of a screen: for a note beside two or three buttons

// Takes no space as long as the note is empty.
class NoteRow final : public QHBoxLayout {
public:
    explicit NoteRow(QLabel *note) : m_note(note)
    {
        setContentsMargins(dp(24), dp(8), dp(24), 0);
        addWidget(note);
    }

    QSize sizeHint() const override { return shown(QHBoxLayout::sizeHint()); }
    QSize minimumSize() const override { return shown(QHBoxLayout::minimumSize()); }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return m_note->text().isEmpty() ? 0 : QHBoxLayout::heightForWidth(width); }
    int minimumHeightForWidth(int width) const override { return m_note->text().isEmpty() ? 0 : QHBoxLayout::minimumHeightForWidth(width); }

private:
    QSize shown(QSize size) const { return m_note->text().isEmpty() ? QSize(size.width(), 0) : size; }

    QLabel *m_note;
};

// A scroll area makes its content as high as it would like to be at its width. Lists that fill a dialog get lower before it scrolls.
class FillingBody final : public QWidget {
public:
    using QWidget::QWidget;

    int heightForWidth(int width) const override
    {
        const auto *const scroll = qobject_cast<const QScrollArea *>(parentWidget() ? parentWidget()->parentWidget() : nullptr);
        const int least = layout()->totalMinimumHeightForWidth(width);
        return scroll && least <= scroll->maximumViewportSize().height() ? least : QWidget::heightForWidth(width);
    }
};

}  // namespace

bool hasRoomForColumns(const QWidget *widget, int width) { return roomForDialog(widget).width() >= dp(width); }

QSize roomForDialog(const QWidget *widget)
{
    // Frame and title do not grow with this program's text.
    return widget->screen()->availableSize() - QSize(std::min(dp(16), 24), std::min(dp(48), 64));
}

Dialog::Dialog(QWidget *parent) : QDialog(parent) { pressButtonsWithEnter(); }

Dialog::~Dialog()
{
    const QList<QObject *> parts = findChildren<QObject *>();
    for (QObject *const part : parts)
        part->disconnect(this);
}

bool Dialog::event(QEvent *event)
{
    // Sent before the key press. By the time the key arrives here, its effect elsewhere may have moved the focus.
    if (event->type() == QEvent::ShortcutOverride)
        m_typedInto = focusWidget();
    return QDialog::event(event);
}

QVBoxLayout *Dialog::makeBody(int width, int height)
{
    m_design = QSize(dp(width), dp(height));
    QWidget *const content = height > 0 ? new FillingBody(this) : new QWidget(this);
    auto *const column = new QVBoxLayout(content);
    column->setContentsMargins(dp(24), dp(20), dp(24), dp(4));
    column->setSpacing(dp(12));
    m_scroll = new PageScroll(content, this);
    // Shows that there is more below. Its space is always there: it is as far above the buttons as the edge of the dialog is below them.
    auto *const line = new Hairline(Qt::Horizontal, this);
    QSizePolicy kept = line->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    line->setSizePolicy(kept);
    line->hide();
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, line,
            [line](int least, int most) { line->setVisible(most > least); });
    m_parts = new QVBoxLayout(this);
    m_parts->setContentsMargins(0, 0, 0, 0);
    m_parts->setSpacing(0);
    m_parts->addWidget(m_scroll, 1);
    m_parts->addWidget(line);
    m_parts->addSpacing(dp(8));
    content->installEventFilter(this);
    return column;
}

void Dialog::setFooter(const QList<QWidget *> &buttons, const QList<QWidget *> &left)
{
    const bool isNarrow = !hasRoomForColumns(this, kMinWithNote);
    auto *const note = left.isEmpty() ? nullptr : qobject_cast<QLabel *>(left.last());
    // A note beside the buttons wraps to a second line before it makes the dialog wider than the screen, and takes a line of its own where
    // buttons fill theirs.
    if (note)
        note->setWordWrap(true);
    if (note && isNarrow) {
        m_parts->addLayout(new NoteRow(note));
    }
    if (note && !isNarrow) {
        auto *const row = new QHBoxLayout;
        row->setContentsMargins(dp(24), dp(8), dp(24), dp(16));
        row->setSpacing(dp(8));
        for (QWidget *const one : left)
            row->addWidget(one);
        row->setStretchFactor(note, 1);
        for (QWidget *const one : buttons)
            row->addWidget(one);
        m_parts->addLayout(row);
        return;
    }
    auto *const row = new FlowLayout;
    row->setContentsMargins(dp(24), dp(8), dp(24), dp(16));
    row->setSpacing(dp(8));
    for (QWidget *const one : left) {
        if (one != note)
            row->addWidget(one);
    }
    row->addStretch();
    for (QWidget *const one : buttons)
        row->addWidget(one);
    m_parts->addLayout(row);
}

void Dialog::scrollTo(QWidget *part) { m_scroll->ensureWidgetVisible(part); }

QSize Dialog::wantedSize() const
{
    const QSize room = roomForDialog(this);
    const QLayout *const body = m_scroll->widget()->layout();
    // As without a scroll bar: text wraps earlier when its margin is whole again.
    const int taken = m_scroll->takenByBar();
    const int width = std::min(std::max(m_design.width(), body->totalMinimumSize().width() + taken), room.width());
    // Before it has been given a size, it has one that it will not keep.
    const int inside = testAttribute(Qt::WA_Resized) ? std::max(width, this->width()) : width;
    const bool isFilled = m_design.height() > 0;
    int height = (isFilled ? body->totalMinimumSize() : body->totalSizeHint()).height();
    if (body->hasHeightForWidth())
        height = isFilled ? body->totalMinimumHeightForWidth(inside - taken) : body->totalHeightForWidth(inside - taken);
    for (int i = 1; i < m_parts->count(); ++i)
        height += m_parts->itemAt(i)->hasHeightForWidth() ? m_parts->itemAt(i)->heightForWidth(inside)
                                                          : m_parts->itemAt(i)->sizeHint().height();
    return {width, std::min(std::max(height, m_design.height()), room.height())};
}

void Dialog::grow()
{
    const QSize wanted = wantedSize();
    // If the user made it smaller, it stays so until there is more content.
    if (wanted.width() <= m_wanted.width() && wanted.height() <= m_wanted.height())
        return;
    m_wanted = wanted;
    setMinimumWidth(wanted.width());
    // Until it has been given a size, Qt makes it as high as its text would be in narrow lines.
    resize(testAttribute(Qt::WA_Resized) ? size().expandedTo(wanted) : wanted);
    if (!isVisible())
        return;
    const QRect room = screen()->availableGeometry();
    if (frameGeometry().bottom() > room.bottom())
        move(x(), std::max(room.top(), y() - (frameGeometry().bottom() - room.bottom())));
}

void Dialog::showEvent(QShowEvent *event)
{
    if (m_scroll)
        grow();
    QDialog::showEvent(event);
}

bool Dialog::eventFilter(QObject *watched, QEvent *event)
{
    if (m_scroll && watched == m_scroll->widget() && event->type() == QEvent::LayoutRequest && isVisible())
        grow();
    return QDialog::eventFilter(watched, event);
}

void Dialog::keyPressEvent(QKeyEvent *event)
{
    if (!isEnter(*event)) {
        QDialog::keyPressEvent(event);
        return;
    }
    // Auto-repeat of a held key triggers nothing more.
    event->accept();
    const QWidget *const line = focusWidget();
    if (event->isAutoRepeat() || line != m_typedInto
        || !(qobject_cast<const QLineEdit *>(line) || qobject_cast<const QAbstractSpinBox *>(line)))
        return;
    const QList<QPushButton *> buttons = findChildren<QPushButton *>();
    const auto one = std::find_if(buttons.cbegin(), buttons.cend(), [this](const QPushButton *button) {
        return button->isDefault() && button->window() == this && button->isVisible();
    });
    if (one != buttons.cend())
        (*one)->click();
}

void Dialog::paintEvent(QPaintEvent *) { QPainter(this).fillRect(rect(), themeOf(this).surface); }

}  // namespace trainyard

#include "moc_dialog.cpp"
