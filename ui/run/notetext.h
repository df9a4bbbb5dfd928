// SPDX-License-Identifier: GPL-3.0-or-later
// A note, as Markdown, as high as its text. A note may have been copied from anywhere: HTML in it is text, nothing is loaded, neither from
// the network nor from a disk, and a link shows its address before it is opened in the browser.
#pragma once

#include <QTextBrowser>

namespace trainyard {

class NoteText : public QTextBrowser {
    Q_OBJECT
public:
    explicit NoteText(QWidget *parent = nullptr);

    void setNote(const QString &markdown);
    QVariant loadResource(int type, const QUrl &name) override;  // nothing

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    QString m_note;
};

}  // namespace trainyard
