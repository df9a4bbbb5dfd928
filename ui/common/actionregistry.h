// SPDX-License-Identifier: GPL-3.0-or-later
// What a window can do, each thing once: its title, its keys, whether it can be done now, and how it is done. Keys work because an action
// is here, and the command palette lists what is here. Main thread.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QWidget;

namespace trainyard {

struct Action {
    QString id;           // stable: what was chosen lately is remembered by it
    QString title;        // one line, in the person's language
    QString kind;         // what it is, in a word: "Page"
    QString icon = {};    // name for paintIcon
    QString detail = {};  // beside the title, less weighty
    QList<QKeySequence> keys = {};
    bool isListed = true;  // else it is there for its keys alone
    std::function<void()> run = {};
    std::function<QString()> obstacle = {};  // why it cannot be done now, in a sentence; an empty one or no function: it can

    QString reason() const { return obstacle ? obstacle() : QString(); }
    bool isEnabled() const { return reason().isEmpty(); }
};

struct KeyConflict {
    QKeySequence keys;
    QString first, second;  // ids of the actions
    bool operator==(const KeyConflict &) const = default;
};
// Every two actions that one key is meant for.
QList<KeyConflict> keyConflicts(const QList<Action> &actions);

class ActionRegistry : public QObject {
    Q_OBJECT
public:
    // Who makes keys work: the registry, or the button that has them already.
    enum class Keys { Bound, OfButton };

    explicit ActionRegistry(QWidget *window);

    void add(const Action &action, Keys keys = Keys::Bound);
    const QList<Action> &actions() const { return m_actions; }
    const Action *find(const QString &id) const;  // nullptr: there is none
    bool trigger(const QString &id) const;        // false: there is none, or it cannot be done now

private:
    QWidget *m_window;
    QList<Action> m_actions;
};

}  // namespace trainyard
