// SPDX-License-Identifier: GPL-3.0-or-later
// The known images, each with whether it runs on the selected machine and why. Main thread. objectNames: "imageDialog", "imageFilter",
// "imageList", "imageUse", "imageCancel".
#pragma once

#include "core/knowledge/compat/judgedimages.h"
#include "ui/common/dialog.h"

class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace trainyard {

class ImageDialog : public Dialog {
    Q_OBJECT
public:
    // `machine`: its name, empty if none is selected. Without answers the list states that nothing was judged.
    ImageDialog(const QList<JudgedImage> &images, const QString &machine, const QString &chosen, QWidget *parent = nullptr);

Q_SIGNALS:
    void imageChosen(const QString &image);

private:
    void use();

    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_shown;
    QListView *m_list;
    QPushButton *m_use;
};

}  // namespace trainyard
