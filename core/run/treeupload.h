// Copies a directory of this computer to a machine: regular files and directories, without .git and links.
#pragma once

#include "core/base/result.h"

#include <stop_token>

namespace trainyard {

class Sftp;

Result<void> uploadTree(const QString &localDirectory, const QString &remoteDirectory, Sftp &sftp,
                        std::stop_token stop);

}  // namespace trainyard
