// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/keytable.h"
#include "ui/terminal/terminalview.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyleHints>

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr int kWheelLines = 3;  // of one notch
constexpr int kNotch = 120;     // QWheelEvent::angleDelta()

// With the line breaks that pasting knows as '\n', so that they are counted and shown.
QString withLines(QString text) { return text.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace(u'\r', u'\n'); }

TerminalModifiers modifiersOf(Qt::KeyboardModifiers modifiers)
{
    return {modifiers.testFlag(Qt::ShiftModifier), modifiers.testFlag(Qt::AltModifier), modifiers.testFlag(Qt::ControlModifier)};
}

std::optional<TerminalKey> terminalKeyOf(int key)
{
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter: return TerminalKey::Enter;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return TerminalKey::Tab;
    case Qt::Key_Backspace: return TerminalKey::Backspace;
    case Qt::Key_Escape: return TerminalKey::Escape;
    case Qt::Key_Up: return TerminalKey::Up;
    case Qt::Key_Down: return TerminalKey::Down;
    case Qt::Key_Left: return TerminalKey::Left;
    case Qt::Key_Right: return TerminalKey::Right;
    case Qt::Key_Insert: return TerminalKey::Insert;
    case Qt::Key_Delete: return TerminalKey::Delete;
    case Qt::Key_Home: return TerminalKey::Home;
    case Qt::Key_End: return TerminalKey::End;
    case Qt::Key_PageUp: return TerminalKey::PageUp;
    case Qt::Key_PageDown: return TerminalKey::PageDown;
    default: break;
    }
    if (key >= Qt::Key_F1 && key <= Qt::Key_F12)
        return static_cast<TerminalKey>(static_cast<int>(TerminalKey::F1) + key - Qt::Key_F1);
    return std::nullopt;
}

// What the layout has on the key, also where Control or Alt keep Qt from saying it.
QString characterOf(const QKeyEvent *event)
{
    const QString text = event->text();
    if (!text.isEmpty() && text.at(0).unicode() >= 0x20 && text.at(0).unicode() != 0x7f)
        return text;
    const int key = event->key();
    if (key >= 0x20 && key < 0x7f && event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QString(QChar(static_cast<char16_t>(key))).toLower();
    return {};
}

bool isKey(const QKeyEvent *event, KeyFor what)
{
    return QKeySequence(QKeyCombination(event->modifiers() & ~Qt::KeypadModifier, Qt::Key(event->key()))) == keyFor(what);
}

// Keys that the page or the window answers.
bool isOfWindow(const QKeyEvent *event)
{
    static constexpr std::array kKeys = {KeyFor::AreaBefore, KeyFor::NewTerminal, KeyFor::CloseTerminal, KeyFor::NextTerminal,
                                         KeyFor::TerminalBefore};
    return std::any_of(kKeys.begin(), kKeys.end(), [event](KeyFor what) { return isKey(event, what); });
}

}  // namespace

