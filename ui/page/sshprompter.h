// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the questions of a login (unknown host key, password, passphrase, code) from worker threads to the person
// and the answers back. The worker blocks until there is an answer, until its login is stopped, until cancelAll(),
// until the dialog is destroyed with the window it belongs to, or until this object is gone; each of these but the
// first answers "no". One dialog at a time.
#pragma once

#include "core/model/sshquestions.h"

#include <QObject>
#include <QPointer>

#include <memory>

class QDialog;
class QWidget;

namespace trainyard {

class SshPrompter : public QObject {
    Q_OBJECT
public:
    explicit SshPrompter(QObject *parent = nullptr);
    ~SshPrompter() override;

    SshQuestions questions();         // safe to call on any thread and to outlive this object
    void setWindow(QWidget *window);  // dialogs belong to it, or to the dialog that is open over it
    void cancelAll();
    // Nothing is asked any more; for the end of the program, before the workers are joined.
    void shutDown();

private:
    struct Question;
    struct Shared;
    void showNext();
    QDialog *makeDialog(const Question &question, QWidget *parent);
    void answer(bool isYes, const QString &secret);
    void closeUnlessAsked();

    std::shared_ptr<Shared> m_shared;
    QPointer<QWidget> m_window;
    QPointer<QDialog> m_dialog;
    std::weak_ptr<Question> m_shown;  // what m_dialog asks
};

}  // namespace trainyard
