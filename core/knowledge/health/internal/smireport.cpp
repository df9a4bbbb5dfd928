// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/smireport.h"

#include "core/knowledge/health/plaintext.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxGpus = 64, kMaxValues = 4000;

QString versionIn(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^\\s*([0-9]{1,4}(?:\\.[0-9]{1,4}){1,3})(?![0-9.])"));
    return form.match(text).captured(1);
}

// The reported value, or empty.
QString told(const QString &text) { return smiValue(text) == SmiValue::Told ? text.trimmed() : QString(); }

// Without the last line if it may be incomplete.
QStringList wholeLines(const CheckPart &part) { return isCut(part) ? part.lines().mid(0, part.lines().size() - 1) : part.lines(); }

int rank(SmiValue value)
{
    switch (value) {
    case SmiValue::Lost: return 4;
    case SmiValue::NeedsReset: return 3;
    case SmiValue::Failed: return 2;
    case SmiValue::NoPermission: return 1;
    case SmiValue::Told:
    case SmiValue::NotSupported:
    case SmiValue::Absent: return 0;
    }
    Q_UNREACHABLE();
}

std::optional<qint64> numberOf(const QString &value)
{
    if (smiValue(value) != SmiValue::Told)
        return {};
    // "16x", "38 C", "143771 MiB".
    static const QRegularExpression form(QStringLiteral("^(-?[0-9]{1,18})(?:x|%| [A-Za-z%()/]+)?$"));
    const auto match = form.match(value.trimmed());
    return match.hasMatch() ? wholeNumber(match.captured(1)) : std::nullopt;
}

}  // namespace

