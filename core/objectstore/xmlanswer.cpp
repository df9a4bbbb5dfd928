#include "core/objectstore/xmlanswer.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>
#include <QXmlStreamReader>

namespace trainyard {

Result<void> walkXml(const QByteArray &xml, const std::function<void(const QString &path)> &begin,
                     const std::function<void(const QString &path, const QString &text)> &text)
{
    constexpr int kDeepest = 16;
    QXmlStreamReader reader(xml);
    reader.setEntityExpansionLimit(16);
    QStringList names;
    QString collected;
    bool isLeaf = false;
    const auto corrupt = [](const QString &detail) {
        return Error{ErrorCode::Corrupt, QCoreApplication::translate("trainyard::ObjectStore", "The answer of the store is not to be understood: try again, and check "
                                         "the endpoint if it stays so."), detail.left(200)};
    };
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::DTD:
            return corrupt(QStringLiteral("DTD"));   // none of them sends one
        case QXmlStreamReader::StartElement:
            if (isLeaf)
                begin(names.join(u'/'));
            names << reader.name().toString();
            if (names.size() > kDeepest)
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
            names.removeLast();
            break;
        default:
            break;
        }
    }
    if (reader.hasError())
        return corrupt(reader.errorString());
    return {};
}

QString xmlValue(const QByteArray &xml, const QString &path)
{
    QString found;
    (void)walkXml(xml, [](const QString &) {}, [&](const QString &own, const QString &text) {
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
