// SPDX-License-Identifier: GPL-3.0-or-later
// The place for messages: on the page they are about, or on Home where that page has none or was not made.
#pragma once

#include "core/base/error.h"
#include "ui/page/pageid.h"

#include <QObject>

namespace trainyard {

class Navigator;

class PageMessages : public QObject {
    Q_OBJECT
public:
    explicit PageMessages(Navigator &navigator, QObject *parent = nullptr);

    void report(PageId page, const QString &id, const Error &error);  // nothing for what was cancelled
    void reportHere(const QString &id, const Error &error);           // on the page at the front

Q_SIGNALS:
    void noticed(const QString &title, const QString &text);  // worth a look with the window out of sight

private:
    Navigator &m_navigator;
};

}  // namespace trainyard
