// SPDX-License-Identifier: GPL-3.0-or-later
// The only way for one page to lead to another. Pages are shown by their id; any further request to a page is a value of destinations.h,
// which its module answers. Main thread.
#pragma once

#include "ui/page/pageid.h"

#include <QHash>
#include <QList>
#include <QObject>

#include <functional>
#include <typeindex>
#include <unordered_map>

namespace trainyard {

class PageModule;

class Navigator : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(PageModule *module);  // it must outlive every call of the navigator
    PageModule *module(PageId page) const;
    const QList<PageModule *> &modules() const { return m_modules; }

    void show(PageId page);
    PageId page() const { return m_page; }

    // Sets the handler for what go() requests: one for each type of value.
    template <typename To>
    void answer(std::function<void(const To &)> way)
    {
        m_ways.insert_or_assign(std::type_index(typeid(To)), [way = std::move(way)](const void *to) { way(*static_cast<const To *>(to)); });
    }
    template <typename To>
    void go(const To &to) const
    {
        if (const auto way = m_ways.find(std::type_index(typeid(To))); way != m_ways.end())
            way->second(&to);
    }

    // While there is no database, only Home, the settings and the help can be shown; `sayWhy` is called each time the user tries another page.
    void close(std::function<void()> sayWhy) { m_sayWhy = std::move(sayWhy); }
    void reopen() { m_sayWhy = {}; }
    bool isClosed() const { return bool(m_sayWhy); }
    bool refuses() const;  // isClosed(); if so, shows the user why

Q_SIGNALS:
    void shown(trainyard::PageId page);

private:
    QList<PageModule *> m_modules;
    PageId m_page = PageId::Home;
    std::unordered_map<std::type_index, std::function<void(const void *)>> m_ways;
    std::function<void()> m_sayWhy;
};

}  // namespace trainyard
