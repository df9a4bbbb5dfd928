// SPDX-License-Identifier: GPL-3.0-or-later
#include "json.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace trainyard::demo {

namespace {

constexpr int kMaxDepth = 8;  // our own documents need three

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    std::optional<Json> document()
    {
        Json value;
        if (!read(value, 0))
            return std::nullopt;
        skipBlanks();
        if (m_at != m_text.size())
            return std::nullopt;
        return value;
    }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }

    bool take(std::string_view word)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }

    bool takeAfterBlanks(char c)
    {
        skipBlanks();
        return take(std::string_view(&c, 1));
    }

    bool read(Json &out, int depth)
    {
        skipBlanks();
        if (depth > kMaxDepth || m_at == m_text.size())
            return false;
        switch (m_text[m_at]) {
        case '{': return readObject(out, depth);
        case '[': return readArray(out, depth);
        case '"': out.kind = Json::Kind::String; return readString(out.text);
        case 't':
            out.kind = Json::Kind::Bool;
            out.boolean = true;
            return take("true");
        case 'f': out.kind = Json::Kind::Bool; return take("false");
        case 'n': return take("null");
        default: return readNumber(out);
        }
    }

    bool readObject(Json &out, int depth)
    {
        out.kind = Json::Kind::Object;
        ++m_at;
        if (takeAfterBlanks('}'))
            return true;
        do {
            skipBlanks();
            std::string key;
            Json value;
            if (!readString(key) || !takeAfterBlanks(':') || !read(value, depth + 1))
                return false;
            if (!out.members.emplace(std::move(key), std::move(value)).second)
                return false;
        } while (takeAfterBlanks(','));
        return takeAfterBlanks('}');
    }

    bool readArray(Json &out, int depth)
    {
        out.kind = Json::Kind::Array;
        ++m_at;
        if (takeAfterBlanks(']'))
            return true;
        do {
            Json value;
            if (!read(value, depth + 1))
                return false;
            out.items.push_back(std::move(value));
        } while (takeAfterBlanks(','));
        return takeAfterBlanks(']');
    }

    bool readString(std::string &out)
    {
        if (!take("\""))
            return false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            if (c == '"')
                return true;
            if (static_cast<unsigned char>(c) < 0x20)
                return false;
            if (c != '\\') {
                out.push_back(c);
                continue;
            }
            if (m_at == m_text.size())
                return false;
            const char escape = m_text[m_at++];
            constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
            const std::size_t which = kEscapes.find(escape);
            if (which == std::string_view::npos)
                return false;  // \u never occurs in what this program writes
            out.push_back(kMeanings[which]);
        }
        return false;
    }

    bool readNumber(Json &out)
    {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && std::string_view("+-.0123456789eE").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
        out.kind = Json::Kind::Number;
        out.text = m_text.substr(start, m_at - start);
        const char *end = out.text.data() + out.text.size();
        const auto [stop, error] = std::from_chars(out.text.data(), end, out.number);
        return error == std::errc() && stop == end && std::isfinite(out.number);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

std::optional<Json> parseJson(std::string_view text) { return Reader(text).document(); }

const Json *Json::find(const std::string &key) const
{
    const auto it = members.find(key);
    return it == members.end() ? nullptr : &it->second;
}

std::optional<std::uint64_t> Json::whole() const
{
    std::uint64_t value = 0;
    const char *end = text.data() + text.size();
    if (kind != Kind::Number)
        return std::nullopt;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::optional<std::uint64_t> Json::whole(const std::string &key) const
{
    const Json *value = find(key);
    return value ? value->whole() : std::nullopt;
}

std::optional<double> Json::real(const std::string &key) const
{
    const Json *value = find(key);
    if (!value || value->kind != Kind::Number)
        return std::nullopt;
    return value->number;
}

std::optional<std::string> Json::string(const std::string &key) const
{
    const Json *value = find(key);
    if (!value || value->kind != Kind::String)
        return std::nullopt;
    return value->text;
}

}  // namespace trainyard::demo
