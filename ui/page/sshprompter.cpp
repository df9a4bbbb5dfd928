// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/sshprompter.h"

#include "ui/page/hostkeydialog.h"
#include "ui/page/secretdialog.h"

#include <QApplication>
#include <QDialog>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace trainyard {

struct SshPrompter::Question {
    SshTarget target;
    std::optional<HostKey> hostKey;  // not set: a secret is requested
    SshPrompt prompt;
    bool isDone = false, isYes = false;
    QString secret;
};

struct SshPrompter::Shared {
    std::mutex guard;
    std::condition_variable answered;
    std::deque<std::shared_ptr<Question>> open;  // the first one is shown
    SshPrompter *prompter = nullptr;             // nullptr: the window is closed

    // On a worker thread.
    void ask(const std::shared_ptr<Question> &question, const std::stop_token &stop)
    {
        {
            const std::lock_guard lock(guard);
            if (!prompter)
                return;
            open.push_back(question);
            QMetaObject::invokeMethod(
                prompter, [p = prompter] { p->showNext(); }, Qt::QueuedConnection);
        }
        const std::stop_callback withdraw(stop, [&] {
            const std::lock_guard lock(guard);
            question->isDone = true;
            std::erase(open, question);
            answered.notify_all();
            if (prompter)
                QMetaObject::invokeMethod(
                    prompter, [p = prompter] { p->closeUnlessAsked(); }, Qt::QueuedConnection);
        });
        std::unique_lock lock(guard);
        answered.wait(lock, [&] { return question->isDone; });
    }

    void refuseAll()
    {
        for (const auto &question : open)
            question->isDone = true;
        open.clear();
        answered.notify_all();
    }
};

SshPrompter::SshPrompter(QObject *parent) : QObject(parent), m_shared(std::make_shared<Shared>()) { m_shared->prompter = this; }

SshPrompter::~SshPrompter() { shutDown(); }

SshQuestions SshPrompter::questions()
{
    SshQuestions questions;
    questions.acceptUnknownHostKey = [shared = m_shared](const SshTarget &target, const HostKey &key, const std::stop_token &stop) {
        auto question = std::make_shared<Question>();
        question->target = target;
        question->hostKey = key;
        shared->ask(question, stop);
        return question->isYes;
    };
    questions.secret = [shared = m_shared](const SshPrompt &prompt, const std::stop_token &stop) -> std::optional<QString> {
        auto question = std::make_shared<Question>();
        question->target = prompt.target;
        question->prompt = prompt;
        shared->ask(question, stop);
        return question->isYes ? std::optional<QString>(question->secret) : std::nullopt;
    };
    return questions;
}

void SshPrompter::setWindow(QWidget *window) { m_window = window; }

void SshPrompter::cancelAll()
{
    {
        const std::lock_guard lock(m_shared->guard);
        m_shared->refuseAll();
    }
    closeUnlessAsked();
}

// The dialog closes when its answer is no longer awaited; the next question gets its own.
void SshPrompter::closeUnlessAsked()
{
    {
        const std::lock_guard lock(m_shared->guard);
        if (const auto shown = m_shown.lock(); shown && !shown->isDone)
            return;
    }
    if (m_dialog) {
        m_dialog->disconnect(this);
        m_dialog->hide();  // otherwise it would still count as the active modal widget and become the parent of the next dialog
        m_dialog->deleteLater();
    }
    m_dialog = nullptr;
    showNext();
}

void SshPrompter::shutDown()
{
    {
        const std::lock_guard lock(m_shared->guard);
        m_shared->prompter = nullptr;
        m_shared->refuseAll();
    }
    if (m_dialog)
        m_dialog->disconnect(this);
    delete m_dialog;
}

void SshPrompter::showNext()
{
    if (m_dialog)
        return;
    std::shared_ptr<Question> question;
    {
        const std::lock_guard lock(m_shared->guard);
        if (m_shared->open.empty())
            return;
        question = m_shared->open.front();
    }
    QWidget *above = QApplication::activeModalWidget();
    m_dialog = makeDialog(*question, above ? above : m_window.data());
    m_shown = question;
    // If the dialog's parent destroys it, the answer is not yes. After an answer, m_shown is another question.
    connect(m_dialog, &QObject::destroyed, this, [this, asked = std::weak_ptr(question)] {
        const auto lost = asked.lock();
        if (lost && lost == m_shown.lock())
            answer(false, {});
    });
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->open();
}

void SshPrompter::answer(bool isYes, const QString &secret)
{
    {
        const std::lock_guard lock(m_shared->guard);
        const auto question = m_shown.lock();
        if (question && !question->isDone) {
            std::erase(m_shared->open, question);
            question->isYes = isYes;
            question->secret = secret;
            question->isDone = true;
            m_shared->answered.notify_all();
        }
    }
    m_shown.reset();
    m_dialog = nullptr;
    QMetaObject::invokeMethod(
        this, [this] { showNext(); }, Qt::QueuedConnection);
}

QDialog *SshPrompter::makeDialog(const Question &question, QWidget *parent)
{
    if (question.hostKey) {
        auto *const dialog = new HostKeyDialog(question.target.display(), *question.hostKey, parent);
        connect(dialog, &QDialog::finished, this, [this](int result) { answer(result == QDialog::Accepted, {}); });
        return dialog;
    }
    auto *const dialog = new SecretDialog(question.prompt, parent);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) {
        answer(result == QDialog::Accepted, result == QDialog::Accepted ? dialog->secret() : QString());
    });
    return dialog;
}

}  // namespace trainyard

#include "moc_sshprompter.cpp"
