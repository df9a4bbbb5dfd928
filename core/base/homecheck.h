// Whether the environment says where things lie so that it means the same from every folder. Any thread.
#pragma once

#include "core/base/result.h"

namespace trainyard {

// InvalidInput when HOME, TRAINYARD_HOME or a base directory is a relative path.
Result<void> checkHome();

}  // namespace trainyard