QString SmiTree::text(const QString &path) const
{
    for (const auto &[name, value] : values) {
        if (name.compare(path, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

std::optional<qint64> SmiTree::number(const QString &path) const { return numberOf(text(path)); }

QList<std::optional<qint64>> SmiTree::numbers(const QString &path) const
{
    QList<std::optional<qint64>> found;
    const QStringList texts = all(path);
    for (const QString &value : texts)
        found << numberOf(value);
    return found;
}

QStringList SmiTree::all(const QString &path) const
{
    QStringList found;
    for (const auto &[name, value] : values) {
        if (name.compare(path, Qt::CaseInsensitive) == 0)
            found << value;
    }
    return found;
}

bool SmiTree::hasAnyUnder(const QString &heading) const
{
    return std::any_of(values.begin(), values.end(),
                       [&](const auto &entry) { return entry.first.startsWith(heading, Qt::CaseInsensitive); });
}

SmiLog parseSmiLog(const QString &text, bool isCut)
{
    static const QRegularExpression gpuHead(QStringLiteral("^GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9])\\s*$"));
    static const QRegularExpression pair(QStringLiteral("^( *)([^ :][^:]{0,80}?) *:(?: (.*))?$"));
    static const QRegularExpression heading(QStringLiteral("^( +)([^ :][^:]{0,80}?) *$"));
    SmiLog log;
    SmiTree *gpu = nullptr;
    struct Level {
        qsizetype indent;
        QString name;
    };
    QList<Level> above;
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        if (const auto head = gpuHead.match(line); head.hasMatch()) {
            if (log.gpus.size() == kMaxGpus)
                break;
            log.gpus.append(SmiTree());
            gpu = &log.gpus.last();
            gpu->busId = head.captured(1);
            above.clear();
            continue;
        }
        const auto value = pair.match(line);
        const auto title = value.hasMatch() ? QRegularExpressionMatch() : heading.match(line);
        if (!value.hasMatch() && !title.hasMatch())
            continue;
        const auto &match = value.hasMatch() ? value : title;
        const qsizetype indent = match.capturedLength(1);
        const QString name = match.captured(2);
        if (!gpu) {
            // Since R610 the old names are marked as deprecated, with or without a number before the mark.
            const QString version = versionIn(match.captured(3));
            if (!version.isEmpty() && (name == QLatin1String("Driver Version") || name == QLatin1String("KMD Version")))
                log.driver = version;
            if (!version.isEmpty() && (name == QLatin1String("CUDA Version") || name == QLatin1String("CUDA UMD Version")))
                log.cuda = version;
            continue;
        }
        while (!above.isEmpty() && above.last().indent >= indent)
            above.removeLast();
        if (above.size() > 12)
            continue;
        QString path;
        for (const Level &level : std::as_const(above))
            path += level.name + u'/';
        path += name;
        above.append({indent, name});
        if (value.hasMatch() && gpu->values.size() < kMaxValues)
            gpu->values.append({path, match.captured(3).trimmed()});
    }
    if (isCut && gpu) {
        gpu->isCut = true;
        const QString last = above.isEmpty() ? QString() : above.first().name;
        gpu->values.removeIf([&last](const auto &entry) { return entry.first == last || entry.first.startsWith(last + u'/'); });
    }
    return log;
}

QList<SmiRow> parseSmiRows(const QString &text)
{
    QList<SmiRow> rows;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const QStringList cells = line.split(QStringLiteral(", "));
        // The fields of check.sh; a line with another number of cells is a message.
        if (cells.size() != 12 || rows.size() == kMaxGpus)
            continue;
        SmiRow row;
        for (const QString &cell : cells) {
            const SmiValue state = smiValue(cell);
            if (rank(state) > rank(row.health))
                row.health = state;
            row.failed += state == SmiValue::Failed;
        }
        if (const auto index = wholeNumber(cells[0]); index && *index >= 0 && *index < 1024)
            row.index = int(*index);
        row.uuid = told(cells[1]).left(80);
        row.name = told(cells[2]).left(120);
        row.busId = told(cells[3]).left(20);
        row.driver = versionIn(cells[4]);
        row.memoryMiB = wholeNumber(cells[5]);
        row.memoryUsedMiB = wholeNumber(cells[6]);
        row.utilization = wholeNumber(cells[7]);
        row.temperature = wholeNumber(cells[8]);
        row.state = told(cells[9]).left(4);
        if (!row.index && row.uuid.isEmpty() && row.busId.isEmpty())
            continue;
        rows << row;
    }
    return rows;
}

bool SmiCard::isLost() const
{
    if (row && row->health == SmiValue::Lost)
        return true;
    return tree && std::any_of(tree->values.begin(), tree->values.end(), [](const auto &entry) {
               return smiValue(entry.second) == SmiValue::Lost;
           });
}

bool SmiCard::needsReset() const
{
    if (row && row->health == SmiValue::NeedsReset)
        return true;
    return tree && std::any_of(tree->values.begin(), tree->values.end(), [](const auto &entry) {
               return smiValue(entry.second) == SmiValue::NeedsReset;
           });
}

bool SmiCard::isFailing() const
{
    // The last seven of the twelve are measured; an unreadable power value is common on working GPUs.
    if (row && row->failed >= 4)
        return true;
    if (!tree)
        return false;
    const auto count = [this](SmiValue state) {
        return std::count_if(tree->values.begin(), tree->values.end(),
                             [state](const auto &entry) { return smiValue(entry.second) == state; });
    };
    const auto isRead = [this](const char *path) { return tree->state(QLatin1String(path)) == SmiValue::Told; };
    return count(SmiValue::Failed) >= 4 && !isRead("Temperature/GPU Current Temp") && !isRead("Utilization/Gpu")
           && !isRead("FB Memory Usage/Used");
}

bool SmiMachine::hasSimulated() const
{
    return std::any_of(cards.begin(), cards.end(), [](const SmiCard &card) { return card.isSimulated(); });
}

QMap<qint64, QString> SmiMachine::migDevices(const SmiCard &card) const
{
    static const QRegularExpression mig(QStringLiteral("^\\s+MIG ([0-9a-z.+]+)\\s+Device\\s+([0-9]{1,4}): \\(UUID: ([A-Za-z0-9/-]+)\\)"));
    QMap<qint64, QString> found;
    bool isHere = false;
    const QStringList lines = list.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(QLatin1String("GPU ")))
            isHere = !card.uuid.isEmpty() && line.contains(card.uuid);
        else if (const auto match = mig.match(line); isHere && match.hasMatch() && found.size() < 64)
            found.insert(match.captured(2).toLongLong(), match.captured(1));
    }
    return found;
}

