// SPDX-License-Identifier: GPL-3.0-or-later
// What follows the end of a future, in the thread of a QObject.
//
// QFuture::then(context, …) of Qt 6.4 uses its context from the thread that ends the future: it aborts when the context was destroyed
// before, and must not be used where that may happen. A watcher removes itself from the future when its parent is destroyed.
#pragma once

#include <QFutureWatcher>

#include <utility>

namespace trainyard {

// Calls `function` with the result; never when the future was cancelled or `context` has been destroyed. In the thread of `context`.
template <typename T, typename Function>
void whenDone(const QFuture<T> &future, QObject *context, Function function)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, function = std::move(function)]() mutable {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            function(watcher->result());
    });
    watcher->setFuture(future);
}

}  // namespace trainyard
