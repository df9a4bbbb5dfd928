// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a text file of a machine, read only: its first or its last megabyte, or its end as it grows. Never runs or renders anything. Opens
// without blocking; several can be open. Main thread; texts are made on a worker. objectNames: "fileViewer", "fileViewerText",
// "fileViewerPart0", "fileViewerPart1", "fileViewerFollow", "fileViewerNote", "fileViewerDownload", "fileViewerClose".
#pragma once

#include "core/base/result.h"
#include "core/model/folderentry.h"
#include "ui/common/dialog.h"

#include <QTimer>

class QCheckBox;
class QPlainTextEdit;

namespace trainyard {

class Label;
class Segments;

class FileViewer : public Dialog {
    Q_OBJECT
public:
    FileViewer(const QByteArray &path, const QString &machineName, QWidget *parent = nullptr);

    void begin();                                                     // asks for the first part
    void setExcerpt(int number, const Result<FileExcerpt> &excerpt);  // answers the request of that number

Q_SIGNALS:
    void excerptRequested(int number, qint64 offset, qint64 length);  // as of FileService::read()
    void downloadRequested(const QByteArray &path);

private:
    void readPart();
    void replace(const FileExcerpt &excerpt);
    void append(const FileExcerpt &excerpt);
    void note(const QString &text, bool isBad = false);

    const QByteArray m_path;
    Segments *m_part;
    QCheckBox *m_follow;
    QPlainTextEdit *m_text;
    Label *m_note;
    QTimer m_again;
    qint64 m_end = 0;  // what is shown ends there
    int m_asked = 0;   // number of the last request; answers to earlier ones are void
    bool m_isAppending = false, m_hasText = false;
};

}  // namespace trainyard
