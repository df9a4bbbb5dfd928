// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal of its own for a program: what the program asks on /dev/tty is seen here, and what is typed here it
// reads. Only for the program's terminal; its standard streams stay what QProcess makes of them.
#pragma once

#include <QByteArray>
#include <QProcess>

namespace trainyard {

class Terminal {
public:
    Terminal();
    ~Terminal();
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    void attach(QProcess &process) const;  // before it is started
    // Until the program has written `text` once more; false: not within 20 s.
    bool waitFor(const QByteArray &text);
    void type(const QByteArray &text) const;
    QByteArray seen() const { return m_seen; }  // everything so far, with what the terminal echoed

private:
    int m_master = -1, m_slave = -1;
    QByteArray m_seen;
    qsizetype m_searchedTo = 0;
};

}  // namespace trainyard
