// SPDX-License-Identifier: GPL-3.0-or-later
// Typed and pasted text as bytes for a program in a terminal. libvterm encodes the other keys; it would write Control with some letters in a
// form that shells do not know. Internal to core/terminal.
#pragma once

#include "core/terminal/terminalscreen.h"

namespace trainyard {

QByteArray typedBytes(const QString &text, TerminalModifiers with);
// Line breaks become those of the Enter key; no character can end the brackets of a bracketed paste.
QByteArray pastedBytes(const QString &text);

}  // namespace trainyard
