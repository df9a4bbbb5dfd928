// SPDX-License-Identifier: GPL-3.0-or-later
// The exact text that will run, on a sunken surface, with a Copy button. It is wrapped only where the command itself is; the changed part
// is highlighted with the selection colour. objectNames: the given one and the same with "Copy".
#pragma once

#include <QWidget>

class QPushButton;

namespace trainyard {

class CommandText;
class FlowLayout;
class Label;

class CommandPreview : public QWidget {
    Q_OBJECT
public:
    CommandPreview(const QString &objectName, const QString &title, QWidget *parent = nullptr);

    void setText(const QString &text, const QString &highlighted = {});
    // Shown instead of a command, in label ink: why there is none yet.
    void setNote(const QString &note);
    QString text() const;
    void addBesideTitle(QWidget *widget);
    void setVisibleLines(int least, int most);  // grows with the text between these limits

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void mark();
    void fitHeight();
    int heightOf(int lines) const;

    Label *m_title;
    FlowLayout *m_head;
    QPushButton *m_copy;
    CommandText *m_edit;
    QString m_text, m_highlighted;
    int m_leastLines = 6, m_mostLines = 14;
};

}  // namespace trainyard
