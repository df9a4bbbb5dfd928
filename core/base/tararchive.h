// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a tar archive in memory: POSIX ustar, names and link targets of more than 100 bytes as GNU tar writes them, which GNU tar, bsdtar
// and busybox read. Names are bytes and relative; modes are permissions; times are seconds since 1970. The same calls give the same
// bytes. Pure.
#pragma once

#include <QByteArray>

namespace trainyard {

class TarArchive {
public:
    void addFolder(const QByteArray &name, quint32 mode, qint64 modified);
    void addFile(const QByteArray &name, quint32 mode, qint64 modified, const QByteArray &content);
    void addLink(const QByteArray &name, const QByteArray &target);

    qsizetype size() const { return m_bytes.size(); }
    QByteArray finished() const;  // everything so far, with the end of the archive

private:
    void addEntry(char kind, const QByteArray &name, quint32 mode, qint64 modified, const QByteArray &content,
                  const QByteArray &target = {});
    void addLongName(char kind, const QByteArray &name);

    QByteArray m_bytes;
};

}  // namespace trainyard
