// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthcheck.h"

#include "core/base/excerpt.h"
#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthCheck)
};

constexpr int kMaxParts = 400;  // the script asks some fifty questions
constexpr qsizetype kMaxPart = 1024 * 1024;
// What a training job first needs from outside: its packages and its models.
const char *const kOutside[] = {"pypi.org", "huggingface.co"};

Error refused(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

}  // namespace

Result<void> HealthRequest::check() const
{
    static const QRegularExpression imageForm(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}$"));
    static const QRegularExpression nameForm(QStringLiteral("^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$"));
    if (!image.isEmpty() && !imageForm.match(image).hasMatch())
        return refused(Words::tr("%1 is not a valid image name.").arg(excerpt(image.toUtf8())));
    if (nodes.size() > 64)
        return refused(Words::tr("At most 64 nodes can be checked."));
    for (const QString &node : nodes) {
        if (!nameForm.match(node).hasMatch())
            return refused(Words::tr("%1 is not a valid node name.").arg(excerpt(node.toUtf8())));
    }
    if (ports.size() > 64)
        return refused(Words::tr("At most 64 ports can be checked."));
    for (const int port : ports) {
        if (port < 1 || port > 65535)
            return refused(Words::tr("%1 is not a valid port; ports are 1 to 65535.").arg(port));
    }
    return {};
}

QStringList HealthRequest::scriptArguments() const
{
    QStringList arguments;
    if (!image.isEmpty())
        arguments << QStringLiteral("image=") + image;
    for (const QString &node : nodes)
        arguments << QStringLiteral("node=") + node;
    for (const int port : ports)
        arguments << QStringLiteral("port=%1").arg(port);
    for (const char *name : kOutside)
        arguments << QStringLiteral("name=") + QLatin1String(name);
    return arguments;
}

QStringList CheckPart::lines() const
{
    QStringList found;
    const QStringList all = text.split(u'\n');
    for (const QString &line : all) {
        if (const QString trimmed = line.trimmed(); !trimmed.isEmpty())
            found << trimmed;
    }
    return found;
}

CheckPart CheckAnswer::part(const QString &name) const
{
    const auto found = m_parts.constFind(name);
    if (found != m_parts.constEnd())
        return *found;
    CheckPart none;
    none.status = CheckPart::kMissing;
    return none;
}

Result<CheckAnswer> CheckAnswer::parse(const QByteArray &printed)
{
    // A login shell may have printed something before.
    const QByteArray mark("trainyard-check=1\n");
    const qsizetype begin = printed.startsWith(mark) ? 0 : printed.indexOf('\n' + mark);
    if (begin < 0) {
        return Error{ErrorCode::Corrupt,
                     Words::tr("The machine did not answer the check as a shell would. Log in with ssh and see what it prints."),
                     shortened(plainText(printed.left(400)), 3)};
    }
    static const QRegularExpression head(QStringLiteral("^#([A-Za-z0-9][A-Za-z0-9.:_-]{0,270}) ([0-9]{1,3}) ([01])$"));
    CheckAnswer answer;
    QString name;
    CheckPart part;
    QByteArray body;
    const auto finish = [&] {
        if (name.isEmpty())
            return;
        part.text = plainText(body);
        answer.m_parts.insert(name, part);
        name.clear();
    };
    qsizetype at = printed.indexOf(mark, begin) + mark.size();
    while (at < printed.size()) {
        qsizetype end = printed.indexOf('\n', at);
        if (end < 0)
            end = printed.size();
        const QByteArrayView line = QByteArrayView(printed).sliced(at, end - at);
        at = end + 1;
        if (line.startsWith('|')) {
            if (body.size() + line.size() <= kMaxPart)
                body.append(line.sliced(1).data(), line.size() - 1).append('\n');
            else
                part.isShortened = true;
            continue;
        }
        if (!line.startsWith('#'))
            continue;
        const auto match = head.match(QString::fromLatin1(line.first(qMin<qsizetype>(line.size(), 300))));
        if (!match.hasMatch())
            continue;
        finish();
        if (match.captured(1) == QLatin1String("end")) {
            answer.m_isWhole = true;
            break;
        }
        if (answer.m_parts.size() >= kMaxParts)
            break;
        name = match.captured(1);
        part = {};
        part.status = match.captured(2).toInt();
        part.isShortened = match.captured(3) == QLatin1String("1");
        body.clear();
    }
    finish();
    return answer;
}

}  // namespace trainyard
