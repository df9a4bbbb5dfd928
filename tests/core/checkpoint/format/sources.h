// SPDX-License-Identifier: GPL-3.0-or-later
// Files for tests that are read by ranges: in memory or in a folder. A request outside a file ends the test.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <QDir>
#include <QFile>
#include <QMap>

namespace trainyard {

class MemorySource : public FileSource {
public:
    MemorySource() = default;
    MemorySource(const QString &name, const QByteArray &content) { contents[name] = content; }

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        ++rounds;
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            const QByteArray content = contents.value(range.name);
            const qint64 size = std::max(content.size(), claimed.value(range.name));
            if (range.offset < 0 || range.length < 0 || range.offset > size || range.length > size - range.offset)
                qFatal("asked for %lld bytes at %lld of %lld", range.length, range.offset, size);
            answers << content.mid(range.offset, range.length);
            bytesRead += answers.last().size();
        }
        return answers;
    }

    QMap<QString, QByteArray> contents;
    QMap<QString, qint64> claimed;  // sizes reported by a listing
    qint64 bytesRead = 0;
    int rounds = 0;
};

class FolderSource : public FileSource {
public:
    explicit FolderSource(const QString &path) : m_folder(path) {}

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        ++rounds;
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            QFile file(m_folder.filePath(range.name));
            if (!file.open(QIODevice::ReadOnly) || !file.seek(range.offset))
                return Error{ErrorCode::Io, QStringLiteral("cannot read"), {}};
            answers << file.read(range.length);
            bytesRead += answers.last().size();
        }
        return answers;
    }

    qint64 bytesRead = 0;
    int rounds = 0;

private:
    QDir m_folder;
};

}  // namespace trainyard
