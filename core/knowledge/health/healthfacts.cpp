// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthfacts.h"

#include "core/knowledge/health/internal/factwords.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthFacts)
};

Error damaged(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The built-in facts about GPU errors are damaged. Install Trainyard again."), detail};
}

std::optional<XidSeverity> severityOf(const QString &name)
{
    if (name == QLatin1String("info"))
        return XidSeverity::Info;
    if (name == QLatin1String("warning"))
        return XidSeverity::Warning;
    if (name == QLatin1String("error"))
        return XidSeverity::Error;
    if (name == QLatin1String("critical"))
        return XidSeverity::Critical;
    if (name == QLatin1String("unknown"))
        return XidSeverity::Unknown;
    return {};
}

}  // namespace

Result<HealthFacts> HealthFacts::parse(const HealthFiles &files)
{
    HealthFacts facts;
    const QJsonArray sources = QJsonDocument::fromJson(files.sources).array();
    for (const QJsonValue &source : sources) {
        facts.sources.insert(source[QLatin1String("code")].toString(),
                             {source[QLatin1String("title")].toString(), source[QLatin1String("link")].toString(),
                              source[QLatin1String("as_of")].toString()});
    }
    const QJsonObject root = QJsonDocument::fromJson(files.facts).object();
    facts.asOf = root[QLatin1String("as_of")].toString();
    QString problem;
    const auto sourcesOf = [&](const QJsonValue &fact) {
        QStringList codes;
        const QJsonArray src = fact[QLatin1String("src")].toArray();
        for (const QJsonValue &code : src) {
            if (!facts.sources.contains(code.toString()))
                problem = code.toString();
            codes << code.toString();
        }
        return codes;
    };
    const QJsonArray xids = root[QLatin1String("xids")].toArray();
    for (const QJsonValue &fact : xids) {
        XidFact xid;
        xid.number = fact[QLatin1String("xid")].toInt(-1);
        xid.name = fact[QLatin1String("name")].toString();
        xid.meaning = factText(fact[QLatin1String("meaning")].toString());
        xid.advice = factText(fact[QLatin1String("advice")].toString());
        xid.action = fact[QLatin1String("action")].toString();
        xid.isAlert = fact[QLatin1String("alert")].toBool();
        xid.sources = sourcesOf(fact);
        const auto severity = severityOf(fact[QLatin1String("severity")].toString());
        if (xid.number < 0 || !severity)
            return damaged(QStringLiteral("Xid %1").arg(xid.number));
        xid.severity = *severity;
        facts.xids.insert(xid.number, xid);
    }
    const QJsonArray reasons = root[QLatin1String("clock_reasons")].toArray();
    for (const QJsonValue &fact : reasons) {
        ClockReasonFact reason;
        reason.bit = fact[QLatin1String("bit")].toString().toULongLong(nullptr, 16);
        reason.field = fact[QLatin1String("field")].toString();
        reason.meaning = factText(fact[QLatin1String("meaning")].toString());
        reason.reading = fact[QLatin1String("reading")].toString();
        reason.sources = sourcesOf(fact);
        if (reason.bit == 0)
            return damaged(fact[QLatin1String("bit")].toString());
        facts.clockReasons << reason;
    }
    const QJsonArray statuses = root[QLatin1String("smi_statuses")].toArray();
    for (const QJsonValue &fact : statuses)
        facts.smiStatuses.insert(fact[QLatin1String("status")].toInt(), factText(fact[QLatin1String("meaning")].toString()));
    if (!problem.isEmpty() || facts.asOf.isEmpty() || facts.xids.isEmpty() || facts.clockReasons.isEmpty() || facts.smiStatuses.isEmpty())
        return damaged(problem);
    return facts;
}

}  // namespace trainyard
