// SPDX-License-Identifier: GPL-3.0-or-later
// Looks up a host key in a known_hosts file (format: sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"; hashed names: HMAC-SHA1 of the name under
// the salt). Pure, any thread. Internal to core/transport/ssh.
//
// libssh's own check is not used because it ignores @revoked and would offer such a key as new. @cert-authority lines make no key trusted
// here, because libssh does not verify host certificates.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct HostKeyVerdict {
    enum Kind {
        Known,    // a line has exactly this key
        Unknown,  // no line names this host
        Changed,  // lines name this host, but none has this key
        Revoked,  // an @revoked line has this key
    };
    Kind kind = Unknown;
    int line = 0;           // 1-based; the deciding line, 0 when Unknown
    QByteArray knownKey;    // Changed, Revoked: the raw key of that line (SSH wire format)
    int authorityLine = 0;  // an @cert-authority line that names the host; 0: none
};

// The name of a host in the file: "box", "[box]:2200"; an alias replaces both host and port.
QByteArray knownHostsName(const QString &host, int port, const QString &alias = {});

// `key` is the server's key in SSH wire format.
HostKeyVerdict judgeHostKey(const QByteArray &knownHosts, const QByteArray &name, const QByteArray &key);

// The types of the known keys for the name, to negotiate one of them.
QList<QByteArray> knownKeyTypes(const QByteArray &knownHosts, const QByteArray &name);

// The line to save the key with, newline included.
QByteArray knownHostsLine(const QByteArray &name, const QByteArray &key);

// "ssh-ed25519" from the wire format; empty if the key is malformed.
QByteArray keyTypeOf(const QByteArray &key);
// As OpenSSH prints it: "SHA256:" and base64 without padding.
QString keyFingerprint(const QByteArray &key);

}  // namespace trainyard
