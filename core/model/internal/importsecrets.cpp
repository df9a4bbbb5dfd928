// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/importsecrets.h"

#include "core/base/secretname.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {
namespace {

// A value in quotes, or a word; without anything that a shell fills in.
const QString kWritten = QStringLiteral("('[^'\\n]*'|\"[^\"$`\\n]*\"|[^\\s$`'\"();&|<>\\\\]+)");

void addSecret(QList<WrittenSecret> &found, const QRegularExpressionMatch &match, int group, const QString &name)
{
    WrittenSecret secret{match.capturedStart(group), match.capturedEnd(group), match.captured(group), name.toUpper()};
    if (secret.value.startsWith(u'\'') || secret.value.startsWith(u'"'))
        secret.value = secret.value.mid(1, secret.value.size() - 2);
    // "<your token>", "xxx" and an empty value keep nothing secret.
    static const QRegularExpression kPlaceholder(QStringLiteral("\\A(<.*>|\\[.*\\]|[xX*.]*|your[-_ ].*|\\$.*)\\z"),
                                                 QRegularExpression::CaseInsensitiveOption);
    if (!kPlaceholder.match(secret.value).hasMatch())
        found << secret;
}

QString serviceVariable(const QString &value)
{
    static const QList<QPair<QString, QString>> kServices{
        {QStringLiteral("hf_"), QStringLiteral("HF_TOKEN")},       {QStringLiteral("gh"), QStringLiteral("GITHUB_TOKEN")},
        {QStringLiteral("sk-"), QStringLiteral("OPENAI_API_KEY")}, {QStringLiteral("A"), QStringLiteral("ACCESS_KEY")},
        {QStringLiteral("xox"), QStringLiteral("SLACK_TOKEN")},    {QStringLiteral("glpat"), QStringLiteral("GITLAB_TOKEN")},
        {QStringLiteral("nvapi"), QStringLiteral("NGC_API_KEY")}};
    const auto service = std::find_if(kServices.begin(), kServices.end(),
                                      [&value](const auto &one) { return value.startsWith(one.first); });
    return service == kServices.end() ? QStringLiteral("SECRET_KEY") : service->second;
}

void findAssigned(const QString &script, QList<WrittenSecret> &found)
{
    static const QRegularExpression kAssigned(QStringLiteral("(?:^|[\\s;&|(\"'])([A-Za-z_][A-Za-z0-9_]*)=") + kWritten,
                                              QRegularExpression::MultilineOption);
    for (auto at = kAssigned.globalMatch(script); at.hasNext();) {
        const QRegularExpressionMatch match = at.next();
        if (isSecretName(match.captured(1)))
            addSecret(found, match, 2, match.captured(1));
    }
}

void findOptions(const QString &script, QList<WrittenSecret> &found)
{
    // --pad_token and --eos_token are no secrets, and neither is a word such as "True".
    static const QRegularExpression kOption(
        QStringLiteral("(?<![\\w-])--?((?!(?:pad|eos|bos|unk|sep|cls|mask|image|stop|start|end)[-_])(?:[A-Za-z0-9]+[-_])*"
                       "(?:token|password|passwd|passphrase|secret|api[-_]?key|access[-_]key|secret[-_]key))(?:=|[ \\t]+)(?!-)")
            + kWritten,
        QRegularExpression::CaseInsensitiveOption);
    for (auto at = kOption.globalMatch(script); at.hasNext();) {
        const QRegularExpressionMatch match = at.next();
        if (match.capturedLength(2) >= 8)
            addSecret(found, match, 2, match.captured(1).replace(u'-', u'_'));
    }
    static const QRegularExpression kLogin(QStringLiteral("\\bwandb\\s+login\\s+(?:--\\S+\\s+)*([0-9a-fA-F]{40})\\b"));
    for (auto at = kLogin.globalMatch(script); at.hasNext();)
        addSecret(found, at.next(), 1, QStringLiteral("WANDB_API_KEY"));
    static const QRegularExpression kAddress(QStringLiteral("://[^\\s/:@'\"$]*:([^\\s/:@'\"$`]+)@"));
    for (auto at = kAddress.globalMatch(script); at.hasNext();)
        addSecret(found, at.next(), 1, QStringLiteral("ADDRESS_PASSWORD"));
}

void findForms(const QString &script, QList<WrittenSecret> &found)
{
    for (auto at = secretForm().globalMatch(script); at.hasNext();) {
        const QRegularExpressionMatch match = at.next();
        WrittenSecret secret{match.capturedStart(), match.capturedEnd(), match.captured(), serviceVariable(match.captured())};
        if (secret.value.startsWith(u'-')) {  // a whole key
            const qsizetype last = script.indexOf(QLatin1String("-----END "), secret.end);
            const qsizetype close = last < 0 ? -1 : script.indexOf(QLatin1String("-----"), last + 9);
            secret.end = close < 0 ? script.size() : close + 5;
            secret.value = script.mid(secret.begin, secret.end - secret.begin);
        }
        found << secret;
    }
}

}  // namespace

QList<WrittenSecret> secretsWrittenIn(const QString &script)
{
    QList<WrittenSecret> found;
    findAssigned(script, found);
    findOptions(script, found);
    findForms(script, found);
    std::stable_sort(found.begin(), found.end(), [](const WrittenSecret &a, const WrittenSecret &b) { return a.begin < b.begin; });
    QList<WrittenSecret> apart;
    for (const WrittenSecret &secret : std::as_const(found)) {
        if (apart.isEmpty() || secret.begin >= apart.last().end)
            apart << secret;
        else if (secret.end > apart.last().end)
            apart.last().end = secret.end;
    }
    return apart;
}

QString variableAt(const QString &script, qsizetype place, const QString &name)
{
    QChar quote;
    for (qsizetype i = 0; i < place; ++i) {
        const QChar c = script[i];
        const bool isWordStart = i == 0 || script[i - 1].isSpace();
        if (quote.isNull() && c == u'#' && isWordStart) {
            const qsizetype end = script.indexOf(u'\n', i);
            if (end < 0 || end >= place)
                return {};
            i = end;
        } else if (c == u'\\' && quote != u'\'') {
            ++i;
        } else if (quote.isNull() && (c == u'\'' || c == u'"')) {
            quote = c;
        } else if (c == quote) {
            quote = QChar();
        }
    }
    const QString filled = QStringLiteral("${%1}").arg(name);
    if (quote == u'"')
        return filled;
    return quote == u'\'' ? QStringLiteral("'\"%1\"'").arg(filled) : u'"' + filled + u'"';
}

}  // namespace trainyard
