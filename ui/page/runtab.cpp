// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/runtab.h"

#include "moc_runtab.cpp"
