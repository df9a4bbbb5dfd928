// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/variants.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QEvent>
#include <QVariant>
#include <QWidget>

namespace trainyard {

namespace {

const char kVariant[] = "trainyardVariant";
const char kSmall[] = "trainyardSmall";
const char kInvalid[] = "trainyardInvalid";
const char kPlainRows[] = "trainyardPlainRows";
const char kInset[] = "trainyardFirstColumnInset";

}  // namespace

void setVariant(QAbstractButton *button, ButtonVariant variant)
{
    button->setProperty(kVariant, int(variant));
    if (variant == ButtonVariant::Link)
        button->setCursor(Qt::PointingHandCursor);
    // A push button keeps its size hint until a change event; the variant changes the weight of its text.
    QEvent changed(QEvent::StyleChange);
    QCoreApplication::sendEvent(button, &changed);
    button->updateGeometry();
    button->update();
}

ButtonVariant variantOf(const QWidget *button)
{
    const QVariant value = button ? button->property(kVariant) : QVariant();
    return value.isValid() ? ButtonVariant(value.toInt()) : ButtonVariant::Normal;
}

void setSmall(QWidget *control, bool isSmall)
{
    control->setProperty(kSmall, isSmall);
    control->updateGeometry();
}

bool isSmallControl(const QWidget *control) { return control && control->property(kSmall).toBool(); }

void setInvalid(QWidget *input, bool isInvalid)
{
    input->setProperty(kInvalid, isInvalid);
    input->update();
}

bool isInvalidInput(const QWidget *input) { return input && input->property(kInvalid).toBool(); }

void setPlainRows(QWidget *view, bool isPlain) { view->setProperty(kPlainRows, isPlain); }

void setFirstColumnInset(QWidget *header, int pixels) { header->setProperty(kInset, pixels); }

int firstColumnInset(const QWidget *header) { return header ? header->property(kInset).toInt() : 0; }

}  // namespace trainyard
