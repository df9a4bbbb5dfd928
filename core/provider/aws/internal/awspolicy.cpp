// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/aws/internal/awspolicy.h"

namespace trainyard {

// sts:GetCallerIdentity needs no right. Creating needs CreateTags, but only together with what it makes; everything that changes or ends
// something is limited to what carries the tag of an installation of Trainyard.
QString awsPolicy()
{
    return QStringLiteral(R"({
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "Look",
      "Effect": "Allow",
      "Action": [
        "ce:GetCostAndUsage",
        "ec2:DescribeAddresses",
        "ec2:DescribeImages",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribeInstanceTypes",
        "ec2:DescribeInstances",
        "ec2:DescribeKeyPairs",
        "ec2:DescribeRegions",
        "ec2:DescribeSecurityGroups",
        "ec2:DescribeSnapshots",
        "ec2:DescribeSpotInstanceRequests",
        "ec2:DescribeSpotPriceHistory",
        "ec2:DescribeSubnets",
        "ec2:DescribeVolumes",
        "ec2:GetConsoleOutput",
        "servicequotas:ListServiceQuotas"
      ],
      "Resource": "*"
    },
    {
      "Sid": "Create",
      "Effect": "Allow",
      "Action": [
        "ec2:CreateSecurityGroup",
        "ec2:ImportKeyPair",
        "ec2:RunInstances"
      ],
      "Resource": "*"
    },
    {
      "Sid": "TagWhatIsCreated",
      "Effect": "Allow",
      "Action": "ec2:CreateTags",
      "Resource": "*",
      "Condition": {
        "StringEquals": {
          "ec2:CreateAction": [
            "CreateSecurityGroup",
            "ImportKeyPair",
            "RunInstances"
          ]
        }
      }
    },
    {
      "Sid": "ChangeOnlyItsOwn",
      "Effect": "Allow",
      "Action": [
        "ec2:AuthorizeSecurityGroupIngress",
        "ec2:CancelSpotInstanceRequests",
        "ec2:DeleteKeyPair",
        "ec2:DeleteSecurityGroup",
        "ec2:DeleteSnapshot",
        "ec2:DeleteVolume",
        "ec2:ModifyNetworkInterfaceAttribute",
        "ec2:ReleaseAddress",
        "ec2:StartInstances",
        "ec2:StopInstances",
        "ec2:TerminateInstances"
      ],
      "Resource": "*",
      "Condition": {
        "StringLike": {
          "aws:ResourceTag/trainyard:owner": "*"
        }
      }
    }
  ]
}
)");
}

}  // namespace trainyard
