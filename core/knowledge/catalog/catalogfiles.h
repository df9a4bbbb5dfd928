// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the built-in catalogue, as they are compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

struct CatalogFiles {
    QByteArray gpus, offers, providers, sources, places;
};

CatalogFiles builtInCatalogFiles();
QByteArray builtInPricingFile();  // apart: listing offers needs it not

}  // namespace trainyard
