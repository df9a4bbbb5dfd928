// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette finds: actions, and what a page has to show.
#pragma once

#include "ui/common/actionregistry.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <memory>

namespace trainyard {

// One kind of thing that is found. Nothing of it is asked before the palette needs it, and only what is shown is made an action.
struct PaletteSource {
    QString prefix;                                       // all its ids begin with it
    qsizetype max = 50;                                   // so many at once
    int rank = 0;                                         // those of a smaller rank are listed first
    bool isShownUntyped = false;                          // its first ones stand there before anything is typed
    std::function<QStringList()> texts;                   // to be searched: the title; behind a line break what else it is found by
    std::function<Action(qsizetype)> at;                  // by its place in texts()
    std::function<qsizetype(const QString &id)> indexOf;  // its place in texts(); -1: there is none now
};

// Of actions that are there anyway.
PaletteSource paletteSource(const QString &prefix, bool isShownUntyped, const std::function<QList<Action>()> &actions);

// A list of values that is taken once, when the palette first wants to know.
template <typename T>
PaletteSource sourceOf(const QString &prefix, qsizetype max, int rank, const std::function<QList<T>()> &all,
                       const std::function<QString(const T &)> &text, const std::function<Action(const T &)> &actionOf,
                       const std::function<QString(const T &)> &idOf)
{
    const auto values = std::make_shared<QList<T>>();
    PaletteSource source;
    source.prefix = prefix;
    source.max = max;
    source.rank = rank;
    source.texts = [=] {
        *values = all();
        QStringList texts;
        texts.reserve(values->size());
        for (const T &one : std::as_const(*values))
            texts << text(one);
        return texts;
    };
    source.at = [=](qsizetype i) { return actionOf((*values)[i]); };
    source.indexOf = [=](const QString &id) {
        const auto found = std::find_if(values->cbegin(), values->cend(), [&](const T &one) { return idOf(one) == id; });
        return found == values->cend() ? qsizetype(-1) : qsizetype(found - values->cbegin());
    };
    return source;
}

}  // namespace trainyard
