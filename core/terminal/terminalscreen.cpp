// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/terminal/terminalscreen.h"

#include "core/terminal/internal/terminalfilter.h"
#include "core/terminal/internal/terminalinput.h"

#include <vterm.h>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct VTermFree {
    void operator()(VTerm *terminal) const { vterm_free(terminal); }
};

TerminalColor colourOf(const VTermColor &colour)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(&colour) || VTERM_COLOR_IS_DEFAULT_BG(&colour))
        return {};
    if (VTERM_COLOR_IS_INDEXED(&colour))
        return {TerminalColor::Indexed, colour.indexed.idx};
    return {TerminalColor::Rgb, colour.rgb.red, colour.rgb.green, colour.rgb.blue};
}

VTermModifier modifier(TerminalModifiers with)
{
    return static_cast<VTermModifier>((with.isShift ? VTERM_MOD_SHIFT : 0) | (with.isAlt ? VTERM_MOD_ALT : 0)
                                      | (with.isControl ? VTERM_MOD_CTRL : 0));
}

VTermKey keyOf(TerminalKey key)
{
    switch (key) {
    case TerminalKey::Up: return VTERM_KEY_UP;
    case TerminalKey::Down: return VTERM_KEY_DOWN;
    case TerminalKey::Left: return VTERM_KEY_LEFT;
    case TerminalKey::Right: return VTERM_KEY_RIGHT;
    case TerminalKey::Insert: return VTERM_KEY_INS;
    case TerminalKey::Delete: return VTERM_KEY_DEL;
    case TerminalKey::Home: return VTERM_KEY_HOME;
    case TerminalKey::End: return VTERM_KEY_END;
    case TerminalKey::PageUp: return VTERM_KEY_PAGEUP;
    case TerminalKey::PageDown: return VTERM_KEY_PAGEDOWN;
    default: break;
    }
    return static_cast<VTermKey>(VTERM_KEY_FUNCTION(static_cast<int>(key) - static_cast<int>(TerminalKey::F1) + 1));
}

TerminalSize bounded(TerminalSize size)
{
    return {std::clamp(size.rows, kLeastTerminal.rows, kLargestTerminal.rows),
            std::clamp(size.columns, kLeastTerminal.columns, kLargestTerminal.columns)};
}

}  // namespace

struct TerminalScreen::Private : TerminalFilter::Sink {
    Private(TerminalSize size, int historyLimit)
        : grid(size, historyLimit), filter(*this), terminal(vterm_new(size.rows, size.columns)), state(vterm_obtain_state(terminal.get()))
    {
        vterm_set_utf8(terminal.get(), 1);
        vterm_output_set_callback(terminal.get(), &Private::output, this);
        static const VTermStateCallbacks callbacks = makeCallbacks();
        vterm_state_set_callbacks(state, &callbacks, this);
        filter.setColumns(size.columns);
        startOver();
    }

    static VTermStateCallbacks makeCallbacks()
    {
        VTermStateCallbacks calls = {};
        calls.putglyph = [](VTermGlyphInfo *info, VTermPos at, void *user) { return self(user).put(*info, at); };
        calls.movecursor = [](VTermPos at, VTermPos, int, void *user) { return self(user).moved(at); };
        calls.scrollrect = [](VTermRect area, int down, int right, void *user) {
            Private &p = self(user);
            p.grid.scroll(rectangle(area), down, right, p.pen.paper);
            return 1;
        };
        calls.erase = [](VTermRect area, int, void *user) {
            Private &p = self(user);
            p.grid.erase(rectangle(area), p.pen.paper);
            return 1;
        };
        calls.setpenattr = [](VTermAttr attribute, VTermValue *value, void *user) { return self(user).setPen(attribute, *value); };
        calls.settermprop = [](VTermProp property, VTermValue *value, void *user) { return self(user).setProperty(property, *value); };
        calls.bell = [](void *user) {
            ++self(user).bells;
            return 1;
        };
        calls.resize = [](int rows, int columns, VTermPos *moved, void *user) {
            Private &p = self(user);
            const TerminalPosition before = p.position(), after = p.grid.resize({rows, columns}, before);
            *moved = {after.row - before.row, after.column - before.column};
            return 1;
        };
        return calls;
    }

    static Private &self(void *user) { return *static_cast<Private *>(user); }
    static TerminalRectangle rectangle(const VTermRect &area) { return {area.start_row, area.end_row, area.start_col, area.end_col}; }

