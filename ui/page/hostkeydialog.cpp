// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/hostkeydialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

HostKeyDialog::HostKeyDialog(const QString &machine, const HostKey &key, QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("hostKeyDialog"));
    setWindowTitle(tr("Unknown host key"));
    QVBoxLayout *const column = makeBody(560);
    const auto paragraph = [&](const QString &text, TextRole role, Ink ink) {
        auto *const label = makeProse(text, role, ink, this);
        column->addWidget(label);
        return label;
    };
    paragraph(tr("Is this really %1?").arg(machine), TextRole::PageTitle, Ink::Text1);
    paragraph(
        tr("This host key is not known yet. Compare the fingerprint with the one your provider shows. If they differ, someone else may be answering."),
        TextRole::Body, Ink::Text2);
    if (!key.note.isEmpty())
        paragraph(key.note, TextRole::Body, Ink::Text1);
    const QString picture = key.randomart.isEmpty() ? QString() : u'\n' + key.randomart;
    Label *const print = paragraph(key.type + u'\n' + key.fingerprint + picture, TextRole::Code, Ink::Text1);
    print->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto *const no = makeButton(QStringLiteral("refuseHostKeyButton"), tr("Do not connect"), ButtonVariant::Normal, {}, this);
    auto *const yes = makeButton(QStringLiteral("trustHostKeyButton"), tr("Trust this key and connect"), ButtonVariant::Primary, {}, this);
    setFooter({no, yes});
    no->setFocus();
    connect(no, &QPushButton::clicked, this, &QDialog::reject);
    connect(yes, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace trainyard

#include "moc_hostkeydialog.cpp"
