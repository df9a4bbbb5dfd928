// SPDX-License-Identifier: GPL-3.0-or-later
// Where Trainyard keeps things on this computer (XDG base directories; TRAINYARD_HOME, when set, replaces
// both and is what tests use). Any thread; nothing is created by asking.
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
    QString instances() const { return data + QStringLiteral("/instances"); }  // locks of calls to providers that are under way
    QString tunnels() const { return data + QStringLiteral("/tunnels"); }
    QString transfers() const { return data + QStringLiteral("/transfers"); }
    QString copies() const { return data + QStringLiteral("/copies"); }  // checkpoints on their way from machine to machine
    QString keys() const { return data + QStringLiteral("/keys"); }
    QString alerts() const { return config + QStringLiteral("/alerts.json"); }
    QString webhook() const { return config + QStringLiteral("/webhook.json"); }  // secret: for its owner alone
    QString stores() const { return config + QStringLiteral("/stores.json"); }    // secret: for its owner alone
    QString objects() const { return data + QStringLiteral("/objects"); }         // what moves to and from stores, half done
    QString places() const { return data + QStringLiteral("/places"); }           // places with checkpoints, and what was last seen there
    QString settings() const { return config + QStringLiteral("/settings.ini"); }
};

// Whether the environment says where things lie so that it means the same from every folder: InvalidInput when HOME,
// TRAINYARD_HOME or a base directory is a relative path.
Result<void> checkHome();

}  // namespace trainyard
