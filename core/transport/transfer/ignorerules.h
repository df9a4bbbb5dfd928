// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a .gitignore (or .skyignore) excludes. Pure; patterns as in gitignore(5): # and ! lines, a trailing slash for folders
// only, any other slash anchors, *, ?, [a-z], **.
#pragma once

#include <QByteArray>
#include <QList>

namespace trainyard {

class IgnoreRules {
public:
    // `base`: the folder of the file, relative to the top, without a trailing slash; empty = the top. Files of deeper folders must be
    // added later, because the last matching pattern decides.
    void add(const QByteArray &text, const QByteArray &base = {});
    // `path` is relative to the top. An ignored folder is not entered, so its content need not be checked.
    bool isIgnored(const QByteArray &path, bool isDirectory) const;
    bool isEmpty() const { return m_rules.isEmpty(); }

private:
    struct Rule {
        QByteArray base, pattern;
        bool isNegated = false, isForDirectories = false, isAnchored = false;
    };
    QList<Rule> m_rules;
};

}  // namespace trainyard
