// SPDX-License-Identifier: GPL-3.0-or-later
// Creating a machine: its image, the key that may log in, the group that lets one address in (awsgroups.cpp), and the machine itself. Each
// step may be repeated: key and group are found by their names, and EC2 makes one instance for each client token.
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2client.h"
#include "core/provider/aws/internal/ec2groups.h"
#include "core/provider/aws/internal/ec2names.h"

#include <QCoreApplication>
#include <QUuid>

namespace trainyard {

namespace {

struct CreateWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AwsProvider)
};

constexpr qsizetype kMaxUserData = 16 * 1024;  // set by EC2, before base64
constexpr qsizetype kMaxToken = 64, kMaxTag = 256;
constexpr int kMaxDiskGib = 16 * 1024;  // of gp3

Result<QByteArray> importKey(const Ec2Client &ec2, const QString &line, const QList<NamedBytes> &tags)
{
    const QStringList words = line.simplified().split(u' ');
    const QByteArray blob = QByteArray::fromBase64(words.value(1).toLatin1());
    if (blob.isEmpty() || (words[0] != QLatin1String("ssh-ed25519") && words[0] != QLatin1String("ssh-rsa")))
        return invalidInput(CreateWords::tr("AWS takes SSH keys of the types Ed25519 and RSA: choose such a key."));
    const QByteArray name = ec2KeyName(line);
    Ec2Parameters parameters{{"KeyName", name}, {"PublicKeyMaterial", (words[0] + u' ' + words[1]).toLatin1().toBase64()}};
    addEc2Tags(parameters, 1, "key-pair", tags);
    QString code;
    const auto imported = ec2.call("ImportKeyPair", parameters, CloudCall::Effect::Once, &code);
    if (!imported && code != QLatin1String("InvalidKeyPair.Duplicate"))
        return imported.error();
    return name;
}

// The parts of a request that need no answer of EC2.
Result<Ec2Parameters> fixedParameters(const InstanceRequest &request)
{
    const auto setting = [&request](const char *name) { return request.settings.value(QLatin1String(name)); };
    Ec2Parameters run{{"MinCount", "1"},
                      {"MaxCount", "1"},
                      {"InstanceType", request.type.toLatin1()},
                      {"InstanceInitiatedShutdownBehavior", "terminate"},
                      {"MetadataOptions.HttpTokens", "required"},
                      // One more for what reads spot notices in a container.
                      {"MetadataOptions.HttpPutResponseHopLimit", "2"}};
    const QByteArray token = request.clientToken.isEmpty() ? QUuid::createUuid().toByteArray(QUuid::WithoutBraces)
                                                           : request.clientToken.toUtf8();
    if (request.type.isEmpty() || token.size() > kMaxToken)
        return invalidInput(CreateWords::tr("The request for a machine names no type, or its token is too long: choose an offer again."));
    run << NamedBytes("ClientToken", token);
    if (const QString zone = setting(kZoneSetting); !zone.isEmpty())
        run << NamedBytes("Placement.AvailabilityZone", zone.toLatin1());
    if (const QString data = setting(kUserDataSetting); !data.isEmpty()) {
        if (data.toUtf8().size() > kMaxUserData)
            return invalidInput(CreateWords::tr("The commands for the machine's first start are longer than 16 KiB: shorten them."));
        run << NamedBytes("UserData", data.toUtf8().toBase64());
    }
    if (request.isSpot) {
        const QByteArray spot = "InstanceMarketOptions.SpotOptions.";
        run << NamedBytes("InstanceMarketOptions.MarketType", "spot") << NamedBytes(spot + "SpotInstanceType", "one-time")
            << NamedBytes(spot + "InstanceInterruptionBehavior", "terminate");
        if (const QByteArray most = setting(kMaxPriceSetting).toLatin1(); !most.isEmpty()) {
            TRY_DO(Money::parse(most, Currency::USD));
            run << NamedBytes(spot + "MaxPrice", most);
        }
    }
    return run;
}

}  // namespace

QByteArray ec2KeyName(const QString &publicLine)
{
    const QByteArray blob = QByteArray::fromBase64(publicLine.simplified().section(u' ', 1, 1).toLatin1());
    return blob.isEmpty() ? QByteArray() : "trainyard-" + sha256Hex(blob).left(32);
}

