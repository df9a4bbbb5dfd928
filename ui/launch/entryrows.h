// SPDX-License-Identifier: GPL-3.0-or-later
// Names, or names with their values, one a line, with a button that adds a line and one at each line that removes it. objectNames: the given
// one followed by "Name0", "Value0", "Mark0", "Remove0" (of the first line) and "Add".
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include <functional>
#include <tuple>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QStringListModel;
class QToolButton;
class QVBoxLayout;

namespace trainyard {

struct FormEntry {
    QString name, value;
    bool isMarked = false;  // by the check box of its line, if there is one

    bool operator==(const FormEntry &) const = default;
    bool operator<(const FormEntry &other) const { return std::tie(name, value) < std::tie(other.name, other.value); }
};

struct EntryWords {
    QString name, value;  // of the two fields, for screen readers and as examples; without a value, only names are asked for
    QString between;      // the sign between the two
    QString add;          // the button
    QString mark = {};    // a check box at the end of each line; empty: there is none
};

class EntryRows : public QWidget {
    Q_OBJECT
public:
    EntryRows(const QString &objectName, const EntryWords &words, QWidget *parent = nullptr);

    QList<FormEntry> entries() const;  // without lines that are empty
    void setEntries(const QList<FormEntry> &entries);
    // Marks the line with this entry; counts as entries() does. -1: none.
    void setWrong(qsizetype index);
    void setName(qsizetype index, const QString &name);
    // Values for which it returns true are covered.
    // Offered for values, in new lines too.
    void setSuggestions(const QStringList &values);
    void setCovered(std::function<bool(const FormEntry &)> isCovered);

Q_SIGNALS:
    void edited();
    void editingFinished();
    void lineAdded();  // by the user

private:
    struct Line {
        QWidget *box;
        QLineEdit *name, *value;  // value is null without values
        QToolButton *remove;
        QCheckBox *mark;  // null without marks

        FormEntry entry() const;
    };

    void addLine(const FormEntry &entry);
    void removeLine(const QWidget *box);
    void nameLines();
    void cover();
    QList<Line> filledLines() const;

    EntryWords m_words;
    std::function<bool(const FormEntry &)> m_isCovered;
    QList<Line> m_lines;
    QStringListModel *m_suggestions;
    QVBoxLayout *m_column;
    QPushButton *m_add;
};

}  // namespace trainyard
