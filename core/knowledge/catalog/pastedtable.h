// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a table copied from a page or a spreadsheet to the text of a rate card: three columns (provider, GPU, price) in either order and
// with or without headings, or GPUs down and providers across, or the other way round. Cells are separated by tabs, commas, semicolons,
// bars or wide gaps; prices may carry a currency (¥ 8.5, 8.50元/小时, $2.1/h). Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpunames.h"

#include <QString>

namespace trainyard {

// The text itself if it is a rate card already, or cannot be converted to one.
QString rateCardFromTable(const QString &pasted, const GpuNames &names);

}  // namespace trainyard
