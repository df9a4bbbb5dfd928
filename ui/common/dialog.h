// SPDX-License-Identifier: GPL-3.0-or-later
// What all dialogs share: the surface they are painted on, and what their keys do. Every dialog of the program is one.
//
// Enter presses the button that has the focus; in a line of text or a number it presses the default button. Nowhere else it
// does anything (but in the command palette's field, where it does the chosen row): least of all in a combo box, which is often left with Enter. So only what may happen by mistake is ever a
// default button; what launches, stops or deletes is none. Esc closes without doing anything.
//
// A dialog has a body and, below it, a row of buttons that is always seen. It grows with what its body says (a bar with an error,
// a field more) as far as the screen has room; where there is none the body scrolls, and nothing is squashed.
#pragma once

#include <QDialog>
#include <QPointer>

class QVBoxLayout;

namespace trainyard {

class PageScroll;

// Width of dialogs with two columns, a length of the design. They stand one below the other where the screen is too narrow for it.
inline constexpr int kTwoColumns = 980;
bool hasRoomForColumns(const QWidget *widget);

class Dialog : public QDialog {
    Q_OBJECT
public:
    // One that goes while it is shown is hidden by Qt, and its fields lose the focus, after its own class has gone: it no longer
    // hears of that.
    ~Dialog() override;

protected:
    explicit Dialog(QWidget *parent = nullptr);

    // Lengths of the design. With a height its lists take what there is; without, it is as high as what it says.
    QVBoxLayout *makeBody(int width, int height = 0);
    // `left` begins at the left edge; a label that ends it takes the room up to the buttons.
    void setFooter(const QList<QWidget *> &buttons, const QList<QWidget *> &left = {});

    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QSize wantedSize() const;
    void grow();

    PageScroll *m_scroll = nullptr;  // none: it lays itself out
    QVBoxLayout *m_parts = nullptr;
    QSize m_design, m_wanted;       // in pixels; of the design's height 0: as its content
    QPointer<QWidget> m_typedInto;  // what had the focus when the last key went down
};

}  // namespace trainyard
