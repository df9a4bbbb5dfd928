// `yard checkpoint resume`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addResumeCommands(Commands &commands);

}  // namespace trainyard
