// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/task.h"

#include "core/base/duration.h"

#include <algorithm>

namespace trainyard {

namespace {

// Text that needs no quotes and means the same to every YAML reader.
bool isPlain(const QString &text)
{
    static const QStringList kWords{QStringLiteral("null"), QStringLiteral("true"), QStringLiteral("false"),
                                    QStringLiteral("yes"),  QStringLiteral("no"),   QStringLiteral("on"),
                                    QStringLiteral("off"),  QStringLiteral("y"),    QStringLiteral("n")};
    static const QString kSafe = QStringLiteral("_./@+-:");
    const auto isAsciiLetter = [](QChar c) { return c.unicode() < 128 && c.isLetter(); };
    if (text.isEmpty() || text.endsWith(u':') || kWords.contains(text.toLower()))
        return false;
    if (!isAsciiLetter(text[0]) && text[0] != u'/' && text[0] != u'_')
        return false;
    return std::all_of(text.begin(), text.end(),
                       [&](QChar c) { return isAsciiLetter(c) || (c >= u'0' && c <= u'9') || kSafe.contains(c); });
}

QByteArray doubleQuoted(const QString &text)
{
    QString quoted = QStringLiteral("\"");
    for (const char32_t c : text.toUcs4()) {
        if (c == U'"' || c == U'\\')
            quoted += u'\\' + QString(QChar(char16_t(c)));
        else if (c == U'\n')
            quoted += QStringLiteral("\\n");
        else if (c == U'\t')
            quoted += QStringLiteral("\\t");
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff)
            quoted += QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0'));
        else
            quoted += QString::fromUcs4(&c, 1);
    }
    return (quoted + u'"').toUtf8();
}

QByteArray scalar(const QString &text) { return isPlain(text) ? text.toUtf8() : doubleQuoted(text); }

// Scripts stay readable as a literal block if the block preserves every character.
QByteArray script(const QString &text)
{
    const bool fits = !text.isEmpty() && text.trimmed().size() > 0 && text[0] != u' ' && text[0] != u'\n'
                      && !text.endsWith(QLatin1String("\n\n")) && !text.endsWith(QLatin1String(" \n"))
                      && std::all_of(text.begin(), text.end(), [](QChar c) {
                             return c == u'\n' || (c >= u' ' && c.unicode() < 0x7f)
                                    || (c.isPrint() && c.unicode() > 0xa0 && c.unicode() < 0xd800);
                         });
    if (!fits)
        return ' ' + doubleQuoted(text) + '\n';
    QByteArray block = text.endsWith(u'\n') ? " |\n" : " |-\n";
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (const QString &line : lines)
        block += line.isEmpty() ? QByteArray("\n") : "  " + line.toUtf8() + '\n';
    return block;
}

void writeSection(QByteArray &out, const char *name, const QMap<QString, QString> &entries)
{
    if (entries.isEmpty())
        return;
    out += QByteArray(name) + ":\n";
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        out += "  " + scalar(entry.key()) + ": " + scalar(entry.value()) + '\n';
}

void writeLimits(QByteArray &out, const Task &task)
{
    const RunLimits &limits = task.limits;
    const Task defaults;
    QByteArray lines;
    const auto add = [&lines](const char *key, const QByteArray &value) { lines += QByteArray("  ") + key + ": " + value + '\n'; };
    if (limits.hours)
        add("hours", QByteArray::number(*limits.hours, 'g', 17));
    if (task.graceSeconds != defaults.graceSeconds)
        add("grace", QByteArray::number(task.graceSeconds));
    if (limits.lease)
        add("lease", durationText(*limits.lease).toUtf8());
    if (limits.budget)
        add("budget", limits.budget->text().toUtf8());
    if (limits.price)
        add("price", limits.price->text().toUtf8());
    if (limits.idle) {
        add("idle",
            "{after: " + durationText(limits.idle->after).toUtf8() + ", below: " + QByteArray::number(limits.idle->belowPercent) + '}');
    }
    if (limits.save != defaults.limits.save)
        add("save", durationText(limits.save).toUtf8());
    if (!limits.heedsSpotNotice)
        add("spot", "off");
    if (!limits.shutdown.isEmpty())
        add("shutdown", scalar(limits.shutdown));
    if (!lines.isEmpty())
        out += "limits:\n" + lines;
}

void writeAlerts(QByteArray &out, const AlertOverrides &overrides)
{
    if (overrides.isEmpty())
        return;
    out += "alerts:\n";
    for (const AlertOverride &changed : overrides.rules) {
        QByteArray value = changed.isOn ? "on" : "off";
        const bool isTime = alertUnit(changed.kind) == AlertUnit::Seconds;
        QByteArrayList parts;
        if (changed.threshold) {
            value = isTime ? durationText(std::chrono::seconds(qint64(*changed.threshold))).toUtf8()
                           : QByteArray::number(*changed.threshold, 'g', 17);
            parts << "at: " + value;
        }
        if (changed.after)
            value = '{' + (parts << "for: " + durationText(*changed.after).toUtf8()).join(", ") + '}';
        out += "  " + alertKindName(changed.kind).toUtf8() + ": " + value + '\n';
    }
    if (overrides.ways) {
        QByteArrayList names;
        for (const AlertChannel way : *overrides.ways)
            names << alertWayName(way).toUtf8();
        out += "  notify: [" + names.join(", ") + "]\n";
    }
}

void writeKeep(QByteArray &out, const CheckpointPlan &plan)
{
    const bool hasMore = plan.keepBest > 0 || plan.keepEvery > 0 || !plan.keepBy.isEmpty() || plan.isHigherBetter;
    if (!hasMore) {
        if (plan.keep > 0)
            out += "  keep: " + QByteArray::number(plan.keep) + '\n';
        return;
    }
    out += "  keep:\n";
    const auto add = [&](const char *key, int count) {
        if (count > 0)
            out += "    " + QByteArray(key) + ": " + QByteArray::number(count) + '\n';
    };
    add("last", plan.keep);
    add("best", plan.keepBest);
    add("every", plan.keepEvery);
    if (!plan.keepBy.isEmpty())
        out += "    by: " + scalar(plan.keepBy) + '\n';
    if (!plan.keepBy.isEmpty() || plan.isHigherBetter)
        out += plan.isHigherBetter ? "    better: higher\n" : "    better: lower\n";
}

}  // namespace

