// SPDX-License-Identifier: GPL-3.0-or-later
// Where Trainyard keeps its files on this computer (XDG base directories; if TRAINYARD_HOME is set, it replaces both, which is what tests
// use). Any thread; these functions create nothing.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace trainyard {

struct Paths {
    QString data;    // database, local copies of runs, sandbox, keys made here: $XDG_DATA_HOME/trainyard
    QString config;  // settings: $XDG_CONFIG_HOME/trainyard

    static Paths standard();

    QString database() const { return data + QStringLiteral("/trainyard.db"); }
    QString runs() const { return data + QStringLiteral("/runs"); }
    QString sandbox() const { return data + QStringLiteral("/sandbox"); }
    QString instances() const { return data + QStringLiteral("/instances"); }  // locks of provider calls in progress
    QString tunnels() const { return data + QStringLiteral("/tunnels"); }
    QString transfers() const { return data + QStringLiteral("/transfers"); }
    QString copies() const { return data + QStringLiteral("/copies"); }  // checkpoints being copied from machine to machine
    QString keys() const { return data + QStringLiteral("/keys"); }
    QString market() const { return data + QStringLiteral("/market.store"); }    // what clouds said about stock and prices
    QString keptItems() const { return config + QStringLiteral("/kept.json"); }  // what costs money in the accounts and is wanted
    QString alerts() const { return config + QStringLiteral("/alerts.json"); }
    QString webhook() const { return config + QStringLiteral("/webhook.json"); }  // secret: readable by its owner only
    QString stores() const { return config + QStringLiteral("/stores.json"); }    // secret: readable by its owner only
    QString objects() const { return data + QStringLiteral("/objects"); }         // partial transfers to and from stores
    QString places() const { return data + QStringLiteral("/places"); }           // places with checkpoints, and their last snapshots
    QString settings() const { return config + QStringLiteral("/settings.ini"); }
};

// Checks that the paths in the environment mean the same from every folder: InvalidInput if HOME, TRAINYARD_HOME or a base directory is a
// relative path.
Result<void> checkHome();

}  // namespace trainyard
