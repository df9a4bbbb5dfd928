// SPDX-License-Identifier: GPL-3.0-or-later
// A file browser on a machine that is a private sshd, behind a link that can be cut: the real services, controller and widget.
#pragma once

#include "core/service/runs/services.h"
#include "tests/support/roughlink.h"
#include "tests/support/sshdfixture.h"
#include "ui/files/filebrowser.h"
#include "ui/files/filecontroller.h"
#include "ui/files/foldertable.h"
#include "ui/page/fleetcontroller.h"

#include <QApplication>
#include <QTemporaryDir>

#include <memory>

namespace trainyard {

class FileDesk {
public:
    explicit FileDesk(SshdFixture &sshd);
    ~FileDesk();

    bool show();                                                                   // the folder `there`, and waits for it
    void makeFile(const QByteArray &name, const QByteArray &content = "x") const;  // in `there`
    QByteArray path(const QByteArray &name) const { return there + '/' + name; }
    QString here(const QString &name) const { return m_folder.filePath(name); }  // on this computer
    QStringList names() const;                                                   // as the rows show them
    int rowOf(const QString &name) const;
    bool select(const QString &name);
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);  // into the table
    QString status() const;
    template <typename T>
    T *find(const char *name) const
    {
        for (QWidget *const widget : QApplication::allWidgets()) {
            if (widget->objectName() == QLatin1String(name) && widget->isVisible()) {
                if (T *const found = qobject_cast<T *>(widget))
                    return found;
            }
        }
        return nullptr;
    }

private:
    QTemporaryDir m_folder;

public:
    QByteArray there;  // on the machine
    std::unique_ptr<RoughLink> link;
    std::unique_ptr<Services> services;
    std::unique_ptr<FleetController> fleet;
    std::unique_ptr<FileBrowser> browser;
    FileController *control = nullptr;
    MachineId machineId;
};

}  // namespace trainyard
