// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a picture of every page of the window and of some dialogs, one after the other, for documents and checks. Main thread.
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

#include "core/model/ids.h"
#include "ui/window/mainwindow.h"

class QDialog;

namespace trainyard {

class Photographer : public QObject {
    Q_OBJECT
public:
    // Writes home.png, machines.png and so on into `folder`, which is created when missing; run.png only when `runId` is given, compare.png
    // only when there are two runs; for transfers.png the files in `folder`/upload are being copied. The window must be attached to its
    // services.
    Photographer(MainWindow &window, const QString &folder, const RunId &runId, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    // Empty: every picture was written; otherwise the first file that could not be.
    void done(const QString &unwritable);

private:
    struct Shot {
        MainWindow::Page page;
        QString name;
        QString button = {};                                           // objectName of the button that opens the dialog
        std::function<void(MainWindow &)> prepare = {}, restore = {};  // what a person would do before and after
    };
    void next();
    void take();
    QDialog *openDialog() const;

    MainWindow &m_window;
    QString m_folder;
    RunId m_runId;
    QList<Shot> m_shots;
    QTimer m_settled;
    int m_waits = 0;
};

}  // namespace trainyard
