// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/actionregistry.h"

#include <QShortcut>
#include <QWidget>

#include <algorithm>

namespace trainyard {

QList<KeyConflict> keyConflicts(const QList<Action> &actions)
{
    QList<KeyConflict> conflicts;
    for (qsizetype i = 0; i < actions.size(); ++i) {
        for (const QKeySequence &keys : actions[i].keys) {
            for (qsizetype k = i + 1; k < actions.size(); ++k) {
                if (actions[k].keys.contains(keys))
                    conflicts.append(KeyConflict{keys, actions[i].id, actions[k].id});
            }
        }
    }
    return conflicts;
}

ActionRegistry::ActionRegistry(QWidget *window) : QObject(window), m_window(window) {}

void ActionRegistry::add(const Action &action, Keys keys)
{
    Q_ASSERT(!find(action.id));
    m_actions.append(action);
    if (keys == Keys::OfButton)
        return;
    for (const QKeySequence &one : action.keys)
        connect(new QShortcut(one, m_window), &QShortcut::activated, this, [this, id = action.id] { trigger(id); });
}

const Action *ActionRegistry::find(const QString &id) const
{
    const auto found = std::find_if(m_actions.cbegin(), m_actions.cend(), [&id](const Action &action) { return action.id == id; });
    return found == m_actions.cend() ? nullptr : &*found;
}

bool ActionRegistry::trigger(const QString &id) const
{
    const Action *const action = find(id);
    if (!action || !action->run || !action->isEnabled())
        return false;
    action->run();
    return true;
}

}  // namespace trainyard

#include "moc_actionregistry.cpp"
