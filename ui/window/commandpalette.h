// SPDX-License-Identifier: GPL-3.0-or-later
// Finds every action and item by a few of its letters. Appears near the top of its window; recent choices come first while nothing is
// typed. Actions that are not available now are listed with the reason and do nothing. Closes as soon as another window is activated;
// deletes itself when closed.
//
// Up, Down and the page keys select a row while the user types, Enter runs it, Escape and the palette's own key close. It has no title bar
// and no buttons, only a field and a list. objectNames: "commandPalette", "paletteField", "paletteView".
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

    void reload();  // a source has changed; keeps the selected row if it still exists

Q_SIGNALS:
    void chosen(const trainyard::Action &action);  // it is available; the palette has closed

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
    void fitHeight();

    QList<PaletteSource> m_sources;
    QList<std::optional<QStringList>> m_texts;  // by source; only those already requested
    QStringList m_recent;
    std::optional<QList<Found>> m_recentFound;  // those that exist, in that order
    SearchField *m_field;
    QListView *m_view;
    PaletteModel *m_model;
    Placeholder *m_placeholder;
};

}  // namespace trainyard
