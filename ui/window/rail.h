// SPDX-License-Identifier: GPL-3.0-or-later
// The pages on the left edge. Ctrl+1 … in order; Settings at the bottom. Icons alone, and narrower, where names have no room.
//
// Object names: rail, and per button the name given to addPage (railHome, railMachines …).
#pragma once

#include <QKeySequence>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QVBoxLayout;

namespace trainyard {

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget *parent = nullptr);

    // Adds it before the stretch; `isLast` puts it at the bottom edge. Returns the keys that lead to it.
    QKeySequence addPage(int page, const QString &objectName, const QString &iconName, const QString &text, bool isLast = false);
    void setCurrent(int page);
    // Shows a dot: something on that page needs the user's attention. `why` is added to the accessible name; empty = no dot.
    void setAttention(int page, const QString &why);

Q_SIGNALS:
    void pageChosen(int page);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QButtonGroup *m_buttons;
    QVBoxLayout *m_column;
    QWidget *m_logo;
    int m_count = 0;
    bool m_isIconOnly = false;
};

}  // namespace trainyard
