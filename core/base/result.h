// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value or an Error. The member names are those of std::expected (C++23), so that this file can become an alias once the
// compiler has it. Reading the wrong side is a programmer error (assert).
#pragma once

#include "core/base/error.h"

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace trainyard {

template <typename T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result() requires std::is_default_constructible_v<T> : m_state(std::in_place_index<0>) {}
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T &value() &
    {
        Q_ASSERT(has_value());
        return *std::get_if<0>(&m_state);
    }
    const T &value() const &
    {
        Q_ASSERT(has_value());
        return *std::get_if<0>(&m_state);
    }
    T &&value() &&
    {
        Q_ASSERT(has_value());
        return std::move(*std::get_if<0>(&m_state));
    }
    T value_or(T other) const { return has_value() ? value() : std::move(other); }

    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const
    {
        Q_ASSERT(!has_value());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() = default;
    Result(Error error) : m_error(std::move(error)), m_ok(false) {}

    bool has_value() const { return m_ok; }
    explicit operator bool() const { return m_ok; }
    const Error &error() const
    {
        Q_ASSERT(!m_ok);
        return m_error;
    }

private:
    Error m_error;
    bool m_ok = true;
};

// Whether TRY_DO() may drop the value of this Result: what owns something, a lock for example, has to be kept by TRY().
template <typename Tried>
inline constexpr bool kMayBeDropped = true;
template <typename T, typename Deleter>
inline constexpr bool kMayBeDropped<Result<std::unique_ptr<T, Deleter>>> = false;
template <typename T>
inline constexpr bool kMayBeDropped<Result<std::shared_ptr<T>>> = false;

}  // namespace trainyard

// TRY(auto x, expression): `x` is the value of the Result; if it is an error, the function returns the error with this place added to its
// steps. TRY_DO(expression) is the same when no value is needed. The expression is evaluated once. TRY declares a name, so it has to be a
// statement of a block; TRY_DO may follow an `if` without braces.
#define TRY(declaration, ...) TRAINYARD_TRY_AT(__LINE__, declaration, __VA_ARGS__)
#define TRAINYARD_TRY_AT(line, ...) TRAINYARD_TRY_AS(line, __VA_ARGS__)
#define TRAINYARD_TRY_AS(line, declaration, ...)                                     \
  auto tried##line = (__VA_ARGS__);                                                  \
  if (!tried##line)                                                                  \
    return ::trainyard::withStep(tried##line.error(), __func__, __FILE__, __LINE__); \
  declaration = *std::move(tried##line)

#define TRY_DO(...)                                                                  \
  do {                                                                               \
    const auto tried = (__VA_ARGS__);                                                \
    static_assert(::trainyard::kMayBeDropped<std::remove_const_t<decltype(tried)>>); \
    if (!tried)                                                                      \
      return ::trainyard::withStep(tried.error(), __func__, __FILE__, __LINE__);     \
  } while (false)
