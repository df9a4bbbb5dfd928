// SPDX-License-Identifier: GPL-3.0-or-later
// The content of an empty view: icon, one sentence, one button, one link. Covers the view's viewport and shows itself whenever the view's
// model has no rows.
#pragma once

#include <QWidget>

class QAbstractItemView;
class QPushButton;

namespace trainyard {

class Label;

class Placeholder : public QWidget {
    Q_OBJECT
public:
    // With a view, it covers the view's viewport. Without, it is an ordinary widget, always visible.
    explicit Placeholder(const QString &iconName, QAbstractItemView *view = nullptr, QWidget *parent = nullptr);

    void setSentence(const QString &sentence);
    void setDetail(const QString &detail);
    // Empty text hides them.
    void setButton(const QString &text, const QString &objectName);
    void setPrimary(bool isPrimary);  // its button is the primary one of the page
    void setLink(const QString &text, const QString &objectName);

    // Keeps it hidden while it is unknown whether there are any rows.
    void setSuppressed(bool isSuppressed);
    // Call after the view's model was replaced.
    void watchModel();

Q_SIGNALS:
    void buttonClicked();
    void linkClicked();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateVisibility();
    void fit();  // if height is short, shrinks the picture and the margins in favour of the text

    QString m_icon;
    int m_viewMinimum = 0, m_needed = -1;  // of the view, in pixels; -1: not asked for
    bool m_isSuppressed = false;
    QAbstractItemView *m_view;
    QWidget *m_mark;
    Label *m_sentence, *m_detail;
    QPushButton *m_button, *m_link;
};

}  // namespace trainyard
