// SPDX-License-Identifier: GPL-3.0-or-later
// A real Slurm with two nodes of two GPUs each, which are only counted, on this computer (tests/support/slurm-server). One thread.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace trainyard {

class SlurmServer {
public:
    ~SlurmServer();

    // What is missing for it, and how to get it; empty: nothing.
    static QString missing();
    bool start();  // blocks for up to three minutes; false: problem() says why
    QByteArray problem() const;

    QString configuration() const { return file(QStringLiteral("slurm.conf")); }  // what SLURM_CONF has to name
    QString file(const QString &name) const { return m_folder.filePath(name); }
    qint64 process(const QString &name) const;  // "controller", "n1", "n2"; 0: unknown
    // Runs one of Slurm's own programs with its arguments and returns what it prints; warns if it fails.
    QByteArray run(const QStringList &words) const;

private:
    QTemporaryDir m_folder;
    QProcess m_server;
};

}  // namespace trainyard
