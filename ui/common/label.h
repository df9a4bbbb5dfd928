// SPDX-License-Identifier: GPL-3.0-or-later
// Text in one of the design's roles and inks; follows theme and font changes. ElidedLabel shortens text that does not fit, shows all of it
// as a tooltip and keeps it as its accessible name.
#pragma once

#include "ui/common/icons.h"

#include <QLabel>

namespace trainyard {

class Label : public QLabel {
    Q_OBJECT
public:
    explicit Label(TextRole role, Ink ink = Ink::Text1, QWidget *parent = nullptr);
    Label(const QString &text, TextRole role, Ink ink = Ink::Text1, QWidget *parent = nullptr);

    void setInk(Ink ink);

protected:
    bool event(QEvent *event) override;

private:
    void applyLook();

    TextRole m_role;
    Ink m_ink;
    bool m_isApplying = false;
};

// Text of several lines, optionally selectable for copying.
Label *makeProse(const QString &text, TextRole role, Ink ink, QWidget *parent = nullptr);
Label *makeSelectableProse(const QString &text, TextRole role, Ink ink, QWidget *parent = nullptr);

class ElidedLabel : public QWidget {
    Q_OBJECT
public:
    explicit ElidedLabel(TextRole role, Ink ink = Ink::Text1, Qt::TextElideMode mode = Qt::ElideRight, QWidget *parent = nullptr);

    void setText(const QString &text);
    const QString &text() const { return m_text; }
    void setInk(Ink ink);
    void setAlignment(Qt::Alignment alignment);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateToolTip();

    QString m_text;
    TextRole m_role;
    Ink m_ink;
    Qt::TextElideMode m_mode;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

}  // namespace trainyard
