// SPDX-License-Identifier: GPL-3.0-or-later
// The looks of a button, passed to the style by a property of the widget. One primary button per page.
#pragma once

class QAbstractButton;
class QWidget;

namespace trainyard {

enum class ButtonVariant {
    Normal,             // surface with an edge
    Primary,            // filled with the accent
    Destructive,        // text in the error colour; for buttons that open a question
    DestructiveFilled,  // only in such a question
    Quiet,              // no edge until hovered
    Link,               // accent text; a verb beside a problem
};

void setVariant(QAbstractButton *button, ButtonVariant variant);
ButtonVariant variantOf(const QWidget *button);

// 26 px high instead of 32.
void setSmall(QWidget *control, bool isSmall = true);
bool isSmallControl(const QWidget *control);

// Draws an input's edge in the error colour.
void setInvalid(QWidget *input, bool isInvalid);
bool isInvalidInput(const QWidget *input);

// Rows of item views without hover and selection fill (their delegate paints it).
void setPlainRows(QWidget *view, bool isPlain = true);

// How much further right than usual the first column's header begins, in pixels.
void setFirstColumnInset(QWidget *header, int pixels);
int firstColumnInset(const QWidget *header);

}  // namespace trainyard