    static void output(const char *bytes, std::size_t size, void *user)
    {
        Private &p = self(user);
        QByteArray &to = p.isFeeding ? p.answers : p.keys;
        const auto count = static_cast<qsizetype>(size);
        if (!p.isFeeding || to.size() + count <= kMaxAnswers)
            to.append(bytes, count);
    }

    int put(const VTermGlyphInfo &info, VTermPos at)
    {
        std::u32string_view glyph(reinterpret_cast<const char32_t *>(info.chars));
        // The program did not move the cursor: the text reached the edge.
        if (at.col == 0 && m_edge.isReached && (m_edge.isFull || info.width == 2) && at.row > 0)
            grid.markWrapped(at.row - 1);
        grid.put({at.row, at.col}, glyph, info.width, pen);
        const int end = at.col + info.width;
        m_edge.isFull = end >= grid.size().columns;
        m_edge.isReached = end >= grid.size().columns - 1;
        m_edge.at = {at.row, m_edge.isFull ? at.col : end};
        return 1;
    }

    int moved(VTermPos at)
    {
        m_edge.isReached = m_edge.isReached && m_edge.at == TerminalPosition{at.row, at.col};
        return 1;
    }

    int setPen(VTermAttr attribute, const VTermValue &value)
    {
        switch (attribute) {
        case VTERM_ATTR_BOLD: pen.isBold = value.boolean != 0; break;
        case VTERM_ATTR_UNDERLINE: pen.underline = static_cast<quint8>(value.number & 3); break;
        case VTERM_ATTR_ITALIC: pen.isItalic = value.boolean != 0; break;
        case VTERM_ATTR_REVERSE: pen.isReverse = value.boolean != 0; break;
        case VTERM_ATTR_STRIKE: pen.isStruck = value.boolean != 0; break;
        case VTERM_ATTR_FOREGROUND: pen.ink = colourOf(value.color); break;
        case VTERM_ATTR_BACKGROUND: pen.paper = colourOf(value.color); break;
        default: break;
        }
        return 1;
    }

    int setProperty(VTermProp property, const VTermValue &value)
    {
        switch (property) {
        case VTERM_PROP_CURSORVISIBLE: cursor.isVisible = value.boolean != 0; break;
        case VTERM_PROP_CURSORBLINK: cursor.isBlinking = value.boolean != 0; break;
        case VTERM_PROP_CURSORSHAPE:
            cursor.shape = value.number == VTERM_PROP_CURSORSHAPE_UNDERLINE  ? TerminalCursor::Underline
                           : value.number == VTERM_PROP_CURSORSHAPE_BAR_LEFT ? TerminalCursor::Bar
                                                                             : TerminalCursor::Block;
            break;
        case VTERM_PROP_ALTSCREEN:
            modes.isAlternate = value.boolean != 0;
            grid.setAlternate(modes.isAlternate, position());
            break;
        case VTERM_PROP_REVERSE: modes.isReverse = value.boolean != 0; break;
        case VTERM_PROP_MOUSE:
            modes.mouse = value.number == VTERM_PROP_MOUSE_CLICK  ? TerminalMouse::Clicks
                          : value.number == VTERM_PROP_MOUSE_DRAG ? TerminalMouse::Drags
                          : value.number == VTERM_PROP_MOUSE_MOVE ? TerminalMouse::Moves
                                                                  : TerminalMouse::None;
            break;
        default: break;
        }
        return 1;
    }

    TerminalPosition position() const
    {
        VTermPos at;
        vterm_state_get_cursorpos(state, &at);
        return {at.row, at.col};
    }

    void pass(QByteArrayView bytes) override { vterm_input_write(terminal.get(), bytes.data(), static_cast<std::size_t>(bytes.size())); }
    void titleSet(const QString &set) override { title = set; }
    void historyCleared() override { grid.clearHistory(); }
    void alternateLeft() override
    {
        if (!std::exchange(isResizedInAlternate, false))
            return;
        moveTo(grid.mainCursor());
    }

    void moveTo(TerminalPosition at) { pass("\x1b[" + QByteArray::number(at.row + 1) + ';' + QByteArray::number(at.column + 1) + 'H'); }

    void startOver()
    {
        filter.reset();
        filter.feed("\x1b"
                    "c");
    }

    QByteArray takeKeys() { return std::exchange(keys, {}); }

