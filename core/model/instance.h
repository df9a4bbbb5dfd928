// SPDX-License-Identifier: GPL-3.0-or-later
// An instance is a machine that a provider made: what was asked for, what the provider says of it, and how far it is on its way from the
// request to a machine that is ready, and back. Value types, pure.
#pragma once

#include "core/base/money.h"
#include "core/model/ids.h"

#include <QDateTime>
#include <QMap>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

// From Booting to Ready an instance goes up step by step; a step that does not apply to it is left out, but never that of the host key.
enum class InstanceState {
    Requested,       // written down; the provider may have heard of it, or not
    Booting,         // the provider has made it, or starts it again
    AnswersSsh,      // an SSH server greets, whose key is not known yet
    HostKeyChecked,  // the key is the one that the provider's own channel tells, or the person accepted it
    GpusAnswer,      // the driver is loaded and names as many GPUs as were asked for
    Checked,         // the check of the machine has been answered
    Ready,           // runs can be launched
    Stopping,
    Stopped,  // disks and addresses may go on costing money
    Terminating,
    Gone,    // the provider says that there is no such instance; the last state
    Failed,  // it will not become ready; it may cost money until it is given back
};
QString instanceStateName(InstanceState state);  // "host-key-checked"; stable, in the database and in JSON
std::optional<InstanceState> instanceStateFromName(const QString &name);
// Whether `to` may come after `from`. False for a state after itself.
bool canFollow(InstanceState from, InstanceState to);
// A call to the provider is under way, or was when a program ended: what became of it has to be asked.
bool isUnsettled(InstanceState state);

// What a provider says of an instance. It knows nothing of what goes on inside.
enum class ProvidedState { Starting, Running, Stopping, Stopped, Terminating, Gone, Failed };
// The state after an instance in `state` was said to be `provided`; nothing when that is no news. A running instance is Booting until its
// SSH server has answered. What is being stopped or given back is not taken for running because the provider still says so.
std::optional<InstanceState> stateAfter(InstanceState state, ProvidedState provided);

struct InstanceRequest {
    QString providerKind;  // MachineProvider::kind()
    QString account;       // which of the person's accounts there; empty: the only one
    QString clientToken;   // the provider makes one instance for it, however often it is asked; empty: a new one is made
    QString owner;         // the random id of this installation, a tag of everything that it makes
    QString name;          // a label for people; one line
    QString offerId;       // of the catalogue; empty: none was chosen
    QString region, type, image;
    bool isSpot = false;
    QMap<QString, QString> settings;  // what only this provider understands, by its own names

    // The price of the offer, which is the price that is metered.
    std::optional<Money> perHour;
    std::chrono::seconds billingStep{1}, billingMinimum{0};
};

struct Instance {
    InstanceId id;
    InstanceRequest request;
    QString providerId;  // what the provider calls it; empty until it has answered
    InstanceState state = InstanceState::Requested;
    QString reason;              // of the last failure, one sentence; empty: none
    QDateTime requested, since;  // UTC; when it was asked for, and when it came into its state
};

}  // namespace trainyard
