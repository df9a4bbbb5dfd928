// The scales of reports serve the window's charts too.
#pragma once

#include "core/report/chartscale.h"
