// SPDX-License-Identifier: GPL-3.0-or-later
// A separate terminal for a program: what the program asks on /dev/tty can be read here, and what is typed here reaches the program. Its
// standard streams remain as QProcess sets them up.
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

    void attach(QProcess &process) const;  // before the process is started
    // Waits until the program has written `text` once more; false: not within 20 s.
    bool waitFor(const QByteArray &text);
    void type(const QByteArray &text) const;
    QByteArray seen() const { return m_seen; }  // everything so far, including the terminal's echo

private:
    int m_master = -1, m_slave = -1;
    QByteArray m_seen;
    qsizetype m_searchedTo = 0;
};

}  // namespace trainyard
