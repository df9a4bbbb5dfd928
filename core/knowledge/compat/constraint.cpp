// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/constraint.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Constraint)
};

struct Factor {
    QString property, relation, value;
    qsizetype position = 0;
    QString problem;  // empty: well formed
};

bool isKnownProperty(const QString &name)
{
    return name == QLatin1String("cuda") || name == QLatin1String("driver") || name == QLatin1String("arch")
           || name == QLatin1String("brand");
}

Factor split(const QString &text, qsizetype position)
{
    const auto isOperator = [](QChar c) { return c == u'=' || c == u'!' || c == u'<' || c == u'>'; };
    Factor factor;
    factor.position = position;
    const auto begin = std::find_if(text.begin(), text.end(), isOperator);
    const auto end = std::find_if_not(begin, text.end(), isOperator);
    factor.property = QString(text.begin(), begin - text.begin());
    factor.relation = QString(begin, end - begin);
    factor.value = QString(end, text.end() - end);
    if (factor.property.isEmpty() || factor.relation.isEmpty() || factor.value.isEmpty())
        factor.problem = Words::tr("“%1” is not a valid condition. Example: cuda>=12.4, without spaces.").arg(text.left(60));
    return factor;
}

// The terms of a constraint, each with its factors and its own text.
struct Term {
    QString text;
    QList<Factor> factors;
};

QList<Term> termsOf(const QString &constraint)
{
    QList<Term> terms;
    qsizetype at = 0;
    for (const QString &part : constraint.split(u' ')) {
        Term term{part, {}};
        qsizetype inside = at;
        for (const QString &factor : part.split(u',')) {
            if (!factor.isEmpty())
                term.factors << split(factor, inside + 1);
            inside += factor.size() + 1;
        }
        if (!term.factors.isEmpty())
            terms << term;
        at += part.size() + 1;
    }
    return terms;
}

bool holds(const QString &relation, std::strong_ordering order)
{
    if (relation == QLatin1String("="))
        return order == 0;
    if (relation == QLatin1String("!=") || relation == QLatin1String("!"))
        return order != 0;
    if (relation == QLatin1String("<"))
        return order < 0;
    if (relation == QLatin1String("<="))
        return order <= 0;
    if (relation == QLatin1String(">"))
        return order > 0;
    return order >= 0;
}

bool isRelation(const QString &text, bool alsoLone)
{
    static const QStringList known{QStringLiteral("="),  QStringLiteral("!="), QStringLiteral("<"),
                                   QStringLiteral("<="), QStringLiteral(">"),  QStringLiteral(">=")};
    return known.contains(text) || (alsoLone && text == QLatin1String("!"));
}

const std::optional<Version> &versionOf(const QString &property, const ConstraintHost &host)
{
    return property == QLatin1String("cuda") ? host.cuda : property == QLatin1String("driver") ? host.driver : host.arch;
}

// Why the factor is malformed for libnvidia-container; empty if it is not.
QString hookProblem(const Factor &factor)
{
    const QString property = factor.property.toLower();
    if (!factor.problem.isEmpty())
        return factor.problem;
    if (!isKnownProperty(property))
        return Words::tr("“%1” is not a valid property. Use cuda, driver, arch or brand.").arg(factor.property.left(60));
    if (!isRelation(factor.relation, true))
        return Words::tr("“%1” is not a valid operator. Use = != < <= > >=.").arg(factor.relation.left(10));
    if (property == QLatin1String("brand")) {
        const bool isEquality = factor.relation == QLatin1String("=") || factor.relation.startsWith(u'!');
        return isEquality ? QString() : Words::tr("A brand can be compared with = and != only.");
    }
    if (!Version::parse(factor.value, true))
        return Words::tr("“%1” is not a valid version: digits and dots are expected.").arg(factor.value.left(60));
    return {};
}

// For well-formed factors only. Anything unknown holds.
bool hookHolds(const Factor &factor, const ConstraintHost &host)
{
    const QString property = factor.property.toLower();
    if (property == QLatin1String("brand")) {
        const bool isSame = host.brands.contains(factor.value, Qt::CaseInsensitive);
        return host.brands.isEmpty() || isSame == (factor.relation == QLatin1String("="));
    }
    const std::optional<Version> &known = versionOf(property, host);
    return !known || holds(factor.relation, *known <=> *Version::parse(factor.value, true));
}

// A semantic version as the toolkit reads it: v1.2.3-pre+meta, with up to three numbers.
struct LooseVersion {
    Version numbers;
    bool isPrerelease = false;
};
std::optional<LooseVersion> looseVersion(QString text)
{
    if (text.startsWith(u'v'))
        text.remove(0, 1);
    text = text.section(u'+', 0, 0);
    const bool isPrerelease = text.contains(u'-');
    const auto numbers = Version::parse(text.section(u'-', 0, 0));
    if (!numbers || numbers->size() > 3)
        return std::nullopt;
    return LooseVersion{*numbers, isPrerelease};
}

bool isSkippedByToolkit(const Factor &factor) { return factor.problem.isEmpty() && !isKnownProperty(factor.property); }