bool isCut(const CheckPart &part) { return part.isShortened || part.status == CheckPart::kTimedOut; }

SmiMachine readSmi(const CheckAnswer &answer)
{
    SmiMachine machine;
    machine.list = answer.part(QStringLiteral("smi-list")).text;
    SmiLog log = parseSmiLog(answer.part(QStringLiteral("smi-query")).text, isCut(answer.part(QStringLiteral("smi-query"))));
    const QStringList names = answer.names();
    for (const QString &name : names) {
        // Queried one by one after the combined query failed.
        if (name.startsWith(QLatin1String("smi-card."))) {
            const SmiLog one = parseSmiLog(answer.part(name).text, isCut(answer.part(name)));
            for (const SmiTree &tree : one.gpus) {
                const bool isKnown = std::any_of(log.gpus.begin(), log.gpus.end(),
                                                 [&tree](const SmiTree &other) { return sameBusId(other.busId) == sameBusId(tree.busId); });
                if (!isKnown && log.gpus.size() < kMaxGpus)
                    log.gpus << tree;
            }
            if (log.driver.isEmpty())
                log.driver = one.driver;
            if (log.cuda.isEmpty())
                log.cuda = one.cuda;
        }
    }
    for (const SmiRow &row : parseSmiRows(answer.part(QStringLiteral("smi-csv")).text)) {
        SmiCard card;
        card.index = row.index;
        card.uuid = row.uuid;
        card.name = row.name;
        card.busId = row.busId;
        card.row = row;
        if (machine.driver.isEmpty())
            machine.driver = row.driver;
        machine.cards << card;
    }
    const bool hasRows = !machine.cards.isEmpty();
    for (const SmiTree &tree : std::as_const(log.gpus)) {
        const auto known = std::find_if(machine.cards.begin(), machine.cards.end(),
                                        [&tree](const SmiCard &card) { return sameBusId(card.busId) == sameBusId(tree.busId); });
        if (known != machine.cards.end()) {
            known->tree = tree;
            continue;
        }
        SmiCard card;
        card.busId = tree.busId;
        card.name = told(tree.text(QStringLiteral("Product Name"))).left(120);
        card.uuid = told(tree.text(QStringLiteral("GPU UUID"))).left(80);
        // In the order of the index; if there are rows as well, it is unknown which one is missing.
        if (!hasRows)
            card.index = int(machine.cards.size());
        card.tree = tree;
        machine.cards << card;
    }
    const QString table = answer.part(QStringLiteral("smi-table")).text;
    static const QRegularExpression driver(QStringLiteral("(?:Driver|KMD) Version: *([0-9]+(?:\\.[0-9]+)+)"));
    static const QRegularExpression cuda(QStringLiteral("CUDA (?:UMD )?Version: *([0-9]+\\.[0-9]+)"));
    if (machine.driver.isEmpty())
        machine.driver = !log.driver.isEmpty() ? log.driver : driver.match(table).captured(1);
    machine.cuda = !log.cuda.isEmpty() ? log.cuda : cuda.match(table).captured(1);
    static const QRegularExpression reason(QStringLiteral("^([0-9]{1,4}), 0x([0-9A-Fa-f]{1,16})$"));
    const QStringList masks = wholeLines(answer.part(QStringLiteral("smi-reasons")));
    for (const QString &line : masks) {
        if (const auto match = reason.match(line); match.hasMatch())
            machine.reasons.insert(match.captured(1).toInt(), match.captured(2).toULongLong(nullptr, 16));
    }
    return machine;
}

}  // namespace trainyard
