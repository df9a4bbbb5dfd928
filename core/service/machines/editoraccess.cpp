// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/editoraccess.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct EditorWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EditorAccess)
};

const QString kEntriesName = QStringLiteral("trainyard.conf");
constexpr qint64 kMaxConfig = 4 * 1024 * 1024;  // bytes; a person's file has some thousand

Result<QByteArray> contentsOf(const QString &name)
{
    QFile file(name);
    if (!file.exists())
        return QByteArray();
    if (!QFileInfo(name).isFile() || file.size() > kMaxConfig || !file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied, EditorWords::tr("%1 could not be read: check its permissions.").arg(name),
                     file.errorString()};
    return file.readAll();
}

// A file that is a link stays one.
Result<void> replace(const QString &name, const QByteArray &contents)
{
    QSaveFile file(name);
    const bool isNew = !QFile::exists(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()
        || (isNew && !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)) || !file.commit())
        return Error{ErrorCode::PermissionDenied,
                     EditorWords::tr("%1 could not be written: check the folder's permissions and space.").arg(name), file.errorString()};
    return {};
}

}  // namespace

QList<Editor> installedEditors(const std::function<bool(const QString &)> &isThere, const std::function<bool(const QString &)> &opens)
{
    // All of them are builds of the same editor and take the same words.
    QList<Editor> editors{{QStringLiteral("VS Code"), QStringLiteral("code")},
                          {QStringLiteral("Cursor"), QStringLiteral("cursor")},
                          {QStringLiteral("VSCodium"), QStringLiteral("codium")},
                          {QStringLiteral("Windsurf"), QStringLiteral("windsurf")},
                          {QStringLiteral("JetBrains Gateway"), {}, QStringLiteral("jetbrains-gateway")}};
    editors.removeIf([&](const Editor &editor) { return editor.scheme.isEmpty() ? !isThere(editor.program) : !opens(editor.scheme); });
    return editors;
}

bool hasProgramFor(const QString &scheme)
{
    const QStringList programs = QStandardPaths::standardLocations(QStandardPaths::ApplicationsLocation);
    QStringList lists;
    for (const QString &folder : QStandardPaths::standardLocations(QStandardPaths::ConfigLocation))
        lists << folder + QStringLiteral("/mimeapps.list");
    for (const QString &folder : programs)
        lists << folder + QStringLiteral("/mimeapps.list") << folder + QStringLiteral("/mimeinfo.cache");
    const QByteArray key = "x-scheme-handler/" + scheme.toUtf8() + '=';
    for (const QString &list : std::as_const(lists)) {
        const auto contents = contentsOf(list);
        bool isRemoved = false;
        for (const QByteArray &line : contents ? contents->split('\n') : QByteArrayList()) {
            if (line.startsWith('['))
                isRemoved = line.startsWith("[Removed");
            if (isRemoved || !line.startsWith(key))
                continue;
            // What was uninstalled may still be listed.
            for (const QByteArray &name : line.mid(key.size()).trimmed().split(';')) {
                const auto isThere = [&name](const QString &folder) { return QFile::exists(folder + u'/' + QString::fromUtf8(name)); };
                if (!name.isEmpty() && std::any_of(programs.begin(), programs.end(), isThere))
                    return true;
            }
        }
    }
    return false;
}

QUrl gatewayLink(const QString &host, const QString &folder)
{
    // The names of its parameters: com.intellij.remoteDev.util.UrlParameterKeys. Which IDE runs on the machine is chosen in Gateway.
    const auto encoded = [](const QString &text) { return QString::fromLatin1(QUrl::toPercentEncoding(text)); };
    const qsizetype at = host.lastIndexOf(u'@');
    QString fragment = QStringLiteral("type=ssh&deploy=true&host=") + encoded(host.mid(at + 1));
    if (at > 0)
        fragment += QStringLiteral("&user=") + encoded(host.left(at));
    fragment += QStringLiteral("&projectPath=") + encoded(folder);
    return QUrl(QStringLiteral("jetbrains-gateway://connect#") + fragment, QUrl::StrictMode);
}

QStringList editorArguments(const QString &host, const QString &folder)
{
    return {QStringLiteral("--remote"), QStringLiteral("ssh-remote+") + host, folder};
}

EditorAccess::EditorAccess(const QString &sshFolder) : m_folder(sshFolder) {}

QString EditorAccess::entriesFile() const { return m_folder + u'/' + kEntriesName; }
QString EditorAccess::configFile() const { return m_folder + QStringLiteral("/config"); }

Result<EditorHost> EditorAccess::hostOf(const Machine &machine, const QStringList &configured) const
{
    const SshTarget &target = machine.target;
    const bool isBare = target.port == 0 && target.user.isEmpty() && target.identityFiles.isEmpty() && target.jumps.isEmpty()
                        && target.knownHostsFile.isEmpty() && target.hostKeyAlias.isEmpty();
    // Patterns of the person's configuration apply to a bare name, and OpenSSH looks up no alias behind HostName: the editor names it itself.
    if (isBare)
        return EditorHost{target.host, {}, true};
    if (configured.contains(target.host)) {
        const bool isOnlyUser = target.port == 0 && target.identityFiles.isEmpty() && target.jumps.isEmpty()
                                && target.knownHostsFile.isEmpty() && target.hostKeyAlias.isEmpty();
        if (isOnlyUser)
            return EditorHost{target.user + u'@' + target.host, {}, true};
        return Error{
            ErrorCode::Unsupported,
            EditorWords::tr("%1 is a name of your SSH configuration, and this machine has further settings: move them there to use "
                            "an editor.")
                .arg(target.host),
            {}};
    }
    TRY(const auto entry, sshConfigEntry(machine.name, target));
    TRY(const auto entries, contentsOf(entriesFile()));
    TRY(const auto config, contentsOf(configFile()));
    const bool isIncluded = withSshInclude(config, kEntriesName) == config;
    // An entry of before, for another address, is written anew.
    return EditorHost{entry.alias, entry,
                      isIncluded && withSshEntry(entries, entry).size() == entries.size() && entries.contains(entry.text)};
}

Result<void> EditorAccess::write(const SshConfigEntry &entry) const
{
    if (!QDir().mkpath(m_folder))
        return Error{ErrorCode::PermissionDenied, EditorWords::tr("%1 could not be made: check your home folder.").arg(m_folder), {}};
    TRY(const auto entries, contentsOf(entriesFile()));
    TRY(const auto config, contentsOf(configFile()));
    TRY_DO(replace(entriesFile(), withSshEntry(entries, entry)));
    const QByteArray included = withSshInclude(config, kEntriesName);
    return included == config ? Result<void>() : replace(configFile(), included);
}

Result<void> EditorAccess::remove(const QString &alias) const
{
    TRY(const auto entries, contentsOf(entriesFile()));
    const QByteArray rest = withoutSshEntry(entries, alias);
    if (hasAnySshEntry(rest))
        return replace(entriesFile(), rest);
    TRY(const auto config, contentsOf(configFile()));
    const QByteArray without = withoutSshInclude(config, kEntriesName);
    if (without != config) {
        TRY_DO(replace(configFile(), without));
    }
    QFile::remove(entriesFile());
    return {};
}

}  // namespace trainyard
