// SPDX-License-Identifier: GPL-3.0-or-later
// A line edit with a magnifier and a clear button; Esc clears before it leaves. Its placeholder fits at the preferred width.
#pragma once

#include <QLineEdit>

namespace trainyard {

class SearchField : public QLineEdit {
    Q_OBJECT
public:
    SearchField(const QString &objectName, const QString &placeholder, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

}  // namespace trainyard
