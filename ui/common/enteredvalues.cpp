// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/enteredvalues.h"

#include "ui/common/segments.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QWidget>

namespace trainyard {

namespace {

// Controls inside a spin box or a list are internal to it.
bool isOwn(const QWidget *control)
{
    return !control->objectName().isEmpty() && !qobject_cast<const QAbstractSpinBox *>(control->parentWidget())
           && !qobject_cast<const QComboBox *>(control->parentWidget());
}

template <typename Control, typename Take>
void each(const QWidget *page, Take take)
{
    for (Control *control : page->findChildren<Control *>()) {
        if (isOwn(control))
            take(control);
    }
}

// By its data: the text may be in another language then.
QVariant choiceOf(const QComboBox *box)
{
    if (box->isEditable())
        return box->currentText();
    return box->currentData().isValid() ? box->currentData() : QVariant(box->currentIndex());
}

void choose(QComboBox *box, const QVariant &value)
{
    if (box->isEditable()) {
        if (box->currentText() != value.toString())
            box->setEditText(value.toString());
        return;
    }
    const int index = box->currentData().isValid() ? box->findData(value) : value.toInt();
    if (index < 0 || index >= box->count() || index == box->currentIndex())
        return;
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
}

}  // namespace

EnteredValues enteredValues(const QWidget *page)
{
    EnteredValues values;
    each<QPlainTextEdit>(page, [&](const QPlainTextEdit *edit) {
        if (!edit->isReadOnly())
            values[edit->objectName()] = edit->toPlainText();
    });
    each<QLineEdit>(page, [&](const QLineEdit *edit) {
        if (!edit->isReadOnly())
            values[edit->objectName()] = edit->text();
    });
    each<QComboBox>(page, [&](const QComboBox *box) { values[box->objectName()] = choiceOf(box); });
    each<QSpinBox>(page, [&](const QSpinBox *box) { values[box->objectName()] = box->value(); });
    each<QDoubleSpinBox>(page, [&](const QDoubleSpinBox *box) { values[box->objectName()] = box->value(); });
    each<QCheckBox>(page, [&](const QCheckBox *box) { values[box->objectName()] = box->isChecked(); });
    each<Segments>(page, [&](const Segments *segments) { values[segments->objectName()] = segments->current(); });
    return values;
}

void enterValues(QWidget *page, const EnteredValues &values)
{
    const auto with = [&values](const QWidget *control, auto &&use) {
        if (const auto found = values.constFind(control->objectName()); found != values.constEnd())
            use(*found);
    };
    // Lists first, because they may determine the meaning of a text. Long texts before short ones, because a form beside a text follows it.
    each<QComboBox>(page, [&](QComboBox *box) { with(box, [box](const QVariant &value) { choose(box, value); }); });
    each<QPlainTextEdit>(page, [&](QPlainTextEdit *edit) {
        with(edit, [edit](const QVariant &value) {
            if (!edit->isReadOnly() && edit->toPlainText() != value.toString())
                edit->setPlainText(value.toString());
        });
    });
    each<QLineEdit>(page, [&](QLineEdit *edit) {
        with(edit, [edit](const QVariant &value) {
            if (edit->isReadOnly() || edit->text() == value.toString())
                return;
            edit->selectAll();
            edit->insert(value.toString());
        });
    });
    each<QSpinBox>(page, [&](QSpinBox *box) { with(box, [box](const QVariant &value) { box->setValue(value.toInt()); }); });
    each<QDoubleSpinBox>(page, [&](QDoubleSpinBox *box) { with(box, [box](const QVariant &value) { box->setValue(value.toDouble()); }); });
    each<QCheckBox>(page, [&](QCheckBox *box) {
        with(box, [box](const QVariant &value) {
            if (box->isChecked() != value.toBool())
                box->click();
        });
    });
    each<Segments>(page, [&](Segments *segments) {
        with(segments, [segments](const QVariant &value) {
            if (segments->current() == value.toInt())
                return;
            segments->setCurrent(value.toInt());
            Q_EMIT segments->chosen(value.toInt());
        });
    });
}

}  // namespace trainyard
