#include "core/ssh/authenticator.h"

#include "core/ssh/knownhosts.h"
#include "core/ssh/sshconfig.h"
#include "core/ssh/ssherrors.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace trainyard {

namespace {

constexpr int kAsks = 3;   // as OpenSSH's NumberOfPasswordPrompts

struct KeyDeleter {
    void operator()(ssh_key key) const { ssh_key_free(key); }
};
using KeyHandle = std::unique_ptr<ssh_key_struct, KeyDeleter>;

// The bytes of a secret, overwritten when done with.
class SecretBytes {
public:
    explicit SecretBytes(const QString &secret) : m_bytes(secret.toUtf8()) {}
    ~SecretBytes() { explicit_bzero(m_bytes.data(), static_cast<std::size_t>(m_bytes.size())); }
    SecretBytes(const SecretBytes &) = delete;
    SecretBytes &operator=(const SecretBytes &) = delete;
    const char *text() const { return m_bytes.constData(); }

private:
    QByteArray m_bytes;
};

}  // namespace

Authenticator::Authenticator(ssh_session session, const SshTarget &target, const SshQuestions &questions,
                             SessionWait &wait)
    : m_session(session), m_target(target), m_questions(questions), m_wait(wait)
{
}

Result<void> Authenticator::run(const QString &user, const QStringList &identityFiles)
{
    m_user = user;
    QStringList paths;
    QList<KeyFile> keys;
    for (const QString &path : identityFiles) {
        auto key = readKeyFile(path);
        if (!key) {
            // A key named in ~/.ssh/config may be missing, as OpenSSH allows; one named by the person not.
            const bool isAsked = !m_target.identityFiles.isEmpty();
            if (isAsked)
                return key.error();
            m_tried << path + QStringLiteral(": ") + key.error().what;
            continue;
        }
        paths << path;
        keys << *key;
    }
    if (identityFiles.isEmpty()) {
        const QString ssh = homeDirectory() + QStringLiteral("/.ssh/");
        for (const char *name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
            const QString path = ssh + QLatin1String(name);
            if (!QFileInfo::exists(path))
                continue;
            auto key = readKeyFile(path);
            if (!key) {
                m_tried << path + QStringLiteral(": ") + key.error().what;
                continue;
            }
            paths << path;
            keys << *key;
        }
    }

    // Whatever asks a person for a passphrase comes after what does not.
    const bool areAsked = !identityFiles.isEmpty();
    const std::function<Attempt()> steps[] = {
        [&] { return tryNone(); },
        [&] { return areAsked ? tryKeyFiles(keys, paths, false) : Attempt(Outcome::Refused); },
        [&] { return tryAgent(); },
        [&] { return areAsked ? Attempt(Outcome::Refused) : tryKeyFiles(keys, paths, false); },
        [&] { return tryKeyFiles(keys, paths, true); },
        [&] { return tryPassword(); },
        [&] { return tryKeyboardInteractive(); },
    };
    for (const auto &step : steps) {
        const Attempt attempt = step();
        if (!attempt)
            return attempt.error();
        if (*attempt == Outcome::In)
            return {};
    }
    return refused();
}

bool Authenticator::offers(int method) const
{
    return (ssh_userauth_list(m_session, nullptr) & method) != 0;
}

Authenticator::Attempt Authenticator::outcome(const Result<int> &status)
{
    if (!status)
        return status.error();
    if (*status == SSH_AUTH_SUCCESS)
        return Outcome::In;
    if (*status == SSH_AUTH_ERROR && !ssh_is_connected(m_session)) {
        m_tried << QString::fromUtf8(ssh_get_error(m_session));
        return refused();   // sshd hangs up after MaxAuthTries
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::tryNone()
{
    const auto status = m_wait.drive([&] { return ssh_userauth_none(m_session, nullptr); }, SSH_AUTH_AGAIN);
    if (status && *status == SSH_AUTH_ERROR)
        return unreachableError(QCoreApplication::translate("trainyard::Ssh",
                                                            "The machine closed the connection before the login. Try "
                                                            "again in a moment."),
                                QString::fromUtf8(ssh_get_error(m_session)));
    return outcome(status);
}

Authenticator::Attempt Authenticator::tryKeyFiles(const QList<KeyFile> &keys, const QStringList &paths,
                                                  bool isEncrypted)
{
    if (!offers(SSH_AUTH_METHOD_PUBLICKEY))
        return Outcome::Refused;
    for (qsizetype i = 0; i < keys.size(); ++i) {
        if (keys[i].isEncrypted != isEncrypted)
            continue;
        const Attempt attempt = tryKey(keys[i], paths[i]);
        if (!attempt || *attempt == Outcome::In)
            return attempt;
    }
    return Outcome::Refused;
}

Result<bool> Authenticator::isKeyWelcome(ssh_key key)
{
    const auto status = m_wait.drive([&] { return ssh_userauth_try_publickey(m_session, nullptr, key); },
                                     SSH_AUTH_AGAIN);
    if (const auto attempt = outcome(status); !attempt)
        return attempt.error();
    return *status == SSH_AUTH_SUCCESS;
}

Authenticator::Attempt Authenticator::tryKey(const KeyFile &file, const QString &path)
{
    // The passphrase is only asked for when the server would take the key.
    if (file.isEncrypted && !file.publicKey.isEmpty()) {
        ssh_key publicKey = nullptr;
        const QByteArray type = keyTypeOf(file.publicKey);
        if (ssh_pki_import_pubkey_base64(file.publicKey.toBase64().constData(),
                                         ssh_key_type_from_name(type.constData()), &publicKey) == SSH_OK) {
            const KeyHandle handle(publicKey);
            const auto welcome = isKeyWelcome(publicKey);
            if (!welcome)
                return welcome.error();
            if (!*welcome) {
                m_tried << path + QStringLiteral(": not accepted");
                return Outcome::Refused;
            }
        }
    }
    auto key = importKey(file, path);
    if (!key)
        return key.error();
    if (!*key)
        return Outcome::Refused;
    const KeyHandle handle(*key);
    const auto attempt = outcome(
        m_wait.drive([&] { return ssh_userauth_publickey(m_session, nullptr, handle.get()); }, SSH_AUTH_AGAIN));
    if (attempt && *attempt == Outcome::Refused)
        m_tried << path + QStringLiteral(": not accepted");
    return attempt;
}

Result<ssh_key> Authenticator::importKey(const KeyFile &file, const QString &path)
{
    ssh_key key = nullptr;
    if (!file.isEncrypted) {
        if (ssh_pki_import_privkey_base64(file.text.constData(), nullptr, nullptr, nullptr, &key) == SSH_OK)
            return key;
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "The key file %1 is damaged or of an unknown kind. Make a new key with "
                                                 "ssh-keygen.").arg(path),
                     QString::fromUtf8(ssh_get_error(m_session))};
    }
    for (int ask = 0; m_questions.secret && ask < kAsks; ++ask) {
        const auto secret = m_questions.secret(
            m_target, path, QCoreApplication::translate("trainyard::Ssh", "Passphrase for the key %1").arg(path));
        if (!secret || m_wait.isStopped())
            return cancelledError();
        const SecretBytes passphrase(*secret);
        if (ssh_pki_import_privkey_base64(file.text.constData(), passphrase.text(), nullptr, nullptr, &key) == SSH_OK)
            return key;
    }
    m_tried << path + QStringLiteral(": no working passphrase");
    return ssh_key(nullptr);
}

