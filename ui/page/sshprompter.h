// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the questions of a login (unknown host key, password, passphrase, code) from worker threads to the user and the answers back. The
// worker blocks until there is an answer, until its login is stopped, until cancelAll(), until the dialog is destroyed with its parent
// window, or until this object is destroyed; all of these except the first answer "no". One dialog at a time.
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

    SshQuestions questions();         // may be called on any thread and outlive this object
    void setWindow(QWidget *window);  // parent of dialogs, unless another dialog is open over it
    void cancelAll();
    // Asks nothing from now on; call at the end of the program, before the workers are joined.
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
    std::weak_ptr<Question> m_shown;  // the question in m_dialog
};

}  // namespace trainyard
