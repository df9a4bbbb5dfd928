// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/credentials/awsprofile.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct ProfileWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Credentials)
};

// The values of a section. A line that begins with a blank belongs to the one before, which none of ours has.
QMap<QByteArray, QByteArray> sectionOf(const QByteArray &file, const QByteArray &name, bool *isThere)
{
    QMap<QByteArray, QByteArray> values;
    bool isInside = false;
    const QList<QByteArray> lines = file.split('\n');
    for (const QByteArray &raw : lines) {
        const QByteArray line = raw.trimmed();
        if (line.startsWith('[') && line.endsWith(']')) {
            isInside = line.mid(1, line.size() - 2).simplified() == name;
            *isThere = *isThere || isInside;
        } else if (const qsizetype equals = line.indexOf('=');
                   isInside && equals > 0 && raw[0] != ' ' && raw[0] != '\t' && line[0] != '#' && line[0] != ';') {
            values[line.left(equals).trimmed().toLower()] = line.mid(equals + 1).trimmed();
        }
    }
    return values;
}

}  // namespace

Result<CloudCredentials> awsProfile(const QByteArray &credentials, const QByteArray &config, const QString &profile)
{
    const QByteArray name = profile.isEmpty() ? QByteArrayLiteral("default") : profile.toUtf8();
    bool isThere = false;
    auto values = sectionOf(config, name == "default" ? name : "profile " + name, &isThere);
    const auto keys = sectionOf(credentials, name, &isThere);
    for (auto one = keys.cbegin(); one != keys.cend(); ++one)
        values[one.key()] = one.value();
    if (!isThere) {
        return Error{ErrorCode::NotFound,
                     ProfileWords::tr("The AWS command line has no profile “%1”. `aws configure list-profiles` lists all profiles.")
                         .arg(QString::fromUtf8(name.left(100))),
                     {}};
    }
    CloudCredentials found;
    found.keyId = QString::fromUtf8(values.value("aws_access_key_id"));
    found.secret = values.value("aws_secret_access_key");
    found.sessionToken = values.value("aws_session_token");
    if (found.keyId.isEmpty() || found.secret.isEmpty()) {
        return Error{
            ErrorCode::Unsupported,
            ProfileWords::tr("The AWS profile “%1” has no stored access key: use one with a key, or enter a key with `yard cloud add`.")
                .arg(QString::fromUtf8(name.left(100))),
            {}};
    }
    if (const QByteArray region = values.value("region"); !region.isEmpty())
        found.settings.insert(QStringLiteral("region"), QString::fromUtf8(region));
    return found;
}

}  // namespace trainyard