Result<InstanceReport> AwsProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    const auto step = [&report](const QString &text) {
        if (report)
            report(text);
    };
    const auto setting = [&request](const char *name) { return request.settings.value(QLatin1String(name)); };
    TRY(Ec2Parameters run, fixedParameters(request));
    TRY(const auto address, ec2Address(setting(kOwnAddressSetting)));
    const int disk = setting(kDiskSetting).toInt();
    if (disk < 0 || disk > kMaxDiskGib || (disk == 0 && !setting(kDiskSetting).isEmpty()))
        return invalidInput(CreateWords::tr("The size of the disk has to be a number from 1 to %1 GiB: correct it.").arg(kMaxDiskGib));
    TRY(const auto ec2, client(request.account, request.region, stop));

    step(CreateWords::tr("Looking for the image"));
    QByteArray image = request.image.toLatin1();
    if (image.isEmpty()) {
        TRY(const auto known, images({request.account, ec2.region(), {}, {}}, stop));
        if (known.isEmpty())
            return Error{ErrorCode::NotFound, CreateWords::tr("AWS has no image with GPU drivers in this region: choose an image."), {}};
        image = known.first().id.toLatin1();
    }
    TRY(const auto described, ec2.read("DescribeImages", {{"ImageId.1", image}}));
    const XmlNode &found = described.at(QLatin1String("imagesSet/item"));
    if (found.name.isEmpty())
        return Error{
            ErrorCode::NotFound, CreateWords::tr("AWS has no image %1 in this region: choose another one.").arg(request.image), {}};
    const QString root = found.value(QLatin1String("rootDeviceName"));
    const QByteArray device = root.isEmpty() ? QByteArray("/dev/sda1") : root.toLatin1();

    const QList<NamedBytes> own{{kOwnerTag, request.owner.toUtf8().left(kMaxTag)}};
    if (const QString key = setting(kSshKeySetting); !key.isEmpty()) {
        step(CreateWords::tr("Registering the SSH key"));
        TRY(const auto name, importKey(ec2, key, own));
        run << NamedBytes("KeyName", name);
    }
    step(CreateWords::tr("Opening SSH for your address"));
    const QByteArray subnet = setting("subnet").toLatin1();
    QByteArray network;
    if (!subnet.isEmpty()) {
        Ec2Parameters parameters;
        addFilter(parameters, "subnet-id", {subnet});
        TRY(const auto subnets, ec2.readAll("DescribeSubnets", QLatin1String("subnetSet"), parameters));
        if (subnets.isEmpty())
            return Error{ErrorCode::NotFound, CreateWords::tr("AWS has no such subnet in this region: correct the request."), {}};
        network = subnets.first().value(QLatin1String("vpcId")).toLatin1();
        run << NamedBytes("SubnetId", subnet);
    }
    TRY(const auto group, findEc2Group(ec2, address, network, own));
    run << NamedBytes("SecurityGroupId.1", group) << NamedBytes("ImageId", image);

    const QByteArray volume = "BlockDeviceMapping.1.";
    run << NamedBytes(volume + "DeviceName", device) << NamedBytes(volume + "Ebs.DeleteOnTermination", "true")
        << NamedBytes(volume + "Ebs.VolumeType", "gp3");
    if (disk > 0)
        run << NamedBytes(volume + "Ebs.VolumeSize", QByteArray::number(disk));
    const QList<NamedBytes> tags{{"Name", request.name.simplified().toUtf8().left(kMaxTag)},
                                 {kOwnerTag, request.owner.toUtf8().left(kMaxTag)},
                                 {kTokenTag, request.clientToken.toUtf8()}};
    int number = 0;
    for (const char *type : {"instance", "volume", "network-interface"})
        addEc2Tags(run, ++number, type, tags);
    if (request.isSpot)
        addEc2Tags(run, ++number, "spot-instances-request", tags);

    step(CreateWords::tr("Asking AWS for the machine"));
    QString code;
    const auto made = ec2.call("RunInstances", run, CloudCall::Effect::Once, &code);
    // The token was used for a request with other values, such as an older image: its machine is the answer.
    if (!made && code == QLatin1String("IdempotentParameterMismatch")) {
        TRY(const auto listed, list({request.account, ec2.region(), {}, request.clientToken}, stop));
        return listed.isEmpty() ? Result<InstanceReport>(made.error()) : Result<InstanceReport>(listed.first());
    }
    TRY(const auto answer, made);
    const QList<XmlNode> instances = instancesIn(answer);
    if (instances.isEmpty() || !isEc2Id(instances.first().value(QLatin1String("instanceId"))))
        return cloudError(QStringLiteral("AWS"), {CloudRefusal::Kind::Format, {}, QStringLiteral("instanceId"), {}, {}});
    return instanceReport(instances.first());
}

}  // namespace trainyard
