// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/webapi/xmlanswer.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringDecoder>
#include <QStringList>
#include <QXmlStreamReader>

namespace trainyard {

namespace {

constexpr int kDeepest = 16;
// QXmlStreamReader compares each attribute with all others of its element and searches all declarations in scope for each prefix, so a
// few megabytes of them would keep it busy for hours. Services send two at most.
constexpr qsizetype kMaxTag = 1024, kMaxDeclared = 16;
constexpr qsizetype kMaxPath = 512;  // nested names: the path is built for each element

// The position after the text that ends with `end`; -1 if that never comes.
qsizetype behind(const QString &xml, qsizetype at, QLatin1String end)
{
    const qsizetype found = xml.indexOf(end, at);
    return found < 0 ? -1 : found + end.size();
}

// The position after the tag at `at`, which may contain ">" in quotes; -1 if it is longer than any such answer's tags.
qsizetype behindTag(const QString &xml, qsizetype at)
{
    QChar quote;
    for (qsizetype i = at; i < xml.size() && i - at <= kMaxTag; ++i) {
        const QChar c = xml[i];
        if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if (c == u'"' || c == u'\'')
            quote = c;
        else if (c == u'>')
            return i + 1;
    }
    return -1;
}

// Checked before parsing: no entity declarations (no service sends one) and no endless tag.
bool isPlain(const QString &xml)
{
    for (qsizetype at = xml.indexOf(u'<'); at >= 0; at = xml.indexOf(u'<', at)) {
        const QStringView rest = QStringView(xml).mid(at, 9);
        if (rest.startsWith(QLatin1String("<!--")))
            at = behind(xml, at + 4, QLatin1String("-->"));
        else if (rest == QLatin1String("<![CDATA["))
            at = behind(xml, at + 9, QLatin1String("]]>"));
        else
            at = rest.startsWith(QLatin1String("<!")) ? -1 : behindTag(xml, at);
        if (at < 0)
            return false;
    }
    return true;
}

}  // namespace

Result<void> walkXml(const QByteArray &xml, const std::function<void(const QString &path)> &begin,
                     const std::function<void(const QString &path, const QString &text)> &text)
{
    const auto corrupt = [](const QString &detail) {
        return Error{
            ErrorCode::Corrupt,
            QCoreApplication::translate(
                "trainyard::WebApi", "The response of the server is not valid: try again, and check the endpoint if this happens again."),
            detail.left(200)};
    };
    // All services write UTF-8; the encoding that an answer declares is ignored.
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder.decode(xml);
    if (decoder.hasError())
        return corrupt(QStringLiteral("not UTF-8"));
    if (!isPlain(decoded))
        return corrupt(QStringLiteral("DTD or endless tag"));
    QXmlStreamReader reader(decoded);
    reader.setEntityExpansionLimit(16);
    QStringList names;
    QString collected;
    qsizetype pathLength = 0, declared = 0;
    bool isLeaf = false;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::DTD: return corrupt(QStringLiteral("DTD"));
        case QXmlStreamReader::StartElement:
            if (isLeaf)
                begin(names.join(u'/'));
            names << reader.name().toString();
            pathLength += names.last().size();
            declared += reader.namespaceDeclarations().size();
            if (names.size() > kDeepest || pathLength > kMaxPath || declared > kMaxDeclared)
                return corrupt(QStringLiteral("nesting"));
            collected.clear();
            isLeaf = true;
            break;
        case QXmlStreamReader::Characters:
            if (isLeaf)
                collected += reader.text();
            break;
        case QXmlStreamReader::EndElement:
            if (isLeaf)
                text(names.join(u'/'), collected);
            isLeaf = false;
            pathLength -= names.last().size();
            names.removeLast();
            break;
        default: break;
        }
    }
    if (reader.hasError())
        return corrupt(reader.errorString());
    return {};
}

QString xmlValue(const QByteArray &xml, const QString &path)
{
    QString found;
    (void)walkXml(
        xml, [](const QString &) {},
        [&](const QString &own, const QString &text) {
            if (found.isEmpty() && own == path)
                found = text;
        });
    return found;
}

qint64 xmlTime(const QString &text)
{
    QDateTime when = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!when.isValid()) {
        when = QLocale::c().toDateTime(text, QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"));
        when.setTimeSpec(Qt::UTC);
    }
    return when.isValid() ? when.toSecsSinceEpoch() : 0;
}

}  // namespace trainyard
