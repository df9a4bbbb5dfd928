// SPDX-License-Identifier: GPL-3.0-or-later
// Opens an address that holds a secret in this user's browser. Every user of a computer can read a browser's start address (it is in a
// process's argument list), so the browser is sent to a temporary address on 127.0.0.1. It works once, for a minute, only with its random
// name and only for programs of this user, and answers with a redirect to the real one. Uses one thread of its own.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace trainyard {

class LocalRedirect {
public:
    // `target` is printable ASCII ("http://127.0.0.1:8888/lab?token=…"), else InvalidInput.
    static Result<std::unique_ptr<LocalRedirect>> open(const QByteArray &target);
    ~LocalRedirect();         // closes it
    QString address() const;  // holds no secret once it has been used

private:
    struct State;
    explicit LocalRedirect(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
