// SPDX-License-Identifier: GPL-3.0-or-later
// As core.h, for tests.
#pragma once

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
