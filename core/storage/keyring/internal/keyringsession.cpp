// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/keyring/internal/keyringsession.h"

#include "core/storage/keyring/internal/keyringprompt.h"

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QThread>
#include <QUuid>

#include <utility>

namespace trainyard {

// A secret as the service sends it, in a session without encryption of its own: the bus is private to the person.
struct KeyringSecret {
    QDBusObjectPath session;
    QByteArray parameters, value;
    QString contentType;
};

QDBusArgument &operator<<(QDBusArgument &to, const KeyringSecret &secret)
{
    to.beginStructure();
    to << secret.session << secret.parameters << secret.value << secret.contentType;
    to.endStructure();
    return to;
}

const QDBusArgument &operator>>(const QDBusArgument &from, KeyringSecret &secret)
{
    from.beginStructure();
    from >> secret.session >> secret.parameters >> secret.value >> secret.contentType;
    from.endStructure();
    return from;
}

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::KeyringSecret)

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Keyring)
};

constexpr int kAnswerMs = 30'000;   // starting the keyring's daemon takes seconds on a slow computer
constexpr int kPersonMs = 300'000;  // to find the keyring's window and type a password

const QString kService = QStringLiteral("org.freedesktop.secrets");
const QString kRoot = QStringLiteral("/org/freedesktop/secrets");
const QString kOfService = QStringLiteral("org.freedesktop.Secret.Service");
const QString kOfCollection = QStringLiteral("org.freedesktop.Secret.Collection");
const QString kOfItem = QStringLiteral("org.freedesktop.Secret.Item");
const QString kOfPrompt = QStringLiteral("org.freedesktop.Secret.Prompt");
const QString kNothing = QStringLiteral("/");  // the path that stands for no object

Error failure(const QDBusMessage &reply)
{
    const QString name = reply.errorName();
    const QString detail = name + QStringLiteral(": ") + reply.errorMessage();
    if (name.endsWith(QLatin1String(".IsLocked")))
        return {ErrorCode::PermissionDenied, Words::tr("The keyring is locked: unlock it and try again."), detail};
    if (name.endsWith(QLatin1String(".ServiceUnknown")) || name.endsWith(QLatin1String(".Disconnected"))
        || name.contains(QLatin1String(".Spawn.")))
        return {ErrorCode::Unsupported,
                Words::tr("There is no keyring here: start GNOME Keyring, KWallet or KeePassXC, or set the secret as a variable of your "
                          "environment."),
                detail};
    return {ErrorCode::Io, Words::tr("The keyring did not do what it was asked: try again, or look at it in its own program."), detail};
}

template <typename Type>
Type valueOf(const QVariant &sent)
{
    return sent.userType() == qMetaTypeId<QDBusArgument>() ? qdbus_cast<Type>(sent) : sent.value<Type>();
}

}  // namespace

