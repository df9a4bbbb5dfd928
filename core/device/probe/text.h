// SPDX-License-Identifier: GPL-3.0-or-later
// A growing string and a JSON writer, without the C++ library: yard-probe must run on machines that lack it. Running out of memory ends the
// process with exit status 70.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard::probe {

class Text {
public:
    Text() = default;
    Text(const char *text) { add(text); }
    Text(const Text &other) { add(other); }
    Text(Text &&other) noexcept;
    Text &operator=(Text other) noexcept;
    ~Text();

    Text &add(const char *text);  // nullptr adds nothing
    Text &add(const char *bytes, std::size_t size);
    Text &add(const Text &other) { return add(other.m_data, other.m_size); }
    Text &addWhole(long long number);
    Text &addReal(double number);  // six significant digits
    void clear() { m_size = 0; }

    const char *get() const { return m_size != 0 ? m_data : ""; }  // ends with a zero byte
    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    bool equals(const char *text) const;
    bool startsWith(const char *text) const;
    bool contains(const char *text) const;
    Text trimmed() const;

private:
    char *m_data = nullptr;
    std::size_t m_size = 0, m_room = 0;
};

inline constexpr long long kUnknown = INT64_MIN;        // becomes null
inline constexpr double kNoNumber = __builtin_nan("");  // becomes null

// Writes members in the order of the calls. In arrays the key is nullptr.
class Json {
public:
    Json &beginObject(const char *key = nullptr) { return begin(key, '{'); }
    Json &endObject() { return end('}'); }
    Json &beginArray(const char *key = nullptr) { return begin(key, '['); }
    Json &endArray() { return end(']'); }
    Json &text(const char *key, const char *value);  // nullptr: null
    Json &textOrNull(const char *key, const Text &value) { return text(key, value.isEmpty() ? nullptr : value.get()); }
    Json &whole(const char *key, long long value);
    Json &real(const char *key, double value);
    Json &flag(const char *key, bool value);
    Json &flagOrNull(const char *key, int value);  // below 0: null
    Json &null(const char *key);
    Json &raw(const char *key, const Text &json);  // a whole value, verbatim
    const Text &get() const { return m_text; }

private:
    Json &begin(const char *key, char bracket);
    Json &end(char bracket);
    void separate(const char *key);
    void quote(const char *value);

    Text m_text;
    bool m_isFirst = true;
};

}  // namespace trainyard::probe
