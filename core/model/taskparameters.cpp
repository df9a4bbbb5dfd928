// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskparameters.h"

#include "core/base/secretname.h"
#include "core/base/seentext.h"
#include "core/model/internal/shellwords.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr qsizetype kMostValue = 200;     // characters
constexpr qsizetype kMostRun = 64 << 10;  // of a `run` section; longer ones are programs

class ParameterReader {
public:
    explicit ParameterReader(const Task &task) : m_envs(task.envs)
    {
        for (auto env = task.envs.begin(); env != task.envs.end(); ++env)
            put(env.key(), *env);
        const auto tokens = shellTokens(task.run.left(kMostRun));
        if (tokens)
            read(*tokens);
    }
    QMap<QString, QString> take() { return std::move(m_found); }

private:
    void put(const QString &name, const QString &value)
    {
        if (isSecretName(QString(name).replace(u'-', u'_').replace(u'.', u'_')) || isSecretValue(value)
            || (m_found.size() >= kMostParameters && !m_found.contains(name)))
            return;
        m_found[name] = seenText(value.left(kMostValue));
    }

    // "$LR" and "${LR}" are what the task says.
    QString meant(const ShellToken &word, const QString &text) const
    {
        static const QRegularExpression kVariable(QStringLiteral("\\A\\$(?:\\{(\\w+)\\}|(\\w+))\\z"));
        const auto variable = word.isExpanded ? kVariable.match(text) : QRegularExpressionMatch();
        return variable.hasMatch() ? m_envs.value(variable.captured(1) + variable.captured(2), text) : text;
    }

    static bool isValue(const ShellToken &word)
    {
        static const QRegularExpression kNumber(QStringLiteral("\\A-[0-9.]"));
        return !word.isOperator && (!word.text.startsWith(u'-') || kNumber.match(word.text).hasMatch());
    }

    void read(const QList<ShellToken> &tokens)
    {
        static const QRegularExpression kOption(QStringLiteral("\\A--?([A-Za-z][\\w.-]{0,63})(=.*)?\\z"),
                                                QRegularExpression::DotMatchesEverythingOption),
            kAssignment(QStringLiteral("\\A\\+{0,2}([A-Za-z_][\\w./-]{0,63})=(.*)\\z"), QRegularExpression::DotMatchesEverythingOption);
        for (qsizetype i = 0; i < tokens.size(); ++i) {
            const ShellToken &word = tokens[i];
            if (word.isOperator)
                continue;
            if (const auto option = kOption.match(word.text); option.hasMatch()) {
                const QString name = option.captured(1);
                if (option.hasCaptured(2) && !option.captured(2).isEmpty()) {
                    put(name, meant(word, option.captured(2).mid(1)));
                } else if (i + 1 < tokens.size() && isValue(tokens[i + 1]) && !kAssignment.match(tokens[i + 1].text).hasMatch()) {
                    ++i;
                    put(name, meant(tokens[i], tokens[i].text));
                } else if (word.text.startsWith(QLatin1String("--"))) {
                    put(name, QStringLiteral("true"));
                }
            } else if (const auto assignment = kAssignment.match(word.text); assignment.hasMatch()) {
                put(assignment.captured(1), meant(word, assignment.captured(2)));
            }
        }
    }

    QMap<QString, QString> m_envs, m_found;
};

}  // namespace

QMap<QString, QString> taskParameters(const Task &task) { return ParameterReader(task).take(); }

}  // namespace trainyard
