// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/gpucloud/containerstart.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

namespace {

struct StartWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuCloud)
};

}  // namespace

Result<QString> loginKeyOf(const QString &setting, const QString &cloud)
{
    static const QRegularExpression kForm(QStringLiteral(
        "\\A((?:ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]{20,12000}={0,2})(?: [^\\x00-\\x1f\\x7f]*)?\\z"));
    const auto match = kForm.match(setting.trimmed());
    if (!match.hasMatch())
        return invalidInput(StartWords::tr("Choose a public SSH key for the machine: %1 offers no other way to log in.").arg(cloud));
    return match.captured(1);
}

Result<QByteArray> hostKeyIn(const QString &userData, const QString &cloud)
{
    if (userData.isEmpty())
        return QByteArray();
    static const QRegularExpression kForm(QStringLiteral(
        "\\A#cloud-config\\nssh_deletekeys: true\\nssh_genkeytypes: \\[\\]\\nssh_keys:\\n  ed25519_private: \\|\\n"
        "((?:    [A-Za-z0-9+/=-][A-Za-z0-9+/= -]{0,999}\\n){3,40})  ed25519_public: ssh-ed25519 [A-Za-z0-9+/=]{20,200}\\n?\\z"));
    const auto match = kForm.match(userData);
    if (!match.hasMatch()) {
        return invalidInput(
            StartWords::tr("Machines of %1 are containers without cloud-init: leave the user data empty, and use an image that has "
                           "what is needed.")
                .arg(cloud));
    }
    QByteArray key;
    const QStringList lines = match.captured(1).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        key += line.trimmed().toLatin1() + '\n';
    return key;
}

QString containerStartScript()
{
    return QStringLiteral(
        "umask 077; mkdir -p ~/.ssh /etc/ssh /run/sshd; "
        "grep -qxF \"$PUBLIC_KEY\" ~/.ssh/authorized_keys 2>/dev/null || echo \"$PUBLIC_KEY\" >> ~/.ssh/authorized_keys; "
        "if [ -n \"$TRAINYARD_HOST_KEY\" ]; then rm -f /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub; "
        "echo \"$TRAINYARD_HOST_KEY\" | base64 -d > /etc/ssh/ssh_host_ed25519_key; fi; "
        "unset TRAINYARD_HOST_KEY; umask 022; "
        "command -v sshd >/dev/null || { apt-get update; DEBIAN_FRONTEND=noninteractive apt-get install -y openssh-server; }; "
        "[ -s /etc/ssh/ssh_host_ed25519_key ] || ssh-keygen -A; "
        "ssh-keygen -y -f /etc/ssh/ssh_host_ed25519_key > /etc/ssh/ssh_host_ed25519_key.pub; "
        "$(command -v sshd) -o HostKey=/etc/ssh/ssh_host_ed25519_key -o PasswordAuthentication=no -o PermitRootLogin=prohibit-password; "
        "if [ -x /start.sh ]; then exec /start.sh; fi; exec sleep infinity");
}

QString containerKeysScript(const QString &loginKey)
{
    return QStringLiteral("mkdir -p -m 700 ~/.ssh; touch ~/.ssh/authorized_keys; chmod 600 ~/.ssh/authorized_keys; "
                          "grep -qxF \"%1\" ~/.ssh/authorized_keys || echo \"%1\" >> ~/.ssh/authorized_keys; "
                          "out=/proc/1/fd/1; [ -w \"$out\" ] || out=/dev/stdout; "
                          "{ echo \"-----BEGIN SSH HOST KEY KEYS-----\"; cat /etc/ssh/ssh_host_*_key.pub; "
                          "echo \"-----END SSH HOST KEY KEYS-----\"; } > \"$out\"")
        .arg(loginKey);
}

}  // namespace trainyard
