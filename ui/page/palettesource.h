// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the command palette: actions, and items that pages can show.
#pragma once

#include "ui/common/actionregistry.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <memory>

namespace trainyard {

// One kind of entries. Nothing is requested from it before the palette needs it, and only the entries shown are turned into actions.
struct PaletteSource {
    QString prefix;                                       // common prefix of all its ids
    qsizetype max = 50;                                   // how many are listed at once
    int rank = 0;                                         // smaller ranks are listed first
    bool isShownUntyped = false;                          // its first entries are listed before anything is typed
    std::function<QStringList()> texts;                   // to be searched: the title; after a line break, additional search text
    std::function<Action(qsizetype)> at;                  // by its index in texts()
    std::function<qsizetype(const QString &id)> indexOf;  // its index in texts(); -1: it no longer exists
};

// Lists actions that exist anyway.
PaletteSource paletteSource(const QString &prefix, bool isShownUntyped, const std::function<QList<Action>()> &actions);

// A list of values that is read once, when the palette first needs it.
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
