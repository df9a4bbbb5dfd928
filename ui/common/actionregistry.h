// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of a window, each declared once: its title, its keys, whether it is available now, and how to run it. Keys work because their
// action is registered, and the command palette lists the registered actions. Main thread.
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
    QString id;           // stable: recent choices are stored by it
    QString title;        // one line, in the user's language
    QString kind;         // its kind in one word: "Page"
    QString icon = {};    // name for paintIcon
    QString detail = {};  // beside the title, less prominent
    QList<QKeySequence> keys = {};
    bool isListed = true;  // false: only its keys are used
    std::function<void()> run = {};
    std::function<QString()> obstacle = {};  // why it is not available now, in a sentence; empty or no function: it is available

    QString reason() const { return obstacle ? obstacle() : QString(); }
    bool isEnabled() const { return reason().isEmpty(); }
};

struct KeyConflict {
    QKeySequence keys;
    QString first, second;  // ids of the actions
    bool operator==(const KeyConflict &) const = default;
};
// Every pair of actions that share a key.
QList<KeyConflict> keyConflicts(const QList<Action> &actions);

class ActionRegistry : public QObject {
    Q_OBJECT
public:
    // What makes the keys work: the registry, or the button that already has them.
    enum class Keys { Bound, OfButton };

    explicit ActionRegistry(QWidget *window);

    void add(const Action &action, Keys keys = Keys::Bound);
    const QList<Action> &actions() const { return m_actions; }
    const Action *find(const QString &id) const;  // nullptr: not found
    bool trigger(const QString &id) const;        // false: not found, or not available now

private:
    QWidget *m_window;
    QList<Action> m_actions;
};

}  // namespace trainyard
