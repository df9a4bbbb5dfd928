// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the texts of a page can be read at its size: for tests of pages in small windows and with large text.
//
//   const ProgramLook look(2.0);                            // as with "Text size 200 %"
//   RunPage page;
//   PageRoom room(&page, {1272, 812});                      // as in a window of 1440 × 900
//   QCOMPARE(cutOff(room.widget()), QStringList());
#pragma once

#include <QSize>
#include <QStringList>
#include <QWidget>

#include <memory>

namespace trainyard {

class ThemeManager;

// The program's style, colours and fonts with text of 1 to 2.5 times its size, in one of its languages, for the lifetime of the object.
// Create it before the page: like the window, a page is made for a text size and a language.
class ProgramLook {
public:
    explicit ProgramLook(double textZoom = 1.0, const QString &language = QStringLiteral("en"));
    ~ProgramLook();

    void setDark(bool isDark);

private:
    std::unique_ptr<ThemeManager> m_theme;
};

// Shows a page in exactly this room, as the window does: the page gets no more, whatever its minimum size. The caller keeps the page.
class PageRoom {
public:
    PageRoom(QWidget *page, QSize size);
    ~PageRoom();

    void resize(QSize size);
    QWidget *widget() const { return m_room.get(); }

private:
    std::unique_ptr<QWidget> m_room;
    QWidget *m_page;
};

// The part of the window's size that is left for a page, at this zoom of the text.
QSize pageSize(QSize window, double textZoom);

// One line for each text that is cut off and each widget that is lower or narrower than it needs or lies outside its parent, among all that
// are shown: "runStop: “Stop…” needs 96 px and has 60". What a person can scroll to counts as shown. Texts that are meant to be shortened
// (ElidedLabel) may be; painted texts are not checked.
//
// Scrolling sideways is only for text of more than twice its size on the smallest screen. With Nested::Refused there is also a line for each
// part that scrolls inside a part that scrolls.
enum class Sideways { Never, Scrolled };
enum class Nested { Allowed, Refused };
QStringList cutOff(QWidget *window, Sideways sideways = Sideways::Never, Nested nested = Nested::Allowed);

}  // namespace trainyard