QByteArray writeTask(const Task &task)
{
    QByteArray out;
    if (!task.name.isEmpty())
        out += "name: " + scalar(task.name) + '\n';
    if (!task.project.isEmpty())
        out += "project: " + scalar(task.project) + '\n';
    if (task.accelerators || !task.image.isEmpty()) {
        out += "resources:\n";
        const auto kind = [](const Accelerators &one) { return scalar(one.model + u':' + QString::number(one.count)); };
        if (task.accelerators && task.otherAccelerators.isEmpty()) {
            out += "  accelerators: " + kind(*task.accelerators) + '\n';
        } else if (task.accelerators) {
            out += "  any_of:\n    - {accelerators: " + kind(*task.accelerators) + "}\n";
            for (const Accelerators &other : task.otherAccelerators)
                out += other.count > 0 ? "    - {accelerators: " + kind(other) + "}\n" : QByteArray("    - {}\n");
        }
        if (!task.image.isEmpty())
            out += "  image_id: " + scalar(QStringLiteral("docker:") + task.image) + '\n';
    }
    if (task.engine != EngineKind::Auto)
        out += "engine: " + engineName(task.engine).toUtf8() + '\n';
    if (!task.workdir.isEmpty())
        out += "workdir: " + scalar(task.workdir) + '\n';
    writeSection(out, "file_mounts", task.fileMounts);
    writeSection(out, "envs", task.envs);
    if (task.envs.isEmpty() && !task.envsToTake.isEmpty())
        out += "envs:\n";
    for (const QString &name : task.envsToTake)
        out += "  " + scalar(name) + ": null\n";
    if (!task.secrets.isEmpty()) {
        out += "secrets:\n";
        for (const QString &name : task.secrets.keys())
            out += "  " + scalar(name) + ": null\n";
    }
    if (task.checkpoints) {
        const CheckpointPlan &plan = *task.checkpoints;
        out += "checkpoints:\n  dir: " + scalar(plan.dir) + '\n';
        if (!plan.pattern.isEmpty())
            out += "  pattern: " + scalar(plan.pattern) + '\n';
        if (!plan.resume.isEmpty())
            out += "  resume: " + scalar(plan.resume) + '\n';
        writeKeep(out, plan);
        if (plan.manifests != ManifestPolicy::Auto)
            out += plan.manifests == ManifestPolicy::Off ? "  manifests: off\n" : "  manifests: all\n";
        if (!plan.signal.isEmpty())
            out += "  signal: " + scalar(plan.signal) + '\n';
    }
    if (!task.tensorboard.isEmpty()) {
        QByteArrayList folders;
        for (const QString &folder : task.tensorboard)
            folders << doubleQuoted(folder);
        out += "tensorboard: [" + folders.join(", ") + "]\n";
    }
    writeLimits(out, task);
    writeAlerts(out, task.alerts);
    if (!task.setup.isEmpty())
        out += "setup:" + script(task.setup);
    out += "run:" + script(task.run);
    return out;
}

}  // namespace trainyard
