// SPDX-License-Identifier: GPL-3.0-or-later
// Where messages are shown: on the page they are about, or on Home if that page has no message bar or was not created.
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

    void report(PageId page, const QString &id, const Error &error);  // ignores Cancelled
    void reportHere(const QString &id, const Error &error);           // on the current page

Q_SIGNALS:
    void noticed(const QString &title, const QString &text);  // worth a notification while the window is out of sight

private:
    Navigator &m_navigator;
};

}  // namespace trainyard
