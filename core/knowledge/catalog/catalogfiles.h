// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the built-in catalogue, as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

struct CatalogFiles {
    QByteArray gpus, offers, providers, sources, places;
};

CatalogFiles builtInCatalogFiles();
QByteArray builtInPricingFile();  // separate, because listing offers does not need it

}  // namespace trainyard
