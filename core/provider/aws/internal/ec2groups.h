// SPDX-License-Identifier: GPL-3.0-or-later
// The security groups that let SSH in from one address or network: one for each, shared by all machines that it is for. Any thread; those with
// a client block.
#pragma once

#include "core/provider/aws/internal/ec2client.h"

namespace trainyard {

struct Ec2Address {
    QByteArray text;  // "203.0.113.7/32", "2001:db8::/64"; empty: none
    bool isSix = false;
};

// InvalidInput: neither empty, nor an address, nor a network of few.
Result<Ec2Address> ec2Address(const QString &setting);
// Tags for what is created together with an instance, of which this is the `number`-th.
void addEc2Tags(Ec2Parameters &parameters, int number, const QByteArray &type, const QList<NamedBytes> &tags);
// Its id, in this network or the default one; makes it, and its rule, if they are missing.
Result<QByteArray> findEc2Group(const Ec2Client &ec2, const Ec2Address &address, const QByteArray &network, const QList<NamedBytes> &tags);

}  // namespace trainyard
