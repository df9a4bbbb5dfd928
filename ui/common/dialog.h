// What all dialogs share: the surface they are painted on, and what their keys do. Every dialog of the program is one.
//
// Enter presses the button that has the focus; in a line of text or a number it presses the default button. Nowhere else it
// does anything: least of all in a combo box, which is often left with Enter. So only what may happen by mistake is ever a
// default button; what launches, stops or deletes is none. Esc closes without doing anything.
#pragma once

#include <QDialog>
#include <QPointer>

namespace trainyard {

class Dialog : public QDialog {
    Q_OBJECT
protected:
    explicit Dialog(QWidget *parent = nullptr);

    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QPointer<QWidget> m_typedInto;      // what had the focus when the last key went down
};

}  // namespace trainyard
