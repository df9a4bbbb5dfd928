// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong at clouds, as each stand-in plays it. False: that cloud has nothing of the kind.
#pragma once

#include "tests/support/alibabastandin.h"
#include "tests/support/azurestandin.h"
#include "tests/support/cloudplace.h"
#include "tests/support/ec2standin.h"
#include "tests/support/googlestandin.h"
#include "tests/support/gpucloudstandin.h"
#include "tests/support/openstackstandin.h"
#include "tests/support/tencentstandin.h"

namespace trainyard {

bool causeTrouble(Ec2StandIn &cloud, CloudTrouble trouble);
bool causeTrouble(AlibabaStandIn &cloud, CloudTrouble trouble);
bool causeTrouble(TencentStandIn &cloud, CloudTrouble trouble);
bool causeTrouble(AzureStandIn &cloud, CloudTrouble trouble);
bool causeTrouble(GoogleStandIn &cloud, CloudTrouble trouble);
bool causeTrouble(OpenStackStandIn &cloud, CloudTrouble trouble);
bool causeTrouble(GpuCloudStandIn &cloud, CloudTrouble trouble);

}  // namespace trainyard
