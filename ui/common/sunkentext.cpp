// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/sunkentext.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPalette>

namespace trainyard {

SunkenText::SunkenText(QWidget *parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(dp(10));
    sink();
}

void SunkenText::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        sink();
}

void SunkenText::sink()
{
    const QColor sunken = themeOf(this).sunken;
    if (palette().color(QPalette::Base) == sunken)
        return;
    QPalette colors;
    colors.setColor(QPalette::Base, sunken);
    setPalette(colors);
}

}  // namespace trainyard
