// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/cloudrefusal.h"

#include "core/provider/cloudapi/consolepages.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct RefusalWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudApi)
};

using Kind = CloudRefusal::Kind;

ErrorCode codeOf(Kind kind)
{
    switch (kind) {
    case Kind::Keys:
    case Kind::Session:
    case Kind::Clock: return ErrorCode::AuthenticationFailed;
    case Kind::Right:
    case Kind::Account: return ErrorCode::PermissionDenied;
    case Kind::Capacity: return ErrorCode::NoCapacity;
    case Kind::Quota:
    case Kind::Balance: return ErrorCode::OverQuota;
    case Kind::Throttled:
    case Kind::Transient: return ErrorCode::Unreachable;
    case Kind::NotFound: return ErrorCode::NotFound;
    case Kind::Conflict: return ErrorCode::AlreadyExists;
    case Kind::Price:
    case Kind::Input: return ErrorCode::InvalidInput;
    case Kind::Unsupported: return ErrorCode::Unsupported;
    case Kind::Format: return ErrorCode::Corrupt;
    }
    return ErrorCode::Corrupt;
}

// One line of text from a cloud.
QString shownLine(QString text, qsizetype most)
{
    for (QChar &c : text) {
        if (!c.isPrint())
            c = u' ';
    }
    text = text.simplified();
    return text.size() > most ? text.left(most - 1) + u'…' : text;
}

QString sentenceOf(const QString &cloud, const CloudRefusal &refusal)
{
    const QString subject = shownLine(refusal.subject, 100);
    switch (refusal.kind) {
    case Kind::Keys: return RefusalWords::tr("%1 does not accept the keys of this account: check them, and enter them again.").arg(cloud);
    case Kind::Session: return RefusalWords::tr("The session with %1 has ended: sign in again, and enter the new keys.").arg(cloud);
    case Kind::Clock:
        return RefusalWords::tr("%1 refuses requests because the clock of this computer is wrong: set the date and the time.").arg(cloud);
    case Kind::Right:
        return subject.isEmpty()
                   ? RefusalWords::tr(
                         "The account lacks a right at %1: give it the rights of the access policy that is shown for this provider.")
                         .arg(cloud)
                   : RefusalWords::tr("The account lacks the right “%2” at %1: add it to the account's access policy.").arg(cloud, subject);
    case Kind::Account:
        return RefusalWords::tr("%1 has not activated this account for that: open its console and finish the sign-up.").arg(cloud);
    case Kind::Capacity:
        return RefusalWords::tr("%1 has no such machine free now: choose another zone, region or type, or try later.").arg(cloud);
    case Kind::Quota:
        return subject.isEmpty()
                   ? RefusalWords::tr("The quota of the account at %1 does not allow that: terminate something, or ask for a larger quota.")
                         .arg(cloud)
                   : RefusalWords::tr(
                         "The quota “%2” of the account at %1 does not allow that: terminate something, or ask for a larger quota.")
                         .arg(cloud, subject);
    case Kind::Price:
        return RefusalWords::tr("The highest price is below the current spot price at %1: raise it, or choose another zone.").arg(cloud);
    case Kind::Balance: return RefusalWords::tr("The balance of the account at %1 is too low: add money, then try again.").arg(cloud);
    case Kind::Throttled: return RefusalWords::tr("%1 receives too many requests from this account: try again in a minute.").arg(cloud);
    case Kind::Transient: return RefusalWords::tr("%1 could not carry out the request: try again later.").arg(cloud);
    case Kind::NotFound:
        return RefusalWords::tr("%1 has no such machine, type, image or other object in this region: look at the list.").arg(cloud);
    case Kind::Conflict:
        return RefusalWords::tr("%1 refuses that because something else uses it or has its name: look at the list.").arg(cloud);
    case Kind::Input:
        return RefusalWords::tr("%1 refuses a value of the request: change what its answer names, as asking again does not help.")
            .arg(cloud);
    case Kind::Unsupported:
        return RefusalWords::tr("%1 cannot do that with this type of machine or in this zone: choose another one.").arg(cloud);
    case Kind::Format:
        return RefusalWords::tr("The answer of %1 is not valid: try again, and check the endpoint if this happens again.").arg(cloud);
    }
    return {};
}

}  // namespace

Error cloudError(const CloudName &cloud, const CloudRefusal &refusal, const QByteArrayList &secrets)
{
    QString message = refusal.message, code = refusal.code;
    for (const QByteArray &secret : secrets) {
        if (secret.isEmpty())
            continue;
        message.replace(QString::fromUtf8(secret), QStringLiteral("…"));
        code.replace(QString::fromUtf8(secret), QStringLiteral("…"));
    }
    QString detail = shownLine(code, 100);
    if (!message.isEmpty())
        detail += (detail.isEmpty() ? QString() : QStringLiteral(": ")) + shownLine(message, 1000);
    if (!refusal.requestId.isEmpty())
        detail += QStringLiteral(" (request %1)").arg(shownLine(refusal.requestId, 100));
    const QString sentence = withConsolePage(sentenceOf(cloud.shown, refusal), consolePage(cloud.kind, refusal.kind));
    return {codeOf(refusal.kind), sentence, detail};
}

}  // namespace trainyard
