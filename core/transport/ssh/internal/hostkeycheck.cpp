// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/hostkeycheck.h"

#include "core/transport/ssh/internal/knownhosts.h"
#include "core/transport/ssh/internal/randomart.h"
#include "core/transport/ssh/sshconfig.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qint64 kMaxKnownHosts = 64 * 1024 * 1024;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return file.read(kMaxKnownHosts);
}

QByteArray serverKey(ssh_session session)
{
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(session, &key) != SSH_OK)
        return {};
    char *text = nullptr;
    QByteArray wire;
    if (ssh_pki_export_pubkey_base64(key, &text) == SSH_OK) {
        wire = QByteArray::fromBase64(QByteArray(text));
        ssh_string_free_char(text);
    }
    ssh_key_free(key);
    return wire;
}

// The check for entries of an algorithm list, where a comma or a blank from a hostile file would add another entry.
bool isPlainAlgorithm(const QByteArray &name)
{
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '@' || c == '.'; });
}

// Each fingerprint on its own line, so that two can be compared one above the other.
QString keyLines(const char *what, const QByteArray &key)
{
    return QStringLiteral("%1 %2\n%3").arg(QLatin1String(what), QString::fromLatin1(keyTypeOf(key)), keyFingerprint(key));
}

Error changedError(const QString &place, const QString &file, const HostKeyVerdict &verdict, const QByteArray &key)
{
    return {ErrorCode::HostKeyChanged,
            QCoreApplication::translate(
                "trainyard::Ssh",
                "The host key of %1 has changed: someone may be intercepting the connection, or the machine was reinstalled. Ask its "
                "administrator for the fingerprint; only if it matches, remove line %2 of %3 and connect again.")
                .arg(place, QString::number(verdict.line), file),
            keyLines("known", verdict.knownKey) + u'\n' + keyLines("offered", key)};
}

Error revokedError(const QString &place, const QString &file, const HostKeyVerdict &verdict, const QByteArray &key)
{
    return {ErrorCode::HostKeyChanged,
            QCoreApplication::translate(
                "trainyard::Ssh",
                "The host key of %1 has been revoked (line %2 of %3): someone may be intercepting the connection. Do not connect; ask the "
                "machine's administrator for a new key.")
                .arg(place, QString::number(verdict.line), file),
            keyLines("revoked", key)};
}

}  // namespace

HostKeyCheck::HostKeyCheck(const SshTarget &target, const SshPlace &place)
    : m_target(target), m_place(place.display()), m_name(knownHostsName(place.host, place.port, place.hostKeyAlias)),
      m_file(place.knownHostsFile), m_files(place.knownHostsFile)
{
    if (!place.hostKeyAlias.isEmpty())
        m_place += QStringLiteral(" (") + place.hostKeyAlias + u')';
    if (m_file.isEmpty()) {
        m_file = homeDirectory() + QStringLiteral("/.ssh/known_hosts");
        m_files = {m_file, QStringLiteral("/etc/ssh/ssh_known_hosts")};
    }
}

QByteArray HostKeyCheck::algorithms() const
{
    QList<QByteArray> types;
    for (const QString &file : m_files)
        types += knownKeyTypes(contentOf(file), m_name);
    types += {"ssh-ed25519", "ecdsa-sha2-nistp521", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp256", "ssh-rsa"};
    QList<QByteArray> algorithms;
    for (const QByteArray &type : std::as_const(types)) {
        // An RSA key signs with SHA-2; its SHA-1 signatures are not accepted.
        const QList<QByteArray> names = type == "ssh-rsa" ? QList<QByteArray>{"rsa-sha2-512", "rsa-sha2-256"} : QList<QByteArray>{type};
        for (const QByteArray &name : names) {
            if (!algorithms.contains(name) && isPlainAlgorithm(name))
                algorithms << name;
        }
    }
    return algorithms.join(',');
}

Result<HostKey> HostKeyCheck::check(ssh_session session, LoginQuestions &questions) const
{
    const QByteArray key = serverKey(session);
    if (keyTypeOf(key).isEmpty())
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::Ssh", "%1 sent no readable host key. Do not connect to it.").arg(m_place),
                     QString::fromUtf8(ssh_get_error(session))};
    HostKey hostKey{QString::fromLatin1(keyTypeOf(key)), keyFingerprint(key), randomart(key), {}};

    HostKeyVerdict changed;
    QString changedFile;
    bool isKnown = false;
    for (const QString &file : m_files) {
        const HostKeyVerdict verdict = judgeHostKey(contentOf(file), m_name, key);
        if (verdict.kind == HostKeyVerdict::Revoked)
            return revokedError(m_place, file, verdict, key);
        isKnown = isKnown || verdict.kind == HostKeyVerdict::Known;
        if (verdict.kind == HostKeyVerdict::Changed && changed.kind != HostKeyVerdict::Changed) {
            changed = verdict;
            changedFile = file;
        }
        if (verdict.authorityLine > 0 && hostKey.note.isEmpty())
            hostKey.note =
                QCoreApplication::translate(
                    "trainyard::Ssh",
                    "Line %1 of %2 trusts this machine through a certificate authority. Host certificates cannot be checked here, so "
                    "compare the key itself.")
                    .arg(QString::number(verdict.authorityLine), file);
    }
    if (isKnown)
        return hostKey;
    if (changed.kind == HostKeyVerdict::Changed)
        return changedError(m_place, changedFile, changed, key);

    if (!questions.accepts(m_target, hostKey)) {
        QString what = QCoreApplication::translate(
                           "trainyard::Ssh",
                           "The host key of %1 is not known yet. Compare its fingerprint with the one your provider shows, then accept it.")
                           .arg(m_place);
        if (!hostKey.note.isEmpty())
            what += u' ' + hostKey.note;
        return Error{ErrorCode::HostKeyUnknown, what, hostKey.fingerprint};
    }
    TRY_DO(remember(key));
    return hostKey;
}

Result<void> HostKeyCheck::remember(const QByteArray &key) const
{
    const QString directory = QFileInfo(m_file).absolutePath();
    if (!QFileInfo::exists(directory)) {
        QDir().mkpath(directory);
        QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    const bool isNew = !QFileInfo::exists(m_file);
    QFile file(m_file);
    bool done = file.open(QIODevice::ReadWrite | QIODevice::Append, QFile::ReadOwner | QFile::WriteOwner);
    if (done && isNew)
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (done) {
        QByteArray line = knownHostsLine(m_name, key);
        // Our line would be appended to a last line without a newline.
        char last = '\n';
        if (file.size() > 0 && file.seek(file.size() - 1) && file.getChar(&last) && last != '\n')
            line.prepend('\n');
        done = file.write(line) == line.size() && file.flush();
    }
    if (!done)
        return Error{
            ErrorCode::Io,
            QCoreApplication::translate("trainyard::Ssh", "The host key could not be saved in %1. Check that the file can be written.")
                .arg(m_file),
            file.errorString()};
    return {};
}

}  // namespace trainyard
