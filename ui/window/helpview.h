// SPDX-License-Identifier: GPL-3.0-or-later
// The help: its sections in a list that can be searched, and the text. Where there is no room for both side by side, a button or a search
// shows the list in place of the text. Nothing is loaded from anywhere; a link to the web opens in the browser when it is chosen.
//
// objectNames: "helpFilter", "helpContents", "helpSections", "helpBack", "helpText".
#pragma once

#include "ui/window/helpbook.h"

#include <QPointer>
#include <QTextBlock>
#include <QWidget>

class QBoxLayout;
class QPushButton;
class QStandardItemModel;
class QTextBrowser;
class QToolButton;
class QTreeView;
class QUrl;

namespace trainyard {

class Card;
class Label;
class SearchField;

class HelpView : public QWidget {
    Q_OBJECT
public:
    explicit HelpView(QWidget *parent = nullptr);

    void showPart(const QString &englishAnchor);  // of the guide
    QString shownDocument() const { return m_document; }
    QString shownTitle() const;  // of the section last led to
    void focusFilter();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Place {
        QString document;
        int position;  // of the scroll bar, in pixels
        int section;   // that the list shows
    };
    void fillList();
    void showSection(int section);
    void showDocument(const QString &document);
    void follow(const QUrl &link);
    void goBack();
    void remember();
    void read();
    void mark();
    void fit();

    HelpBook m_book;
    SearchField *m_filter;
    QTreeView *m_list;
    QStandardItemModel *m_model;
    Label *m_none;
    QTextBrowser *m_text;
    QToolButton *m_back;
    QPushButton *m_contents;  // shows the list where it is folded away
    QBoxLayout *m_columns;
    QWidget *m_side;
    Card *m_card;  // around the list
    QString m_document;
    QList<QTextBlock> m_headings;  // of the document
    QList<Place> m_before;
    int m_section = 0;
    bool m_isFilling = false;
};

}  // namespace trainyard
