// SPDX-License-Identifier: GPL-3.0-or-later
// Reads YAML maps with positions: every error has its line and column. Private to this folder; pure.
#pragma once

#include "core/model/task.h"

#include <QStringList>

#include <yaml-cpp/yaml.h>

#include <functional>
#include <optional>

namespace trainyard {

// Collects the problems of one document, in the order found. Keeps the source to convert yaml-cpp's byte columns to characters.
class IssueList {
public:
    explicit IssueList(const QByteArray &source) : m_lines(source.split('\n')) {}

    void error(const YAML::Mark &mark, const QString &what) { add(m_errors, mark, what); }
    void warning(const YAML::Mark &mark, const QString &what) { add(m_warnings, mark, what); }

    const QList<TaskIssue> &errors() const { return m_errors; }
    const QList<TaskIssue> &warnings() const { return m_warnings; }
    QByteArray line(int fromZero) const { return m_lines.value(fromZero); }
    TaskIssue placed(const YAML::Mark &mark, const QString &what) const;  // without adding it

private:
    void add(QList<TaskIssue> &list, const YAML::Mark &mark, const QString &what);

    QByteArrayList m_lines;
    QList<TaskIssue> m_errors, m_warnings;
};

// Text for use in a sentence: shortened, with control characters shown as blanks.
QString shown(const QString &text);

QString rawText(const YAML::Node &scalar);

// The text of a scalar; an error and nullopt if it is something else, is null, or contains a NUL. `what` names it: "name".
std::optional<QString> scalarText(const YAML::Node &node, const QString &what, IssueList &issues);
std::optional<bool> scalarBool(const YAML::Node &node, const QString &what, IssueList &issues);
std::optional<int> scalarInt(const YAML::Node &node, const QString &what, int least, int most, IssueList &issues);

struct KeyHandler {
    QString key;
    std::function<void(const YAML::Node &key, const YAML::Node &value)> handle;
};

// Calls the handler of each key. A node that is not a map, a duplicate key and a key without handler are errors, the last with the nearest
// known key as a suggestion. Null counts as an empty map.
void readMap(const YAML::Node &node, const QString &what, const QList<KeyHandler> &handlers, IssueList &issues);

// The same for maps with free keys.
void readEntries(const YAML::Node &node, const QString &what, IssueList &issues,
                 const std::function<void(const QString &name, const YAML::Node &key, const YAML::Node &value)> &handle);

}  // namespace trainyard
