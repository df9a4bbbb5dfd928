// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-in for EC2 with instances that can be logged in to: every instance has the address of one private sshd on this computer, at port
// 22 of a loopback address, and its console shows that server's host key. So what is rented is made up, and SSH, the comparison of the host
// key, the runs and their files are real. Its one GPU is a stand-in for nvidia-smi. Use it only on the thread that created it.
#pragma once

#include "tests/support/ec2standin.h"
#include "tests/support/labmachine.h"

#include <QTemporaryDir>

namespace trainyard {

class RentedWorld {
public:
    // Why a test that needs it has to skip; empty: nothing is missing.
    static QString missingPart();

    RentedWorld();
    bool start();  // false: problem() gives the reason
    QString problem() const { return m_problem; }

    // After the cloud's reset(), which forgets it.
    void tellCloud();
    // Makes the key that renting uses below this data folder, as the program does, and lets it in, as the cloud does with an imported key.
    bool letIn(const QString &dataFolder);

    Ec2StandIn &cloud() { return m_cloud; }
    LabMachine &machine() { return m_machine; }
    QString address() const { return m_address; }

private:
    Ec2StandIn m_cloud;
    QTemporaryDir m_programs;
    LabMachine m_machine;
    const QString m_address;
    QString m_problem;
};

}  // namespace trainyard
