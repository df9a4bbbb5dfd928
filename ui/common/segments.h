// SPDX-License-Identifier: GPL-3.0-or-later
// A few choices side by side, one of them selected. Arrow keys move between them. Buttons are named "<objectName>0" …
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace trainyard {

class Segments : public QWidget {
    Q_OBJECT
public:
    Segments(const QString &objectName, const QStringList &texts, QWidget *parent = nullptr);

    int current() const;
    void setCurrent(int index);

Q_SIGNALS:
    void chosen(int index);  // by the user

private:
    QButtonGroup *m_group;
};

}  // namespace trainyard
