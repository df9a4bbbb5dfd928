// Numbers as people read them; reports of the command line say them the same way.
#pragma once

#include "core/base/format.h"
