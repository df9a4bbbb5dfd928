// SPDX-License-Identifier: GPL-3.0-or-later
// Leads this user's browser to an address that holds a secret. A browser's start address can be read by every user of
// a computer (it is in the argument list of a process), so the browser is sent to a door: an address on 127.0.0.1 that
// works once, for a minute, only with its random name and only for programs of this user, and answers with a
// redirection to the real one. One thread of its own.
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
    ~LocalRedirect();         // shuts it
    QString address() const;  // holds no secret once it was used

private:
    struct State;
    explicit LocalRedirect(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
