// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/taskshape.h"

#include "core/model/internal/yamltext.h"

#include <algorithm>

namespace trainyard {

namespace {

TaskShape shapeOf(const YamlLayout &layout, const YamlPart &part, const QString &key)
{
    TaskShape shape;
    shape.key = key;
    shape.kind = part.kind;
    shape.isFlow = part.isFlow;
    shape.text = part.text;
    if (part.kind == YamlKind::Scalar) {
        shape.isScript = layout.isBlockScalar(part);
        shape.written = shape.isScript ? doubleQuoted(shape.text) : layout.text().mid(part.content, part.end - part.content);
    } else if (part.kind == YamlKind::Sequence) {
        for (const int child : part.children)
            shape.inner.push_back(shapeOf(layout, layout.part(child), {}));
    } else if (part.kind == YamlKind::Map) {
        for (size_t i = 0; i + 1 < part.children.size(); i += 2)
            shape.inner.push_back(shapeOf(layout, layout.part(part.children[i + 1]), layout.part(part.children[i]).text));
    }
    return shape;
}

}  // namespace

bool TaskShape::operator==(const TaskShape &other) const
{
    return key == other.key && kind == other.kind && text == other.text && inner == other.inner;
}

TaskShapes taskShapes(const Task &task)
{
    const auto layout = YamlLayout::of(writeTask(task));
    if (!layout)
        return {};
    TaskShapes shapes = shapeOf(*layout, layout->part(0), {}).inner;
    for (TaskShape &section : shapes) {
        if (section.key != QLatin1String("secrets"))
            continue;
        for (TaskShape &secret : section.inner) {
            if (const auto value = task.secrets.value(secret.key))
                secret = scalarShape(secret.key, *value);
        }
    }
    return shapes;
}

TaskShape scalarShape(const QString &key, const QString &text)
{
    TaskShape shape;
    shape.key = key;
    shape.kind = YamlKind::Scalar;
    shape.text = text;
    shape.written = inlineText(text);
    return shape;
}

TaskShape listShape(const QString &key, TaskShapes items)
{
    TaskShape shape;
    shape.key = key;
    shape.kind = YamlKind::Sequence;
    shape.inner = std::move(items);
    return shape;
}

TaskShapes acceleratorShapes(const Task &task)
{
    TaskShapes shapes;
    if (task.accelerators)
        shapes.push_back(scalarShape({}, task.accelerators->model + u':' + QString::number(task.accelerators->count)));
    for (const Accelerators &other : task.otherAccelerators) {
        shapes.push_back(scalarShape({}, other.count != 0 ? other.model + u':' + QString::number(other.count) : QString()));
    }
    return shapes;
}

QByteArray flowText(const TaskShape &shape)
{
    if (shape.kind != YamlKind::Map && shape.kind != YamlKind::Sequence)
        return shape.written;
    QByteArrayList parts;
    for (const TaskShape &one : shape.inner)
        parts << (one.key.isEmpty() ? flowText(one) : inlineText(one.key) + ": " + flowText(one));
    return shape.kind == YamlKind::Map ? '{' + parts.join(", ") + '}' : '[' + parts.join(", ") + ']';
}

QByteArray blockLines(const TaskShape &shape, qsizetype column, qsizetype step)
{
    const QByteArray start = QByteArray(column, ' ') + inlineText(shape.key) + ':';
    if (shape.isScript)
        return start + (shape.text.endsWith(u'\n') ? " |\n" : " |-\n") + literalLines(shape.text, column + step);
    const bool isInBlock = (shape.kind == YamlKind::Map || shape.kind == YamlKind::Sequence) && !shape.isFlow;
    return isInBlock ? start + '\n' + innerLines(shape.inner, column + step, step) : start + ' ' + flowText(shape) + '\n';
}

QByteArray innerLines(const TaskShapes &shapes, qsizetype column, qsizetype step)
{
    QByteArray lines;
    for (const TaskShape &one : shapes)
        lines += one.key.isEmpty() ? QByteArray(column, ' ') + "- " + flowText(one) + '\n' : blockLines(one, column, step);
    return lines;
}

}  // namespace trainyard
