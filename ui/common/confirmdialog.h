// Asks before something that is lost or costs money: a question, what follows, two verbs. Open it without blocking; accepted
// means do it. Deletes itself when closed.
// objectNames, of NAME: "NAMEDialog", "NAMEConfirm", "NAMECancel".
#pragma once

#include <QDialog>

namespace trainyard {

class ConfirmDialog : public QDialog {
    Q_OBJECT
public:
    struct Words {
        QString question, text, keep, confirm;   // plain text; the last two are the verbs of the buttons
    };
    ConfirmDialog(const QString &name, const Words &words, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

}  // namespace trainyard
