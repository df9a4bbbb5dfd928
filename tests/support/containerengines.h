// SPDX-License-Identifier: GPL-3.0-or-later
// Real container engines for tests, private to the test: a dockerd with its own data and socket (root only), podman with its own storage
// and settings that work on nested and old-cgroup machines. Destroying the object removes it with all containers. Images are imported from
// files, not pulled from registries.
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

class QProcess;

namespace trainyard {

class ContainerEngine {
public:
    enum class Kind { Docker, Podman };

    explicit ContainerEngine(Kind kind);
    ~ContainerEngine();
    ContainerEngine(const ContainerEngine &) = delete;
    ContainerEngine &operator=(const ContainerEngine &) = delete;

    // Why the engine cannot be used here and how to change that; empty = it works.
    QString problem() const { return m_problem; }
    QString program() const;  // "docker", "podman"
    // Environment variables with which a process reaches it.
    QList<QPair<QString, QString>> environment() const { return m_environment; }
    void addTo(QProcessEnvironment &environment) const;

    // Runs its client; returns status, stdout and stderr together. 60 s at most; status -1 = it did not end.
    QPair<int, QByteArray> run(const QStringList &arguments, const QByteArray &input = {}) const;

    // Images of a few files (path in the image -> program on this computer) and links (path -> target).
    bool makeImage(const QString &name, const QList<QPair<QString, QString>> &files, const QList<QPair<QString, QString>> &links) const;
    // "trainyard-test/shell": busybox with a shell; "trainyard-test/bare": the one static program /busybox, no shell.
    bool makeTestImages() const;

private:
    void startDocker();
    void setUpPodman();

    Kind m_kind;
    QTemporaryDir m_dir;
    QString m_problem;
    QList<QPair<QString, QString>> m_environment;
    std::unique_ptr<QProcess> m_daemon;
};

}  // namespace trainyard
