// SPDX-License-Identifier: GPL-3.0-or-later
// Where a folder is: its path as links to each level, or as a field to type one in, which offers what is there. Paths are exact bytes;
// unusual ones are typed as they are shown (core/base/bytename.h). Main thread. objectNames: "filesCrumbs", "filesCrumb0" …,
// "filesEditPath", "filesPathEdit". Keyboard in the field: Enter goes there, Esc returns to the links.
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QStringListModel;
class QToolButton;

namespace trainyard {

class Label;

class PathBar : public QWidget {
    Q_OBJECT
public:
    explicit PathBar(QWidget *parent = nullptr);

    void setPath(const QByteArray &path);
    void edit();
    // Answers completionRequested(): the names in it, folders with a slash at the end.
    void setCompletions(const QByteArray &folder, const QList<QByteArray> &names);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pathChosen(const QByteArray &path);  // absolute, or below "~"
    void completionRequested(const QByteArray &folder);
    void left();  // the field was left without a choice

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void askForCompletions();
    QByteArray typed() const;

    QByteArray m_path, m_asked;
    QStackedWidget *m_stack;
    QWidget *m_crumbs;
    QHBoxLayout *m_row;
    Label *m_above;                 // stands for the levels that found no space
    QList<QPushButton *> m_levels;  // from the root
    QToolButton *m_editButton;
    QLineEdit *m_edit;
    QStringListModel *m_found;
};

}  // namespace trainyard
