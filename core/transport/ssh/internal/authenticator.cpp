// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/authenticator.h"

#include "core/transport/ssh/internal/agentrelay.h"
#include "core/transport/ssh/internal/keyhandle.h"
#include "core/transport/ssh/internal/knownhosts.h"
#include "core/transport/ssh/sshconfig.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <memory>

namespace trainyard {

namespace {

constexpr int kAsks = 3;         // as OpenSSH's NumberOfPasswordPrompts
constexpr int kMaxRounds = 10;   // of keyboard-interactive: more than any honest server wants
constexpr int kMaxPrompts = 16;  // in one round
constexpr int kMaxParts = 5;     // methods that a server may demand one after the other
// An agent may wait for a touch on a security key or a click, which takes a person's time.
constexpr qint64 kAgentPatienceMs = 120'000;

// The bytes of a secret, overwritten after use.
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

// A hidden question for "Password" is the account's password, which may be remembered; a code may not be.
bool isPasswordPrompt(const QString &text, bool isEchoed)
{
    if (isEchoed || !text.contains(QLatin1String("password"), Qt::CaseInsensitive))
        return false;
    for (const char *word : {"one-time", "one time", "otp", "token", "code", "new", "verification"}) {
        if (text.contains(QLatin1String(word), Qt::CaseInsensitive))
            return false;
    }
    return true;
}

}  // namespace

Authenticator::Authenticator(ssh_session session, const SshTarget &target, const SshPlace &place, LoginQuestions &questions,
                             SessionWait &wait)
    : m_session(session), m_target(target), m_place(place), m_questions(questions), m_wait(wait)
{
}

Result<void> Authenticator::readKeys()
{
    QStringList paths = m_place.identityFiles;
    if (paths.isEmpty()) {
        for (const char *name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
            const QString path = homeDirectory() + QStringLiteral("/.ssh/") + QLatin1String(name);
            if (QFileInfo::exists(path))
                paths << path;
        }
    }
    for (const QString &path : std::as_const(paths)) {
        auto key = readKeyFile(path);
        if (!key) {
            // A key named in ~/.ssh/config may be missing, as in OpenSSH; one named by the person may not.
            if (!m_target.identityFiles.isEmpty())
                return key.error();
            m_tried << path + QStringLiteral(": ") + key.error().what;
            continue;
        }
        if (!key->isReadable) {
            const Error error = unreadableKeyError(*key, path);
            m_tried << path + QStringLiteral(": ") + error.what;
            if (!m_target.identityFiles.isEmpty() && !m_keyError)
                m_keyError = error;
        }
        m_keys << Key{path, *key};
    }
    return {};
}

Result<void> Authenticator::run()
{
    TRY_DO(readKeys());
    for (int part = 0; part < kMaxParts; ++part) {
        Attempt attempt = part == 0 ? tryNamedKey() : Outcome::Refused;
        if (part == 0 && attempt && *attempt == Outcome::Refused)
            attempt = tryNone();  // also asks for the methods
        if (attempt && *attempt == Outcome::Refused)
            attempt = tryAll();
        if (!attempt)
            return attempt.error();
        if (*attempt == Outcome::In)
            return {};
        if (*attempt == Outcome::Refused)
            break;
        m_refusedKey = nullptr;  // a server that required a password first may accept it now
    }
    return m_keyError ? *m_keyError : refused();
}

Authenticator::Attempt Authenticator::tryAll()
{
    // Methods that ask a person for a passphrase come after those that do not.
    const bool areAsked = !m_place.identityFiles.isEmpty();
    const std::function<Attempt()> steps[] = {
        [&] { return areAsked ? tryKeyFiles(false) : Attempt(Outcome::Refused); },
        [&] { return tryAgent(); },
        [&] { return areAsked ? Attempt(Outcome::Refused) : tryKeyFiles(false); },
        [&] { return tryKeyFiles(true); },
        [&] { return tryKeyboardInteractive(); },
        [&] { return tryPassword(); },
    };
    for (const auto &step : steps) {
        Attempt attempt = step();
        if (!attempt || *attempt != Outcome::Refused)
            return attempt;
    }
    return Outcome::Refused;
}

bool Authenticator::offers(int method) const { return (ssh_userauth_list(m_session, nullptr) & method) != 0; }

Authenticator::Attempt Authenticator::outcome(const Result<int> &status)
{
    if (!status)
        return status.error();
    if (*status == SSH_AUTH_SUCCESS)
        return Outcome::In;
    if (*status == SSH_AUTH_PARTIAL)
        return Outcome::Partly;
    if (*status == SSH_AUTH_ERROR && !ssh_is_connected(m_session)) {
        if (ssh_userauth_list(m_session, nullptr) == 0)  // not even a refusal was received
            return hungUp();
        m_tried << QString::fromUtf8(ssh_get_error(m_session));
        return refused();  // sshd hangs up after MaxAuthTries
    }
    return Outcome::Refused;
}

// The first requested key is sent right away: asking for the methods first would cost a round trip.
Authenticator::Attempt Authenticator::tryNamedKey()
{
    const auto first = std::find_if(m_keys.cbegin(), m_keys.cend(),
                                    [](const Key &key) { return !key.file.isEncrypted && key.file.isReadable; });
    if (m_place.identityFiles.isEmpty() || first == m_keys.cend())
        return Outcome::Refused;
    Attempt attempt = tryKey(*first);
    if (attempt && *attempt == Outcome::Refused)
        m_refusedKey = &*first;
    return attempt;
}

Authenticator::Attempt Authenticator::tryNone()
{
    const auto status = m_wait.drive([&] { return ssh_userauth_none(m_session, nullptr); }, SSH_AUTH_AGAIN);
    if (status && *status == SSH_AUTH_ERROR && ssh_userauth_list(m_session, nullptr) == 0)
        return hungUp();
    return outcome(status);
}

Error Authenticator::hungUp() const
{
    return unreachableError(QCoreApplication::translate("trainyard::Ssh",
                                                        "The machine closed the connection before the login. Try again in a "
                                                        "moment."),
                            QString::fromUtf8(ssh_get_error(m_session)));
}

// All questions pass through here. It distinguishes a server that hung up meanwhile from one that refuses.
Result<QString> Authenticator::ask(SshPrompt prompt)
{
    prompt.target = m_target;
    prompt.text = shownText(prompt.text);
    auto answer = m_questions.secret(prompt);
    if (!answer || m_wait.isStopped())
        return cancelledError();
    if (m_wait.isHungUp()) {
        m_questions.setCutOff();
        return unreachableError(QCoreApplication::translate("trainyard::Ssh", "%1 did not wait for the answer and closed the connection. "
                                                                              "Connect again.")
                                    .arg(m_place.host),
                                QStringLiteral("hung up during a question"));
    }
    return *answer;
}

Authenticator::Attempt Authenticator::tryKeyFiles(bool isEncrypted)
{
    for (const Key &key : std::as_const(m_keys)) {
        if (!offers(SSH_AUTH_METHOD_PUBLICKEY))
            break;
        if (key.file.isEncrypted != isEncrypted || !key.file.isReadable || &key == m_refusedKey)
            continue;
        Attempt attempt = tryKey(key);
        if (!attempt || *attempt != Outcome::Refused)
            return attempt;
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::isKeyWelcome(ssh_key key)
{
    return outcome(m_wait.drive([&] { return ssh_userauth_try_publickey(m_session, nullptr, key); }, SSH_AUTH_AGAIN));
}

Authenticator::Attempt Authenticator::tryKey(const Key &key)
{
    // Ask for the passphrase only if the server would accept the key.
    if (key.file.isEncrypted && !key.file.publicKey.isEmpty()) {
        ssh_key publicKey = nullptr;
        const QByteArray type = keyTypeOf(key.file.publicKey);
        if (ssh_pki_import_pubkey_base64(key.file.publicKey.toBase64().constData(), ssh_key_type_from_name(type.constData()), &publicKey)
            == SSH_OK) {
            const KeyHandle handle(publicKey);
            const Attempt welcome = isKeyWelcome(publicKey);
            if (!welcome)
                return welcome;
            if (*welcome != Outcome::In) {
                m_tried << key.path + QStringLiteral(": not accepted");
                return Outcome::Refused;
            }
        }
    }
    TRY(auto imported, importKey(key));
    if (!imported)
        return Outcome::Refused;
    const KeyHandle handle(imported);
    Attempt attempt = outcome(m_wait.drive([&] { return ssh_userauth_publickey(m_session, nullptr, handle.get()); }, SSH_AUTH_AGAIN));
    if (attempt && *attempt == Outcome::Refused)
        m_tried << key.path + QStringLiteral(": not accepted");
    return attempt;
}

Result<ssh_key> Authenticator::importKey(const Key &file)
{
    ssh_key key = nullptr;
    if (!file.file.isEncrypted) {
        if (ssh_pki_import_privkey_base64(file.file.text.constData(), nullptr, nullptr, nullptr, &key) == SSH_OK)
            return key;
        const Error error{ErrorCode::InvalidInput,
                          QCoreApplication::translate("trainyard::Ssh",
                                                      "The key file %1 is damaged or of an unknown type. Create a new key with ssh-keygen.")
                              .arg(file.path),
                          QString::fromUtf8(ssh_get_error(m_session))};
        if (!m_target.identityFiles.isEmpty())
            return error;
        m_tried << file.path + QStringLiteral(": ") + error.what;
        return ssh_key(nullptr);
    }
    for (int tries = 0; m_questions.canAskSecrets() && tries < kAsks; ++tries) {
        SshPrompt prompt;
        prompt.kind = SshPrompt::Kind::Passphrase;
        prompt.name = file.path;
        prompt.text = QCoreApplication::translate("trainyard::Ssh", "Passphrase for the key %1").arg(file.path);
        TRY(const auto secret, ask(prompt));
        const SecretBytes passphrase(secret);
        if (ssh_pki_import_privkey_base64(file.file.text.constData(), passphrase.text(), nullptr, nullptr, &key) == SSH_OK)
            return key;
    }
    m_tried << file.path + QStringLiteral(": no working passphrase");
    return ssh_key(nullptr);
}

Authenticator::Attempt Authenticator::tryAgent()
{
    if (!offers(SSH_AUTH_METHOD_PUBLICKEY) || m_place.agentSocket.isEmpty())
        return Outcome::Refused;
    QList<QByteArray> wanted;
    for (const Key &key : std::as_const(m_keys)) {
        if (!key.file.publicKey.isEmpty())
            wanted << key.file.publicKey;
    }
    LoginClock &clock = m_wait.clock();
    const auto relay = AgentRelay::start(m_place.agentSocket, wanted, m_place.isIdentitiesOnly, QDeadlineTimer(kAgentPatienceMs),
                                         clock.stop());
    if (!relay || ssh_set_agent_socket(m_session, relay->takeFd()) != SSH_OK) {
        m_tried << QStringLiteral("ssh-agent: does not answer");
        return Outcome::Refused;
    }
    // The call waits for the agent, never for the server.
    Attempt attempt = outcome(
        m_wait.drive([&] { return clock.waitForPerson([&] { return ssh_userauth_agent(m_session, nullptr); }); }, SSH_AUTH_AGAIN));
    if (m_wait.isStopped())
        return cancelledError();
    if (attempt && *attempt == Outcome::Refused)
        m_tried << QStringLiteral("ssh-agent: no key accepted");
    return attempt;
}

Authenticator::Attempt Authenticator::tryPassword()
{
    if (!offers(SSH_AUTH_METHOD_PASSWORD) || !m_questions.canAskSecrets())
        return Outcome::Refused;
    for (int tries = 0; tries < kAsks; ++tries) {
        SshPrompt prompt;
        prompt.text = QCoreApplication::translate("trainyard::Ssh", "Password for %1").arg(m_target.display());
        TRY(const auto secret, ask(prompt));
        const SecretBytes password(secret);
        Attempt attempt = outcome(m_wait.drive([&] { return ssh_userauth_password(m_session, nullptr, password.text()); }, SSH_AUTH_AGAIN));
        if (!attempt || *attempt != Outcome::Refused)
            return attempt;
        m_tried << QStringLiteral("password: not accepted");
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::tryKeyboardInteractive()
{
    if (!offers(SSH_AUTH_METHOD_INTERACTIVE) || !m_questions.canAskSecrets())
        return Outcome::Refused;
    for (int tries = 0; tries < kAsks; ++tries) {
        bool hasAsked = false;
        Attempt attempt = answerPrompts(&hasAsked);
        if (!attempt || *attempt != Outcome::Refused)
            return attempt;
        m_tried << QStringLiteral("keyboard-interactive: not accepted");
        if (!hasAsked)
            break;  // a server that refuses without a question will refuse again
    }
    return Outcome::Refused;
}

Authenticator::Attempt Authenticator::answerPrompts(bool *hasAsked)
{
    for (int round = 0; round < kMaxRounds; ++round) {
        const auto status = m_wait.drive([&] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); }, SSH_AUTH_AGAIN);
        if (!status || *status != SSH_AUTH_INFO)
            return outcome(status);
        TRY_DO(answerRound(hasAsked));
    }
    m_tried << QStringLiteral("keyboard-interactive: too many rounds");
    return refused();  // the current question stays open, so nothing else can be tried
}

Result<void> Authenticator::answerRound(bool *hasAsked)
{
    const int prompts = ssh_userauth_kbdint_getnprompts(m_session);
    if (prompts > kMaxPrompts) {
        m_tried << QStringLiteral("keyboard-interactive: too many questions");
        return refused();
    }
    // The server's text for the whole round is shown with its first question.
    QStringList about;
    for (const char *text : {ssh_userauth_kbdint_getname(m_session), ssh_userauth_kbdint_getinstruction(m_session)}) {
        if (text && *text)
            about << QString::fromUtf8(text).trimmed();
    }
    for (int i = 0; i < prompts; ++i) {
        char echo = 0;
        const auto number = static_cast<unsigned>(i);
        const QString text = QString::fromUtf8(ssh_userauth_kbdint_getprompt(m_session, number, &echo)).trimmed();
        SshPrompt prompt;
        prompt.isEchoed = echo != 0;
        prompt.kind = isPasswordPrompt(text, prompt.isEchoed) ? SshPrompt::Kind::Password : SshPrompt::Kind::Code;
        prompt.text = (about << text).join(u'\n');
        about.clear();
        *hasAsked = true;
        TRY(const auto secret, ask(prompt));
        const SecretBytes answer(secret);
        if (ssh_userauth_kbdint_setanswer(m_session, number, answer.text()) < 0)
            return Error{ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "Out of memory."), {}};
    }
    return {};
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
            QCoreApplication::translate("trainyard::Ssh", "%1 did not let %2 in. Check the user name and that your public key is on the "
                                                          "machine, or choose another key.")
                .arg(m_target.host, m_place.user),
            detail};
}

}  // namespace trainyard
