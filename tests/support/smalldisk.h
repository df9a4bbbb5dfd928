// SPDX-License-Identifier: GPL-3.0-or-later
// A small file system of its own in a test, to be filled or made read-only. Needs root: isMounted() tells whether it was mounted.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>

#include <sys/mount.h>
#include <unistd.h>

namespace trainyard {

// Mounts it under `path` until the object is destroyed.
class SmallDisk {
public:
    SmallDisk(const QString &path, const QByteArray &options) : m_path(path.toUtf8())
    {
        QDir().mkpath(path);
        m_isMounted = mount("none", m_path.constData(), "tmpfs", 0, options.constData()) == 0;
    }
    ~SmallDisk()
    {
        if (m_isMounted)
            umount2(m_path.constData(), MNT_DETACH);
    }
    bool isMounted() const { return m_isMounted; }
    bool makeReadOnly() const { return mount("none", m_path.constData(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0; }
    bool makeWritable() const { return mount("none", m_path.constData(), "tmpfs", MS_REMOUNT, nullptr) == 0; }
    // Fills the remaining space to the last byte.
    void fill(const QString &name) const
    {
        QFile file(QString::fromUtf8(m_path) + u'/' + name);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return;
        for (const qsizetype size : {65536, 4096, 1}) {
            while (file.write(QByteArray(size, 'x')) == size) {}
        }
    }

private:
    QByteArray m_path;
    bool m_isMounted = false;
};

}  // namespace trainyard
