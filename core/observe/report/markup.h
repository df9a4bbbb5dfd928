// SPDX-License-Identifier: GPL-3.0-or-later
// Markup that is well-formed as HTML and as XML whatever the texts in it are. Every text goes through text() or an attribute's value, so
// nothing from a machine can become a tag. Pure.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace trainyard {

// Replaces what no document may contain by U+FFFD: control characters, halves of surrogate pairs, and marks that change the writing
// direction of the text after them. Tabs and line ends stay.
QString printable(const QString &text);

using Attributes = std::vector<std::pair<const char *, QString>>;

class Markup {
public:
    // Names of elements and attributes are ours and never come from outside.
    void open(const char *element, const Attributes &attributes = {});
    void close();                                                        // the one opened last
    void empty(const char *element, const Attributes &attributes = {});  // <br/>, and all of SVG
    void text(const QString &text);
    void element(const char *element, const QString &text, const Attributes &attributes = {});
    // Our own text, which needs no escaping in a style sheet: without '<' and '&', which is asserted.
    void style(const QByteArray &css);
    void doctype() { m_out += "<!DOCTYPE html>\n"; }
    void line() { m_out += '\n'; }

    const QByteArray &bytes() const { return m_out; }
    qsizetype size() const { return m_out.size(); }
    bool isClosed() const { return m_open.empty(); }

private:
    void begin(const char *element, const Attributes &attributes);

    QByteArray m_out;
    std::vector<const char *> m_open;
};

}  // namespace trainyard
