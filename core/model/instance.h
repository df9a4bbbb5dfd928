// SPDX-License-Identifier: GPL-3.0-or-later
// An instance is a machine that a provider creates: what was requested, what the provider reports, and its state between the request, the
// ready machine and its return. Value types, pure.
#pragma once

#include "core/base/money.h"
#include "core/model/ids.h"
#include "core/model/rentend.h"

#include <QDateTime>
#include <QMap>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

// From Booting to Ready an instance advances step by step. A step that does not apply to it is skipped, but never that of the host key.
enum class InstanceState {
    Requested,       // recorded; the provider may or may not have received the request
    Booting,         // the provider has created it, or is starting it again
    AnswersSsh,      // an SSH server answers; its key is not known yet
    HostKeyChecked,  // the key matches the provider's own channel, or the person accepted it
    GpusAnswer,      // the driver is loaded and reports as many GPUs as were requested
    Checked,         // the machine's check has finished
    Ready,           // runs can be launched
    Stopping,
    Stopped,  // disks and addresses may still cost money
    Terminating,
    Gone,    // the provider reports no such instance; the final state
    Failed,  // it will not become ready; it may cost money until it is terminated
};
QString instanceStateName(InstanceState state);  // "host-key-checked"; stable, in the database and in JSON
std::optional<InstanceState> instanceStateFromName(const QString &name);
// Whether `to` may follow `from`. False if both are the same.
bool canFollow(InstanceState from, InstanceState to);
bool isUp(InstanceState state);  // from Booting to Ready
// A call to the provider is in progress, or was when a program ended; its outcome has to be queried.
bool isUnsettled(InstanceState state);

// What a provider reports about an instance. It does not know what happens inside it.
enum class ProvidedState { Starting, Running, Stopping, Stopped, Terminating, Gone, Failed };
// The state after the provider reported `provided` for an instance in `state`; nullopt if that changes nothing. A running instance is
// Booting until its SSH server has answered. An instance that is being stopped or terminated does not count as running just because the
// provider still reports it so.
std::optional<InstanceState> stateAfter(InstanceState state, ProvidedState provided);

// Names in InstanceRequest::settings that every cloud understands.
inline constexpr char kSshKeySetting[] = "ssh-key";                 // a public key in the format of OpenSSH, which may log in
inline constexpr char kOwnAddressSetting[] = "own-address";         // "203.0.113.7/32": from where SSH is allowed; empty: from nowhere
inline constexpr char kLetInSinceSetting[] = "own-address-since";   // ISO 8601, UTC; none: since the machine was requested
inline constexpr char kUserDataSetting[] = "user-data";             // for cloud-init
inline constexpr char kDiskSetting[] = "disk-gib";                  // of the system disk
inline constexpr char kReleaseAtSetting[] = "release-at";           // ISO 8601, UTC: the cloud gives it back then, where it can
inline constexpr char kSignedInSetting[] = "signed-in-as";          // who rented it, in the words of the cloud
inline constexpr char kSignedInScopeSetting[] = "signed-in-scope";  // AccountReport::scope at that time
inline constexpr char kInZoneSetting[] = "in-zone";                 // where the cloud put it, in its words
inline constexpr char kMaxPriceSetting[] = "max-price";             // of a spot machine, per hour in the currency of the cloud's prices

struct InstanceRequest {
    QString providerKind;  // MachineProvider::kind()
    QString account;       // which of the person's accounts there; empty: the only one
    QString clientToken;   // the provider creates one instance per token, however often it is asked; empty: always a new one
    QString owner;         // the random id of this installation, set as a tag on everything it creates
    QString name;          // a label for people; one line
    QString offerId;       // of the catalogue; empty: none was chosen
    QString region, type, image;
    bool isSpot = false;
    QMap<QString, QString> settings;  // options that only this provider understands, by its own names
    // The same, for values that nothing may keep: they go to the provider with the call that creates the machine, and nowhere else.
    QMap<QString, QString> secretSettings;

    // The price of the offer, which is also the price that is metered.
    std::optional<Money> perHour;
    std::chrono::seconds billingStep{1}, billingMinimum{0};
    RentEnd end;  // when it is given back; not set: when a person says so
};

struct Instance {
    InstanceId id;
    InstanceRequest request;
    QString providerId;  // the provider's id for it; empty until it has answered
    InstanceState state = InstanceState::Requested;
    QString reason;              // of the last failure, one sentence; empty: none
    QDateTime requested, since;  // UTC; when it was requested, and when it entered its state
};

}  // namespace trainyard