Authenticator::Attempt Authenticator::tryAgent()
{
    if (!offers(SSH_AUTH_METHOD_PUBLICKEY) || qEnvironmentVariableIsEmpty("SSH_AUTH_SOCK"))
        return Outcome::Refused;
    const auto attempt = outcome(m_wait.drive([&] { return ssh_userauth_agent(m_session, nullptr); }, SSH_AUTH_AGAIN));
    if (attempt && *attempt == Outcome::Refused)
        m_tried << QStringLiteral("ssh-agent: no key accepted");
    return attempt;
}

Authenticator::Attempt Authenticator::tryPassword()
{
    if (!offers(SSH_AUTH_METHOD_PASSWORD) || !m_questions.secret)
        return Outcome::Refused;
    for (int ask = 0; ask < kAsks; ++ask) {
        const auto secret = m_questions.secret(
            m_target, QStringLiteral("password"),
            QCoreApplication::translate("trainyard::Ssh", "Password for %1").arg(m_target.display()));
        if (!secret || m_wait.isStopped())
            return cancelledError();
        const SecretBytes password(*secret);
        const auto attempt = outcome(
            m_wait.drive([&] { return ssh_userauth_password(m_session, nullptr, password.text()); }, SSH_AUTH_AGAIN));
        if (!attempt || *attempt == Outcome::In)
            return attempt;
        m_tried << QStringLiteral("password: not accepted");
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::tryKeyboardInteractive()
{
    if (!offers(SSH_AUTH_METHOD_INTERACTIVE) || !m_questions.secret)
        return Outcome::Refused;
    for (int ask = 0; ask < kAsks; ++ask) {
        const Attempt attempt = answerPrompts();
        if (!attempt || *attempt == Outcome::In)
            return attempt;
        m_tried << QStringLiteral("keyboard-interactive: not accepted");
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::answerPrompts()
{
    // A server may send any number of rounds; ten is more than any honest one.
    for (int round = 0; round < 10; ++round) {
        const auto status = m_wait.drive([&] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); },
                                         SSH_AUTH_AGAIN);
        if (!status || *status != SSH_AUTH_INFO)
            return outcome(status);
        const int prompts = ssh_userauth_kbdint_getnprompts(m_session);
        for (int i = 0; i < prompts; ++i) {
            char echo = 0;
            const QString prompt = QString::fromUtf8(
                ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned>(i), &echo)).trimmed();
            if (prompts > 1 || echo)
                return Error{ErrorCode::AuthenticationFailed,
                             QCoreApplication::translate("trainyard::Ssh",
                                                         "The machine asks several questions at login, which is not "
                                                         "supported yet. Log in with a key instead."),
                             prompt};
            const auto secret = m_questions.secret(m_target, QStringLiteral("password"), prompt);
            if (!secret || m_wait.isStopped())
                return cancelledError();
            const SecretBytes answer(*secret);
            ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned>(i), answer.text());
        }
    }
    return Outcome::Refused;
}

Error Authenticator::refused() const
{
    QStringList methods;
    const int offered = ssh_userauth_list(m_session, nullptr);
    if (offered & SSH_AUTH_METHOD_PUBLICKEY)
        methods << QStringLiteral("publickey");
    if (offered & SSH_AUTH_METHOD_PASSWORD)
        methods << QStringLiteral("password");
    if (offered & SSH_AUTH_METHOD_INTERACTIVE)
        methods << QStringLiteral("keyboard-interactive");
    QString detail = QStringLiteral("offered: ") + methods.join(QStringLiteral(", "));
    if (!m_tried.isEmpty())
        detail += u'\n' + m_tried.join(u'\n');
    return {ErrorCode::AuthenticationFailed,
            QCoreApplication::translate("trainyard::Ssh",
                                        "%1 did not let %2 in. Check the user name and that your public key is on the "
                                        "machine, or choose another key.").arg(m_target.host, m_user),
            detail};
}

}  // namespace trainyard
