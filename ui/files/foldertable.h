// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a folder: many rows can be selected, letters go to a name, and files of the desktop can be dropped on it. Main thread.
// objectName: "filesTable".
#pragma once

#include <QElapsedTimer>
#include <QStringList>
#include <QTableView>

class QMimeData;

namespace trainyard {

class FolderModel;

class FolderTable : public QTableView {
    Q_OBJECT
public:
    explicit FolderTable(FolderModel *model, QWidget *parent = nullptr);

    void keyboardSearch(const QString &typed) override;

Q_SIGNALS:
    void filesDropped(const QStringList &files);  // of this computer, absolute

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void sizeColumns();

    FolderModel *m_model;
    QString m_typed;
    QElapsedTimer m_sinceTyped;
    bool m_isDropTarget = false;
};

// The files of this computer that a drag or the clipboard holds; empty: none.
QStringList filesOf(const QMimeData *data);

}  // namespace trainyard
