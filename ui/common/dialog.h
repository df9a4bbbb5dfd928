// SPDX-License-Identifier: GPL-3.0-or-later
// The base of every dialog: the surface it is painted on, and its keys.
//
// Enter presses the focused button; in a line of text or a number it presses the default button. Elsewhere Enter does nothing (except in
// the command palette's field, where it runs the chosen row), least of all in a combo box, which users often leave with Enter. So a default
// button must be harmless when pressed by mistake; launch, stop and delete are never default. Esc closes without doing anything.
//
// A dialog has a body and, below it, a row of buttons that is always visible. It grows with its body (an error bar, another field) as far
// as the screen allows; beyond that the body scrolls, and nothing is squashed.
#pragma once

#include <QDialog>
#include <QPointer>

class QVBoxLayout;

namespace trainyard {

class PageScroll;

// Width of dialogs with two columns, in design pixels. On screens too narrow for it the columns are stacked.
inline constexpr int kTwoColumns = 980;
bool hasRoomForColumns(const QWidget *widget, int width = kTwoColumns);
QSize roomForDialog(const QWidget *widget);  // on its screen, in pixels, less frame and title

class Dialog : public QDialog {
    Q_OBJECT
public:
    // A dialog destroyed while shown is hidden by Qt, and its fields lose the focus, after its own class is gone; this destructor keeps it
    // from being notified of that.
    ~Dialog() override;

protected:
    explicit Dialog(QWidget *parent = nullptr);

    // Lengths in design pixels. With a height, the lists fill it, and get lower before the body scrolls; without, the dialog is as high as
    // its content.
    QVBoxLayout *makeBody(int width, int height = 0);
    // `left` starts at the left edge; if it ends with a label, that takes the space up to the buttons.
    void setFooter(const QList<QWidget *> &buttons, const QList<QWidget *> &left = {});
    void scrollTo(QWidget *part);  // of the body

    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QSize wantedSize() const;
    void grow();

    PageScroll *m_scroll = nullptr;  // null: the dialog arranges itself
    QVBoxLayout *m_parts = nullptr;
    QSize m_design, m_wanted;       // in pixels; a design height of 0: as high as the content
    QPointer<QWidget> m_typedInto;  // the focus when the last key was pressed
};

}  // namespace trainyard
