// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/text.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace trainyard::probe {

Text::Text(Text &&other) noexcept : m_data(other.m_data), m_size(other.m_size), m_room(other.m_room)
{
    other.m_data = nullptr;
    other.m_size = other.m_room = 0;
}

Text &Text::operator=(Text other) noexcept
{
    char *data = m_data;
    m_data = other.m_data;
    m_size = other.m_size;
    m_room = other.m_room;
    other.m_data = data;
    return *this;
}

Text::~Text() { free(m_data); }

Text &Text::add(const char *text) { return text == nullptr ? *this : add(text, strlen(text)); }

Text &Text::add(const char *bytes, std::size_t size)
{
    if (size == 0)
        return *this;
    if (m_size + size + 1 > m_room) {
        const std::size_t room = (m_size + size + 1) * 2;
        char *data = static_cast<char *>(realloc(m_data, room));
        if (data == nullptr)
            _exit(70);
        m_data = data;
        m_room = room;
    }
    memcpy(m_data + m_size, bytes, size);
    m_size += size;
    m_data[m_size] = '\0';
    return *this;
}

Text &Text::addWhole(long long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", number);
    return add(digits);
}

Text &Text::addReal(double number)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.6g", number);
    return add(digits);
}

bool Text::equals(const char *text) const { return strcmp(get(), text) == 0; }

bool Text::startsWith(const char *text) const { return strncmp(get(), text, strlen(text)) == 0; }

bool Text::contains(const char *text) const { return strstr(get(), text) != nullptr; }

Text Text::trimmed() const
{
    std::size_t from = 0, to = m_size;
    const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\0'; };
    while (from < to && isBlank(m_data[from]))
        ++from;
    while (to > from && isBlank(m_data[to - 1]))
        --to;
    Text part;
    if (to > from)
        part.add(m_data + from, to - from);
    return part;
}

Json &Json::text(const char *key, const char *value)
{
    if (value == nullptr)
        return null(key);
    separate(key);
    quote(value);
    return *this;
}

Json &Json::whole(const char *key, long long value)
{
    if (value == kUnknown)
        return null(key);
    separate(key);
    m_text.addWhole(value);
    return *this;
}

Json &Json::real(const char *key, double value)
{
    if (__builtin_isnan(value) || __builtin_isinf(value))
        return null(key);
    separate(key);
    m_text.addReal(value);
    return *this;
}

Json &Json::flag(const char *key, bool value)
{
    separate(key);
    m_text.add(value ? "true" : "false");
    return *this;
}

Json &Json::flagOrNull(const char *key, int value) { return value < 0 ? null(key) : flag(key, value != 0); }

Json &Json::null(const char *key)
{
    separate(key);
    m_text.add("null");
    return *this;
}

Json &Json::raw(const char *key, const Text &json)
{
    if (json.isEmpty())
        return null(key);
    separate(key);
    m_text.add(json);
    return *this;
}

Json &Json::begin(const char *key, char bracket)
{
    separate(key);
    m_text.add(&bracket, 1);
    m_isFirst = true;
    return *this;
}

Json &Json::end(char bracket)
{
    m_text.add(&bracket, 1);
    m_isFirst = false;
    return *this;
}

void Json::separate(const char *key)
{
    if (!m_isFirst)
        m_text.add(",");
    m_isFirst = false;
    if (key != nullptr) {
        quote(key);
        m_text.add(":");
    }
}

// Texts come from drivers and files: bytes that are not plain ASCII or well-formed enough for UTF-8 become question marks.
void Json::quote(const char *value)
{
    m_text.add("\"");
    for (const unsigned char *c = reinterpret_cast<const unsigned char *>(value); *c != 0; ++c) {
        if (*c == '"' || *c == '\\') {
            const char escaped[2] = {'\\', static_cast<char>(*c)};
            m_text.add(escaped, 2);
        } else if (*c == '\n') {
            m_text.add("\\n");
        } else if (*c >= 0x20 && *c < 0x7F) {
            m_text.add(reinterpret_cast<const char *>(c), 1);
        } else {
            m_text.add(*c == '\t' ? " " : "?");
        }
    }
    m_text.add("\"");
}

}  // namespace trainyard::probe
