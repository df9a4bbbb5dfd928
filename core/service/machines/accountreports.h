// SPDX-License-Identifier: GPL-3.0-or-later
// What accounts said when they were last checked, for minutes, so that renting does not ask again what was asked while its dialog was open.
// In memory only. Any thread.
#pragma once

#include "core/model/accountrecord.h"
#include "core/provider/interface/cloudaccount.h"

#include <QDeadlineTimer>
#include <QHash>

#include <chrono>
#include <mutex>
#include <optional>

namespace trainyard {

class AccountReports {
public:
    static constexpr std::chrono::minutes kFresh{5};  // keys that another program changes meanwhile are noticed after that

    void keep(const AccountRecord &account, const AccountReport &report)
    {
        const std::lock_guard lock(m_guard);
        m_known.insert(account.name, {account.added, report, QDeadlineTimer(kFresh)});
    }
    // nullopt: none, or an old one, or of another account that had this name.
    std::optional<AccountReport> fresh(const AccountRecord &account) const
    {
        const std::lock_guard lock(m_guard);
        const auto known = m_known.constFind(account.name);
        if (known == m_known.constEnd() || known->added != account.added || known->until.hasExpired())
            return std::nullopt;
        return known->report;
    }
    void forget(const QString &account)
    {
        const std::lock_guard lock(m_guard);
        m_known.remove(account);
    }

private:
    struct Known {
        QDateTime added;
        AccountReport report;
        QDeadlineTimer until;
    };
    mutable std::mutex m_guard;
    QHash<QString, Known> m_known;
};

}  // namespace trainyard
