// SPDX-License-Identifier: GPL-3.0-or-later
// A precompiled header needs a target of its own, and a target needs a source.
