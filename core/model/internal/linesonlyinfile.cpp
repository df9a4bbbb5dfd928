// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/yamllayout.h"
#include "core/model/taskschema.h"
#include "core/model/tasktext.h"

#include <QSet>

namespace trainyard {

namespace {

class UnshownLines {
public:
    UnshownLines(const YamlLayout &layout, const Task &task) : m_layout(layout), m_task(task) {}

    qsizetype count()
    {
        const YamlPart &root = m_layout.part(0);
        if (root.kind == YamlKind::Map)
            addKeys(0, m_layout.text().size(), QString());
        QSet<qsizetype> texts;
        for (const YamlPart &part : m_layout.parts()) {
            if (part.kind == YamlKind::Scalar)
                forLines(nextLine(part.start), part.end, [&texts](qsizetype line) { texts << line; });
        }
        forLines(0, m_layout.text().size(), [&](qsizetype line) {
            if (lineText(line).startsWith('#') && !texts.contains(line))
                m_lines << line;
        });
        return m_lines.size();
    }

private:
    qsizetype nextLine(qsizetype at) const
    {
        const qsizetype end = m_layout.text().indexOf('\n', at);
        return end < 0 ? m_layout.text().size() : end + 1;
    }
    QByteArray lineText(qsizetype line) const { return m_layout.text().mid(line, nextLine(line) - line).trimmed(); }

    template <typename Handle>
    void forLines(qsizetype from, qsizetype to, Handle handle) const
    {
        for (qsizetype line = from; line < to; line = nextLine(line)) {
            if (!lineText(line).isEmpty())
                handle(line);
        }
    }

    // What shares a line with a key that the form shows is not counted.
    void addKeys(int map, qsizetype limit, const QString &section)
    {
        if (m_layout.part(map).isFlow)
            return;
        QSet<qsizetype> unshown, shown;
        const bool isChoice = section.endsWith(QLatin1String("any_of")) || section.endsWith(QLatin1String("ordered"));
        const QString above = isChoice ? QStringLiteral("resources") : section;
        for (const YamlEntry &entry : m_layout.entries(map, limit)) {
            const QString path = above.isEmpty() ? entry.key : above + u'.' + entry.key;
            const TaskSchemaKey *const known = taskSchemaKey(path);
            const bool isMachineImage = path == QLatin1String("resources.image_id") && m_task.image.isEmpty();
            if (path == QLatin1String("num_nodes") || isMachineImage || (known && known->isUnused())) {
                forLines(entry.line, entry.end, [&unshown](qsizetype line) { unshown << line; });
                continue;
            }
            shown << entry.line;
            const YamlPart &value = m_layout.part(entry.value);
            if (value.kind == YamlKind::Map)
                addKeys(entry.value, entry.limit, path);
            for (size_t i = 0; value.kind == YamlKind::Sequence && i < value.children.size(); ++i) {
                const bool isLast = i + 1 == value.children.size();
                if (m_layout.part(value.children[i]).kind == YamlKind::Map)
                    addKeys(value.children[i], isLast ? entry.limit : m_layout.lineStart(m_layout.part(value.children[i + 1]).start), path);
            }
        }
        m_lines += unshown - shown;
    }

    const YamlLayout &m_layout;
    const Task &m_task;
    QSet<qsizetype> m_lines;
};

}  // namespace

qsizetype linesOnlyInFile(const QByteArray &text, const Task &task)
{
    const QByteArray mark = QByteArrayLiteral("\xef\xbb\xbf");
    const auto layout = YamlLayout::of(text.startsWith(mark) ? text.mid(mark.size()) : text);
    return layout ? UnshownLines(*layout, task).count() : 0;
}

}  // namespace trainyard
