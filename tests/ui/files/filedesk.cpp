// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/files/filedesk.h"

#include "ui/common/label.h"

#include <QAbstractItemModel>
#include <QDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

namespace trainyard {

FileDesk::FileDesk(SshdFixture &sshd)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("there"));
    there = QFile::encodeName(QFileInfo(m_folder.filePath(QStringLiteral("there"))).canonicalFilePath());
    Paths paths;
    paths.data = here(QStringLiteral("data"));
    paths.config = here(QStringLiteral("config"));
    auto opened = Services::open(paths, {});
    if (!opened)
        qFatal("%s", qPrintable(opened.error().what));
    services = std::move(*opened);
    link = std::make_unique<RoughLink>(sshd.port());
    Machine machine;
    machine.name = QStringLiteral("lab");
    machine.target = sshd.target();
    machine.target.port = link->port();
    // The same key, behind the port of the link.
    QFile known(sshd.knownHosts()), mine(here(QStringLiteral("known_hosts")));
    if (!known.open(QIODevice::ReadOnly) || !mine.open(QIODevice::WriteOnly))
        qFatal("the known hosts could not be copied");
    mine.write(known.readAll().replace(QByteArray::number(sshd.port()), QByteArray::number(link->port())));
    machine.target.knownHostsFile = mine.fileName();
    const auto stored = services->database().machines.add(machine);
    if (!stored)
        qFatal("%s", qPrintable(stored.error().what));
    machineId = stored->id;
    fleet = std::make_unique<FleetController>(*services);
    browser = std::make_unique<FileBrowser>();
    control = new FileController(*services, *fleet, browser.get(), browser.get());
    control->setMachine(machineId);
}

FileDesk::~FileDesk()
{
    services->endWork();
    browser.reset();
    fleet.reset();
}

bool FileDesk::show()
{
    browser->resize(1000, 600);
    browser->show();
    browser->activateWindow();
    if (!QTest::qWaitForWindowActive(browser.get()))
        return false;
    browser->go(there);
    browser->table()->setFocus();
    return QTest::qWaitFor([this] { return browser->folder() == there && !browser->isReading(); }, 60'000);
}

void FileDesk::makeFile(const QByteArray &name, const QByteArray &content) const
{
    const int file = ::open(path(name).constData(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
    if (file < 0 || ::write(file, content.constData(), size_t(content.size())) != content.size())
        qFatal("the file could not be written");
    ::close(file);
}

QStringList FileDesk::names() const
{
    QStringList names;
    const QAbstractItemModel *const model = browser->table()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        names << model->index(row, 0).data().toString();
    return names;
}

int FileDesk::rowOf(const QString &name) const { return int(names().indexOf(name)); }

bool FileDesk::select(const QString &name)
{
    if (!QTest::qWaitFor([&] { return rowOf(name) >= 0; }, 30'000))
        return false;
    browser->table()->setFocus();
    browser->table()->selectRow(rowOf(name));
    return true;
}

void FileDesk::key(int key, Qt::KeyboardModifiers modifiers) { QTest::keyClick(browser->table(), Qt::Key(key), modifiers); }

QString FileDesk::status() const { return browser->findChild<Label *>(QStringLiteral("filesStatus"))->text(); }

}  // namespace trainyard
