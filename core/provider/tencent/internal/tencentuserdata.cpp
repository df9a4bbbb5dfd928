// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentuserdata.h"

#include "core/provider/tencent/internal/tencenttext.h"

#include <QCryptographicHash>
#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr qsizetype kMostUserData = 16 * 1024;  // RunInstances, UserData

QByteArray mimePart(const QByteArray &type, const QByteArray &content)
{
    return "Content-Type: " + type + "; charset=\"utf-8\"\nMIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\n" + content.toBase64()
           + '\n';
}

// Lists of several parts are joined, so that a key in the other part stays valid.
QByteArray loginPart(const QString &sshKey)
{
    return "#cloud-config\nmerge_how:\n - name: list\n   settings: [append]\n - name: dict\n   settings: [no_replace, recurse_list]\n"
           "ssh_pwauth: false\nssh_authorized_keys:\n  - \""
           + keyWithoutComment(sshKey).toLatin1() + "\"\n";
}

}  // namespace

bool isOpenSshKey(const QString &key)
{
    static const QRegularExpression form(QStringLiteral(
        "^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]{20,12000}={0,2}( [^\\x00-\\x1f\\x7f]*)?\\z"));
    return form.match(key).hasMatch();
}

bool isRsaKey(const QString &key) { return key.startsWith(QLatin1String("ssh-rsa ")); }

QString keyWithoutComment(const QString &key) { return key.section(u' ', 0, 1); }

Result<QByteArray> tencentUserData(const QByteArray &userData, const QString &sshKey)
{
    QByteArray all = userData;
    if (!isRsaKey(sshKey)) {
        const QByteArray login = loginPart(sshKey);
        if (userData.isEmpty()) {
            all = login;
        } else {
            const bool isScript = userData.startsWith("#!");
            if (!isScript && !userData.startsWith("#cloud-config")) {
                return invalidInput(TencentText::tr(
                    "The user data is neither a #cloud-config nor a script: change its first line, or use an RSA key for SSH."));
            }
            const QByteArray boundary = "trainyard-"
                                        + QCryptographicHash::hash(userData + login, QCryptographicHash::Sha256).toHex().left(24);
            all = "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\nMIME-Version: 1.0\n\n--" + boundary + '\n'
                  + mimePart(isScript ? "text/x-shellscript" : "text/cloud-config", userData) + "--" + boundary + '\n'
                  + mimePart("text/cloud-config", login) + "--" + boundary + "--\n";
        }
    }
    if (all.toBase64().size() > kMostUserData) {
        return invalidInput(
            TencentText::tr("The user data is larger than Tencent Cloud takes, which is 16 KiB as Base64: shorten it, or let "
                            "it fetch the rest."));
    }
    return all;
}

}  // namespace trainyard
