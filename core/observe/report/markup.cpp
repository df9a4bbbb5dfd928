// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/markup.h"

namespace trainyard {

namespace {

bool turnsDirection(char16_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x061c;
}

bool isUnprintable(char16_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0xfeff || c >= 0xfffe || (c >= 0xfdd0 && c <= 0xfdef)
           || turnsDirection(c);
}

QByteArray escaped(const QString &text)
{
    const QByteArray utf8 = printable(text).toUtf8();
    QByteArray out;
    out.reserve(utf8.size() + utf8.size() / 8);
    for (const char c : utf8) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

}  // namespace

QString printable(const QString &text)
{
    QString out = text;
    for (qsizetype i = 0; i < out.size(); ++i) {
        const QChar c = out[i];
        if (c.isHighSurrogate() && i + 1 < out.size() && out[i + 1].isLowSurrogate()) {
            ++i;
            // U+nFFFE and U+nFFFF are not characters in any plane.
            if ((QChar::surrogateToUcs4(c, out[i]) & 0xfffe) == 0xfffe)
                out[i - 1] = out[i] = QChar::ReplacementCharacter;
        } else if (c.isSurrogate() || isUnprintable(c.unicode())) {
            out[i] = QChar::ReplacementCharacter;
        }
    }
    return out;
}

void Markup::begin(const char *element, const Attributes &attributes)
{
    m_out += '<';
    m_out += element;
    for (const auto &[name, value] : attributes) {
        m_out += ' ';
        m_out += name;
        m_out += "=\"" + escaped(value) + '"';
    }
}

void Markup::open(const char *element, const Attributes &attributes)
{
    begin(element, attributes);
    m_out += '>';
    m_open.push_back(element);
}

void Markup::close()
{
    Q_ASSERT(!m_open.empty());
    m_out += "</";
    m_out += m_open.back();
    m_out += '>';
    m_open.pop_back();
}

void Markup::empty(const char *element, const Attributes &attributes)
{
    begin(element, attributes);
    m_out += "/>";
}

void Markup::text(const QString &text) { m_out += escaped(text); }

void Markup::element(const char *element, const QString &content, const Attributes &attributes)
{
    open(element, attributes);
    text(content);
    close();
}

void Markup::style(const QByteArray &css)
{
    Q_ASSERT(!css.contains('<') && !css.contains('&'));
    open("style");
    m_out += css;
    close();
}

}  // namespace trainyard
