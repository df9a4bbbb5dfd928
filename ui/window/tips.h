// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence on pages where newcomers stop, in the message bar of the page, until the user closes it; then never again. Off in the
// settings.
#pragma once

#include "ui/page/pageid.h"

#include <QObject>
#include <QSet>

namespace trainyard {

struct PageContext;

class Tips : public QObject {
    Q_OBJECT
public:
    explicit Tips(PageContext &context, QObject *parent = nullptr);

private:
    void offer(PageId page);

    PageContext &m_context;
    QSet<PageId> m_watched;  // pages whose message bar is connected
};

}  // namespace trainyard
