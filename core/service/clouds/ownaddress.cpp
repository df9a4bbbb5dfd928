// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/ownaddress.h"

#include "core/storage/settings/settings.h"
#include "core/transport/http/httpclient.h"

#include <QCoreApplication>
#include <QUrl>

#include <arpa/inet.h>

#include <array>

namespace trainyard {

namespace {

struct AddressWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentOrder)
};

constexpr qsizetype kMostAnswer = 64;  // bytes: the longest address has 45

using AddressBytes = std::array<unsigned char, 16>;  // of an IPv4 address the first four

struct AddressRange {
    AddressBytes start;
    int bits;
};
// https://www.iana.org/assignments/iana-ipv4-special-registry: what no computer on the internet has. 100.64.0.0/10 is that of providers whose
// customers share public addresses.
constexpr AddressRange kNotPublic[] = {
    {{0, 0, 0, 0}, 8},     {{10, 0, 0, 0}, 8},   {{100, 64, 0, 0}, 10},  {{127, 0, 0, 0}, 8},   {{169, 254, 0, 0}, 16},
    {{172, 16, 0, 0}, 12}, {{192, 0, 0, 0}, 24}, {{192, 168, 0, 0}, 16}, {{198, 18, 0, 0}, 15}, {{224, 0, 0, 0}, 3},
};

bool isIn(const AddressBytes &address, const AddressRange &range)
{
    for (int bit = 0; bit < range.bits; ++bit) {
        const auto at = std::size_t(bit / 8);
        if (((address[at] ^ range.start[at]) >> (7 - bit % 8)) & 1)
            return false;
    }
    return true;
}

Error notFound(const QString &why)
{
    return {ErrorCode::Unreachable, AddressWords::tr("Your public address could not be found: give it yourself, as in --from 203.0.113.7."),
            why};
}

// The address of a person's login goes over this connection: it is protected, or stays on this computer.
bool isUsable(const QUrl &url)
{
    const bool isHere = url.host() == QLatin1String("127.0.0.1") || url.host() == QLatin1String("localhost");
    return url.isValid() && url.userInfo().isEmpty()
           && (url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isHere));
}

}  // namespace

Result<QString> publicAddressIn(const QByteArray &answer)
{
    QByteArray text = answer;
    if (text.endsWith('\n'))
        text.chop(1);
    if (text.endsWith('\r'))
        text.chop(1);
    AddressBytes bytes{};
    const bool isFour = inet_pton(AF_INET, text.constData(), bytes.data()) == 1;
    // An embedded zero would end the text early.
    if (text.size() > kMostAnswer || text.contains('\0') || (!isFour && inet_pton(AF_INET6, text.constData(), bytes.data()) != 1))
        return Error{
            ErrorCode::Corrupt,
            AddressWords::tr("The service that tells your public address answered with something else: give the address yourself, as in "
                             "--from 203.0.113.7."),
            {}};
    bool isPublic = isFour || (bytes[0] & 0xe0) == 0x20;  // 2000::/3 is all of the internet that has been given out
    for (const AddressRange &range : kNotPublic)
        isPublic = isPublic && !(isFour && isIn(bytes, range));
    if (isPublic)
        return QString::fromLatin1(text);
    return invalidInput(
        AddressWords::tr("Your address was found to be %1, which is private or shared by the customers of a network: SSH cannot be "
                         "allowed from it. Give your public address, as in --from 203.0.113.7.")
            .arg(QString::fromLatin1(text)));
}

bool isShutOut(const QString &address, const QString &range)
{
    const bool isSix = address.contains(u':');
    if (address.isEmpty() || range.isEmpty() || range.contains(u':') != isSix)
        return false;
    const int family = isSix ? AF_INET6 : AF_INET;
    AddressBytes own{};
    AddressRange allowed{{}, range.section(u'/', 1).toInt()};
    const bool areBoth = inet_pton(family, address.toLatin1().constData(), own.data()) == 1
                         && inet_pton(family, range.section(u'/', 0, 0).toLatin1().constData(), allowed.start.data()) == 1
                         && allowed.bits > 0 && allowed.bits <= (isSix ? 128 : 32);
    return areBoth && !isIn(own, allowed);
}

Result<QString> findOwnAddress(const Paths &paths, std::stop_token stop)
{
    using namespace std::chrono_literals;
    const QUrl url(Settings(paths.settings()).text(Setting::OwnAddressUrl), QUrl::StrictMode);
    if (!isUsable(url)) {
        return invalidInput(
            AddressWords::tr("The setting rent/own-address-url is no address with https: correct it, or give your public address, as "
                             "in --from 203.0.113.7."));
    }
    HttpRequest request;
    request.url = url;
    request.limits.connect = 5s;
    request.limits.whole = 10s;
    request.limits.tries = 2;
    request.limits.mostBytes = kMostAnswer;
    request.limits.mostRedirects = 1;
    HttpClient client("Trainyard/" + QCoreApplication::applicationVersion().toUtf8());
    BytesSink sink;
    const auto answered = client.get(request, sink, stop);
    if (!answered && answered.error().isCancelled())
        return answered.error();
    if (!answered)
        return notFound(answered.error().what + u' ' + answered.error().detail);
    return publicAddressIn(sink.bytes);
}

}  // namespace trainyard
