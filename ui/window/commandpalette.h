// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be done or opened, found by a few of its letters. Stands near the top of its window; what was chosen lately comes
// first while nothing is typed. What cannot be done now is listed with the reason and does nothing. Closes as soon as another window is
// worked with; deletes itself when closed.
//
// Up, Down and the page keys choose a row while one types, Enter does what it says, Escape and the palette's own key close. Without a
// title bar and without buttons: a field and a list.
// objectNames: "commandPalette", "paletteField", "paletteView".
#pragma once

#include "ui/common/dialog.h"
#include "ui/window/paletterows.h"

class QListView;

namespace trainyard {

class Placeholder;
class SearchField;

class CommandPalette : public Dialog {
    Q_OBJECT
public:
    // `recent`: ids, the last one first.
    CommandPalette(const QList<PaletteSource> &sources, const QStringList &recent, QWidget *parent = nullptr);

    void reload();  // a source has others now; the chosen row stays chosen if it is still there

Q_SIGNALS:
    void chosen(const trainyard::Action &action);  // it can be done; the palette has closed

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Found {
        qsizetype source = 0, index = 0;
        int score = 0;
        QList<int> marks;
    };
    void find();
    const QList<Found> &recentOnes();
    QList<Found> untyped();
    QList<Found> typed(const QString &text);
    const QStringList &textsOf(qsizetype source);
    PaletteRow rowOf(const Found &found) const;
    bool takeKey(int key);
    void step(int by, bool isAround);
    void choose(int row);

    QList<PaletteSource> m_sources;
    QList<std::optional<QStringList>> m_texts;  // by source; those that were asked
    QStringList m_recent;
    std::optional<QList<Found>> m_recentFound;  // those that are there, in that order
    SearchField *m_field;
    QListView *m_view;
    PaletteModel *m_model;
    Placeholder *m_placeholder;
};

}  // namespace trainyard