bool TerminalView::event(QEvent *event)
{
    // Without this, the window's shortcuts would take the program's keys.
    if (event->type() == QEvent::ShortcutOverride && !isOfWindow(static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool TerminalView::focusNextPrevChild(bool) { return false; }  // Tab is the program's

bool TerminalView::pressOwnKey(QKeyEvent *event)
{
    QScrollBar *const bar = verticalScrollBar();
    if (isKey(event, KeyFor::CopyFromTerminal)) {
        copy();
    } else if (isKey(event, KeyFor::PasteIntoTerminal)) {
        const QString text = withLines(QGuiApplication::clipboard()->text());
        if (text.trimmed().contains(u'\n'))
            Q_EMIT pasteRequested(text);
        else
            paste(text);
    } else if (isKey(event, KeyFor::FindInTerminal)) {
        Q_EMIT findRequested();
    } else if (isKey(event, KeyFor::LargerTerminal)) {
        zoom(1);
    } else if (isKey(event, KeyFor::SmallerTerminal)) {
        zoom(-1);
    } else if (isKey(event, KeyFor::UsualTerminal)) {
        zoom(0);
    } else if (isKey(event, KeyFor::ScrollTerminalUp)) {
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
    } else if (isKey(event, KeyFor::ScrollTerminalDown)) {
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
    } else {
        return false;
    }
    return true;
}

void TerminalView::keyPressEvent(QKeyEvent *event)
{
    if (isOfWindow(event)) {
        event->ignore();
        return;
    }
    if (pressOwnKey(event))
        return;
    const auto key = terminalKeyOf(event->key());
    if (isOver()) {
        if (key == TerminalKey::Enter)
            Q_EMIT againRequested();
        return;
    }
    const TerminalModifiers with = modifiersOf(event->modifiers());
    const QString text = characterOf(event);
    if (!key && text.isEmpty())
        return;
    follow();
    setSelection(std::nullopt);
    m_session->press([&](TerminalScreen &screen) { return key ? screen.key(*key, with) : screen.typed(text, with); });
}

void TerminalView::inputMethodEvent(QInputMethodEvent *event)
{
    m_preedit = event->preeditString();
    const QString typed = event->commitString();
    if (!typed.isEmpty() && !isOver())
        m_session->press([&typed](TerminalScreen &screen) { return screen.typed(typed, {}); });
    viewport()->update();
}

QVariant TerminalView::inputMethodQuery(Qt::InputMethodQuery query) const
{
    if (query == Qt::ImEnabled)
        return true;
    if (query == Qt::ImCursorRectangle) {
        const int row = static_cast<int>(m_topLine - m_firstShown) + m_cursor.at.row;
        return cellRect({row, m_cursor.at.column}).translated(viewport()->pos());
    }
    return QAbstractScrollArea::inputMethodQuery(query);
}

bool TerminalView::wantsMouse(const QMouseEvent *event) const
{
    return !isOver() && m_isFollowing && m_modes.mouse != TerminalMouse::None && !event->modifiers().testFlag(Qt::ShiftModifier);
}

void TerminalView::sendMouse(QMouseEvent *event, bool isPressed)
{
    const int button = event->button() == Qt::LeftButton     ? 1
                       : event->button() == Qt::MiddleButton ? 2
                       : event->button() == Qt::RightButton  ? 3
                                                             : 0;
    const TerminalPosition at = positionAt(event->pos());
    const TerminalModifiers with = modifiersOf(event->modifiers());
    m_session->press(
        [&](TerminalScreen &screen) { return button ? screen.mousePressed(button, isPressed, at, with) : screen.mouseMoved(at, with); });
}

void TerminalView::mousePressEvent(QMouseEvent *event)
{
    if (wantsMouse(event)) {
        sendMouse(event, true);
        return;
    }
    if (event->button() == Qt::MiddleButton && QGuiApplication::clipboard()->supportsSelection()) {
        const QString text = withLines(QGuiApplication::clipboard()->text(QClipboard::Selection));
        if (text.trimmed().contains(u'\n'))
            Q_EMIT pasteRequested(text);
        else
            paste(text);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isThird = now - m_lastDoubleClick < QGuiApplication::styleHints()->mouseDoubleClickInterval()
                         && (event->pos() - m_lastClick).manhattanLength() < m_cellHeight;
    m_isSelecting = true;
    m_unit = isThird ? Unit::Line : Unit::Cell;
    m_anchor = placeAt(event->pos(), !isThird);
    if (isThird)
        select(m_anchor);
    else
        setSelection(std::nullopt);
}

void TerminalView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (wantsMouse(event)) {
        sendMouse(event, true);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    m_lastDoubleClick = QDateTime::currentMSecsSinceEpoch();
    m_lastClick = event->pos();
    m_isSelecting = true;
    m_unit = Unit::Word;
    m_anchor = placeAt(event->pos(), false);
    setSelection(widened(m_anchor, m_anchor));
}

void TerminalView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isSelecting) {
        // Beyond the edges, what is hidden comes.
        if (event->pos().y() < 0)
            verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
        else if (event->pos().y() > viewport()->height())
            verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        select(placeAt(event->pos(), m_unit == Unit::Cell));
    } else if (wantsMouse(event) && m_modes.mouse != TerminalMouse::Clicks) {
        sendMouse(event, true);
    }
}

void TerminalView::mouseReleaseEvent(QMouseEvent *event)
{
    if (std::exchange(m_isSelecting, false)) {
        if (m_selection && QGuiApplication::clipboard()->supportsSelection())
            QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
    } else if (wantsMouse(event)) {
        sendMouse(event, false);
    }
}

void TerminalView::wheelEvent(QWheelEvent *event)
{
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / kNotch;
    m_wheelRest -= notches * kNotch;
    if (notches == 0)
        return;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(notches > 0 ? 1 : -1);
        return;
    }
    const bool isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (isOver() || isShift || (m_modes.mouse == TerminalMouse::None && !m_modes.isAlternate)) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() - notches * kWheelLines);
        return;
    }
    // A program that has no history of ours gets the wheel, as keys where it did not ask for the mouse.
    const TerminalPosition at = positionAt(event->position().toPoint());
    const bool isMouse = m_modes.mouse != TerminalMouse::None;
    for (int i = std::abs(notches) * (isMouse ? 1 : kWheelLines); i > 0; --i)
        m_session->press([&](TerminalScreen &screen) {
            return isMouse ? screen.mousePressed(notches > 0 ? 4 : 5, true, at, {})
                           : screen.key(notches > 0 ? TerminalKey::Up : TerminalKey::Down, {});
        });
}

void TerminalView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (!isOver())
        m_session->press([](TerminalScreen &screen) { return screen.focusChanged(true); });
    viewport()->update();
}

void TerminalView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    if (!isOver())
        m_session->press([](TerminalScreen &screen) { return screen.focusChanged(false); });
    viewport()->update();
}

}  // namespace trainyard