    TerminalGrid grid;
    TerminalFilter filter;
    const std::unique_ptr<VTerm, VTermFree> terminal;
    VTermState *const state;
    TerminalPen pen;
    TerminalCursor cursor;
    TerminalModes modes;
    QString title;
    int bells = 0;
    bool isFeeding = false, isResizedInAlternate = false;
    QByteArray answers, keys;

private:
    struct {
        bool isReached = false, isFull = false;
        TerminalPosition at;
    } m_edge;  // whether the last character ended at the right edge, or one cell before it
};

TerminalScreen::TerminalScreen(TerminalSize size, int historyLimit) : m_p(std::make_unique<Private>(bounded(size), historyLimit)) {}

TerminalScreen::~TerminalScreen() = default;

void TerminalScreen::feed(QByteArrayView bytes)
{
    m_p->isFeeding = true;
    m_p->filter.feed(bytes);
    m_p->isFeeding = false;
}

QByteArray TerminalScreen::takeAnswers() { return std::exchange(m_p->answers, {}); }

void TerminalScreen::resize(TerminalSize wanted)
{
    const TerminalSize size = bounded(wanted);
    if (size == m_p->grid.size())
        return;
    // libvterm keeps a scrolling region that no longer fits the screen; as with xterm, another size ends it.
    const TerminalPosition at = m_p->position();
    m_p->pass("\x1b[?6l\x1b[r");
    m_p->moveTo(at);
    m_p->isResizedInAlternate = m_p->modes.isAlternate;
    m_p->filter.setColumns(size.columns);
    vterm_set_size(m_p->terminal.get(), size.rows, size.columns);
}

void TerminalScreen::restart()
{
    m_p->grid.scrollAllAway();
    m_p->startOver();
    m_p->title.clear();
    m_p->answers.clear();
}

const TerminalGrid &TerminalScreen::grid() const { return m_p->grid; }

TerminalCursor TerminalScreen::cursor() const
{
    TerminalCursor cursor = m_p->cursor;
    cursor.at = m_p->position();
    return cursor;
}

TerminalModes TerminalScreen::modes() const { return m_p->modes; }
QString TerminalScreen::title() const { return m_p->title; }
int TerminalScreen::bells() const { return m_p->bells; }

QByteArray TerminalScreen::key(TerminalKey key, TerminalModifiers with)
{
    const QByteArray alt = with.isAlt ? QByteArrayLiteral("\x1b") : QByteArray();
    switch (key) {
    case TerminalKey::Enter: return alt + '\r';
    case TerminalKey::Escape: return alt + '\x1b';
    case TerminalKey::Backspace: return alt + (with.isControl ? '\b' : '\x7f');
    case TerminalKey::Tab: return alt + (with.isShift ? QByteArrayLiteral("\x1b[Z") : QByteArrayLiteral("\t"));
    default: break;
    }
    vterm_keyboard_key(m_p->terminal.get(), keyOf(key), modifier(with));
    return m_p->takeKeys();
}

QByteArray TerminalScreen::typed(const QString &text, TerminalModifiers with) { return typedBytes(text, with); }

QByteArray TerminalScreen::pasted(const QString &text)
{
    vterm_keyboard_start_paste(m_p->terminal.get());
    QByteArray bytes = m_p->takeKeys() + pastedBytes(text);
    vterm_keyboard_end_paste(m_p->terminal.get());
    return bytes + m_p->takeKeys();
}

QByteArray TerminalScreen::mousePressed(int button, bool isPressed, TerminalPosition at, TerminalModifiers with)
{
    if (m_p->modes.mouse == TerminalMouse::None)
        return {};
    vterm_mouse_move(m_p->terminal.get(), at.row, at.column, modifier(with));
    m_p->takeKeys();  // only the button is news
    vterm_mouse_button(m_p->terminal.get(), button, isPressed, modifier(with));
    return m_p->takeKeys();
}

QByteArray TerminalScreen::mouseMoved(TerminalPosition at, TerminalModifiers with)
{
    vterm_mouse_move(m_p->terminal.get(), at.row, at.column, modifier(with));
    return m_p->takeKeys();
}

QByteArray TerminalScreen::focusChanged(bool hasFocus)
{
    if (hasFocus)
        vterm_state_focus_in(m_p->state);
    else
        vterm_state_focus_out(m_p->state);
    return m_p->takeKeys();
}

}  // namespace trainyard
