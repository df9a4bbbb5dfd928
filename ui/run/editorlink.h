// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a folder of a machine in an editor. The first time, it shows the entry that the SSH configuration of this computer needs for it and
// asks (EditorEntryDialog). Main thread.
#pragma once

#include "core/base/error.h"
#include "core/model/machine.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace trainyard {

class MachineService;

class EditorLink : public QObject {
    Q_OBJECT
public:
    // `window` is the parent of the question.
    EditorLink(MachineService &machines, QWidget *window, QObject *parent = nullptr);

    QStringList editors() const;                         // names of those installed
    QString writtenEntry(const Machine &machine) const;  // its host name, if Trainyard wrote one; else empty
    void open(const QString &editor, const Machine &machine, const QString &folder);
    void removeEntry(const Machine &machine);

Q_SIGNALS:
    void failed(const trainyard::Error &error);

private:
    void start(const QString &editor, const QString &host, const QString &folder);

    MachineService &m_machines;
    QWidget *m_window;
};

}  // namespace trainyard
