// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/keyring/keyring.h"

#include "core/storage/keyring/internal/keyringsession.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Keyring)
};

constexpr qsizetype kMostValue = 32 * 1024;  // characters; what a variable of a process may have with room for others

const QString kNameAttribute = QStringLiteral("name");

KeyringAttributes allOfOurs() { return {{QStringLiteral("application"), QStringLiteral("trainyard")}}; }

KeyringAttributes attributesOf(const QString &name)
{
    KeyringAttributes attributes = allOfOurs();
    attributes.insert(kNameAttribute, name);
    return attributes;
}

Result<QDBusObjectPath> findItem(KeyringSession &session, const QString &name)
{
    TRY_DO(session.open());
    TRY(const auto items, session.search(attributesOf(name)));
    if (items.isEmpty())
        return Error{
            ErrorCode::NotFound, Words::tr("The keyring has no secret “%1” of Trainyard. Add it with: yard secret set %1").arg(name), {}};
    TRY_DO(session.unlock(items.first()));
    return items.first();
}

}  // namespace

Result<QStringList> Keyring::names() const
{
    KeyringSession session;
    TRY(const auto items, session.search(allOfOurs()));
    QStringList names;
    for (const QDBusObjectPath &item : items) {
        TRY(const auto attributes, session.attributes(item));
        names << attributes.value(kNameAttribute);
    }
    names.removeAll(QString());
    names.removeDuplicates();
    names.sort();
    return names;
}

Result<QString> Keyring::value(const QString &name) const
{
    KeyringSession session;
    TRY(const auto item, findItem(session, name));
    TRY(const auto secret, session.secret(item));
    return QString::fromUtf8(secret);
}

Result<void> Keyring::set(const QString &name, const QString &value)
{
    if (value.isEmpty() || value.size() > kMostValue || value.contains(QChar(u'\0')))
        return Error{ErrorCode::InvalidInput, Words::tr("A secret has 1 to %1 characters, and none of them is NUL.").arg(kMostValue), {}};
    KeyringSession session;
    TRY_DO(session.open());
    return session.create(Words::tr("Trainyard: %1", "a secret in the keyring").arg(name), attributesOf(name), value.toUtf8());
}

Result<void> Keyring::remove(const QString &name)
{
    KeyringSession session;
    TRY(const auto item, findItem(session, name));
    return session.remove(item);
}

}  // namespace trainyard
