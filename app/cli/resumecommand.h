// `yard checkpoint resume`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addResumeCommand(Commands &commands);

}  // namespace trainyard