KeyringSession::KeyringSession()
    : m_name(QStringLiteral("trainyard-keyring-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_bus(QDBusConnection::connectToBus(QDBusConnection::SessionBus, m_name))
{
    qDBusRegisterMetaType<KeyringSecret>();
    qDBusRegisterMetaType<KeyringAttributes>();
}

KeyringSession::~KeyringSession() { QDBusConnection::disconnectFromBus(m_name); }

Result<QList<QVariant>> KeyringSession::call(const QString &path, const QString &interface, const QString &method,
                                             const QList<QVariant> &arguments)
{
    QDBusMessage message = QDBusMessage::createMethodCall(kService, path, interface, method);
    message.setArguments(arguments);
    const QDBusMessage reply = m_bus.call(message, QDBus::Block, kAnswerMs);
    if (reply.type() != QDBusMessage::ReplyMessage)
        return failure(reply);
    return reply.arguments();
}

Result<void> KeyringSession::open()
{
    TRY(const auto answer,
        call(kRoot, kOfService, QStringLiteral("OpenSession"), {QStringLiteral("plain"), QVariant::fromValue(QDBusVariant(QString()))}));
    m_session = valueOf<QDBusObjectPath>(answer.value(1));
    return {};
}

Result<QList<QDBusObjectPath>> KeyringSession::search(const KeyringAttributes &attributes)
{
    TRY(const auto answer, call(kRoot, kOfService, QStringLiteral("SearchItems"), {QVariant::fromValue(attributes)}));
    return valueOf<QList<QDBusObjectPath>>(answer.value(0)) + valueOf<QList<QDBusObjectPath>>(answer.value(1));
}

// A prompt is a window of the keyring. The service closes it when the connection that asked for it ends.
Result<void> KeyringSession::answered(const QVariant &prompt)
{
    const QString path = valueOf<QDBusObjectPath>(prompt).path();
    if (path.isEmpty() || path == kNothing)
        return {};
    QThread listening;
    KeyringPrompt person(kService, path, kOfPrompt, m_bus);
    person.moveToThread(&listening);
    listening.start();
    const auto asked = call(path, kOfPrompt, QStringLiteral("Prompt"), {QString()});
    const auto answer = asked ? person.wait(kPersonMs) : KeyringPrompt::Answer::None;
    listening.quit();
    listening.wait();
    if (!asked)
        return asked.error();
    if (answer == KeyringPrompt::Answer::Yes)
        return {};
    if (answer == KeyringPrompt::Answer::No)
        return Error{ErrorCode::PermissionDenied, Words::tr("The keyring's question was answered with no: try again, and allow it."), {}};
    return Error{ErrorCode::PermissionDenied, Words::tr("The keyring asks for its password, and none was entered: try again."), {}};
}

Result<void> KeyringSession::unlock(const QDBusObjectPath &path)
{
    TRY(const auto answer, call(kRoot, kOfService, QStringLiteral("Unlock"), {QVariant::fromValue(QList<QDBusObjectPath>{path})}));
    return answered(answer.value(1));
}

Result<KeyringAttributes> KeyringSession::attributes(const QDBusObjectPath &item)
{
    TRY(const auto answer, call(item.path(), QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"),
                                {kOfItem, QStringLiteral("Attributes")}));
    return valueOf<KeyringAttributes>(answer.value(0).value<QDBusVariant>().variant());
}

Result<QByteArray> KeyringSession::secret(const QDBusObjectPath &item)
{
    TRY(const auto answer, call(item.path(), kOfItem, QStringLiteral("GetSecret"), {QVariant::fromValue(m_session)}));
    return valueOf<KeyringSecret>(answer.value(0)).value;
}

Result<void> KeyringSession::create(const QString &label, const KeyringAttributes &attributes, const QByteArray &secret)
{
    TRY(const auto named, call(kRoot, kOfService, QStringLiteral("ReadAlias"), {QStringLiteral("default")}));
    const auto collection = valueOf<QDBusObjectPath>(named.value(0));
    if (collection.path().isEmpty() || collection.path() == kNothing)
        return Error{ErrorCode::NotFound, Words::tr("The keyring has no default collection: create one in its own program."), {}};
    TRY_DO(unlock(collection));
    const QVariantMap properties{{kOfItem + QStringLiteral(".Label"), label},
                                 {kOfItem + QStringLiteral(".Attributes"), QVariant::fromValue(attributes)}};
    TRY(const auto made,
        call(collection.path(), kOfCollection, QStringLiteral("CreateItem"),
             {properties, QVariant::fromValue(KeyringSecret{m_session, {}, secret, QStringLiteral("text/plain; charset=utf8")}), true}));
    return answered(made.value(1));
}

Result<void> KeyringSession::remove(const QDBusObjectPath &item)
{
    TRY(const auto answer, call(item.path(), kOfItem, QStringLiteral("Delete"), {}));
    return answered(answer.value(0));
}

}  // namespace trainyard

#include "moc_keyringprompt.cpp"