QString toolkitProblem(const Factor &factor)
{
    if (!factor.problem.isEmpty())
        return factor.problem;
    if (!isRelation(factor.relation, false))
        return Words::tr("“%1” is not a valid operator. Use = != < <= > >=.").arg(factor.relation.left(10));
    if (factor.property != QLatin1String("brand") && !looseVersion(factor.value))
        return Words::tr("“%1” is not a valid version: up to three numbers with dots between them are expected.")
            .arg(factor.value.left(60));
    return {};
}

bool toolkitHolds(const Factor &factor, const ConstraintHost &host)
{
    if (factor.property == QLatin1String("brand")) {
        return std::any_of(host.brands.begin(), host.brands.end(),
                           [&](const QString &brand) { return holds(factor.relation, QString::compare(brand, factor.value) <=> 0); });
    }
    const std::optional<Version> &known = versionOf(factor.property, host);
    if (!known)
        return false;
    const LooseVersion wanted = *looseVersion(factor.value);
    auto order = *known <=> wanted.numbers;
    if (order == 0 && wanted.isPrerelease)
        order = std::strong_ordering::greater;
    return holds(factor.relation, order);
}

ConstraintAnswer malformed(const Factor &factor, const QString &problem)
{
    return {ConstraintOutcome::Malformed, {}, factor.position, problem};
}

std::optional<ConstraintAnswer> tooLong(const QString &constraint)
{
    if (constraint.size() <= kMaxConstraint)
        return std::nullopt;
    return ConstraintAnswer{ConstraintOutcome::Malformed,
                            {},
                            kMaxConstraint + 1,
                            Words::tr("It is longer than %1 characters; no image has such a condition.").arg(kMaxConstraint)};
}

ConstraintAnswer firstTerm(const QList<Term> &terms, bool isSatisfied)
{
    return {isSatisfied ? ConstraintOutcome::Satisfied : ConstraintOutcome::Unsatisfied,
            terms.isEmpty() ? QString() : terms.first().text,
            0,
            {}};
}

ConstraintAnswer checkAsHook(const QList<Term> &terms, const ConstraintHost &host)
{
    for (const Term &term : terms) {
        bool isHeld = true;
        for (const Factor &factor : term.factors) {
            if (const QString problem = hookProblem(factor); !problem.isEmpty())
                return malformed(factor, problem);
            isHeld = hookHolds(factor, host);
            if (!isHeld)
                break;
        }
        if (isHeld)
            return {ConstraintOutcome::Satisfied, term.text, 0, {}};
    }
    return firstTerm(terms, terms.isEmpty());
}

// The toolkit reads everything before it compares, and ignores what it does not know.
ConstraintAnswer checkAsToolkit(QList<Term> terms, const ConstraintHost &host)
{
    for (Term &term : terms) {
        term.factors.removeIf(isSkippedByToolkit);
        for (const Factor &factor : std::as_const(term.factors)) {
            if (const QString problem = toolkitProblem(factor); !problem.isEmpty())
                return malformed(factor, problem);
        }
    }
    terms.removeIf([](const Term &term) { return term.factors.isEmpty(); });
    for (const Term &term : std::as_const(terms)) {
        if (std::all_of(term.factors.begin(), term.factors.end(), [&](const Factor &factor) { return toolkitHolds(factor, host); }))
            return {ConstraintOutcome::Satisfied, term.text, 0, {}};
    }
    return firstTerm(terms, terms.isEmpty());
}

}  // namespace

bool isRequireDisabled(const QString &value)
{
    // The values that Go parses as true.
    static const QStringList kTrue{QStringLiteral("1"),    QStringLiteral("t"),    QStringLiteral("T"),
                                   QStringLiteral("true"), QStringLiteral("TRUE"), QStringLiteral("True")};
    return kTrue.contains(value);
}

QStringList conditionsOf(const QMap<QString, QString> &environment)
{
    if (isRequireDisabled(environment.value(QStringLiteral("NVIDIA_DISABLE_REQUIRE"))))
        return {};
    QStringList conditions;
    for (auto it = environment.begin(); it != environment.end(); ++it) {
        if (it.key().startsWith(QLatin1String("NVIDIA_REQUIRE_")) && !it.key().startsWith(QLatin1String("NVIDIA_REQUIRE_JETPACK")))
            conditions << it.value();
    }
    const auto cuda = Version::parse(environment.value(QStringLiteral("CUDA_VERSION")));
    if (environment.value(QStringLiteral("NVIDIA_REQUIRE_CUDA")).isEmpty() && cuda && cuda->size() >= 2)
        conditions << QStringLiteral("cuda>=") + cuda->first(2).text();
    return conditions;
}

ConstraintAnswer checkConstraint(const QString &constraint, const ConstraintHost &host, ConstraintReader reader)
{
    if (const auto refused = tooLong(constraint))
        return *refused;
    const QList<Term> terms = termsOf(constraint);
    return reader == ConstraintReader::Hook ? checkAsHook(terms, host) : checkAsToolkit(terms, host);
}

ConstraintAnswer checkSyntax(const QString &constraint)
{
    if (const auto refused = tooLong(constraint))
        return *refused;
    const QList<Term> terms = termsOf(constraint);
    for (const Term &term : terms) {
        for (const Factor &factor : term.factors) {
            if (const QString problem = hookProblem(factor); !problem.isEmpty())
                return malformed(factor, problem);
        }
    }
    return {};
}

}  // namespace trainyard
