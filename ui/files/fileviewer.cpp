// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/fileviewer.h"

#include "core/base/bytename.h"
#include "core/base/format.h"
#include "core/service/runs/whendone.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"
#include "ui/common/segments.h"
#include "ui/common/sunkentext.h"
#include "ui/files/filetext.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextCursor>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <chrono>

namespace trainyard {

namespace {

constexpr qint64 kPart = 1024 * 1024;
constexpr std::chrono::milliseconds kFollowInterval{1000};
constexpr int kMostLines = 40'000;  // while it grows; the oldest go

}  // namespace

FileViewer::FileViewer(const QByteArray &path, const QString &machineName, QWidget *parent)
    : Dialog(parent), m_path(path), m_part(new Segments(QStringLiteral("fileViewerPart"), {tr("Beginning"), tr("End")})),
      m_follow(new QCheckBox(tr("Follow"))), m_text(new SunkenText), m_note(new Label(TextRole::Small, Ink::Text2))
{
    setObjectName(QStringLiteral("fileViewer"));
    setAttribute(Qt::WA_DeleteOnClose);
    const QString name = shownBytes(path.mid(path.lastIndexOf('/') + 1));
    setWindowTitle(tr("%1 on %2", "a file on a machine").arg(name, machineName));
    auto *const title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideMiddle, this);
    title->setText(windowTitle());
    auto *const where = new ElidedLabel(TextRole::Code, Ink::Text3, Qt::ElideMiddle, this);
    where->setText(shownBytes(path));
    m_text->setObjectName(QStringLiteral("fileViewerText"));
    m_text->setAccessibleName(name);
    m_text->setUndoRedoEnabled(false);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(textFont(TextRole::Code));
    m_text->setTabChangesFocus(true);
    m_note->setObjectName(QStringLiteral("fileViewerNote"));
    m_follow->setObjectName(QStringLiteral("fileViewerFollow"));
    m_follow->setToolTip(tr("Shows what is added to the end of the file, every second."));
    auto *const bar = new FlowLayout;
    bar->setSpacing(dp(12));
    bar->addWidget(m_part);
    bar->addWidget(m_follow);
    bar->addStretch();
    bar->addWidget(m_note);
    QVBoxLayout *const body = makeBody(kTwoColumns, 640);
    body->addWidget(title);
    body->addWidget(where);
    body->addLayout(bar);
    body->addWidget(m_text, 1);
    QPushButton *const download = makeButton(QStringLiteral("fileViewerDownload"), tr("Download to…"), ButtonVariant::Normal,
                                             QStringLiteral("download"), this);
    QPushButton *const close = makeButton(QStringLiteral("fileViewerClose"), tr("Close"), ButtonVariant::Normal, {}, this);
    setFooter({download, close});
    m_again.setSingleShot(true);
    m_again.setInterval(kFollowInterval);
    connect(&m_again, &QTimer::timeout, this, [this] {
        m_isAppending = true;
        Q_EMIT excerptRequested(++m_asked, m_end, kPart);
    });
    connect(m_part, &Segments::chosen, this, [this](int) {
        m_follow->setChecked(false);
        readPart();
    });
    connect(m_follow, &QCheckBox::toggled, this, [this](bool isFollowing) {
        m_again.stop();
        if (!isFollowing)
            return;
        m_part->setCurrent(1);
        readPart();
    });
    connect(download, &QPushButton::clicked, this, [this] { Q_EMIT downloadRequested(m_path); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_text->setFocus();
}

void FileViewer::begin() { readPart(); }

void FileViewer::readPart()
{
    m_isAppending = false;
    if (!m_hasText)
        note(tr("Asking the machine…"));
    Q_EMIT excerptRequested(++m_asked, m_part->current() == 0 ? 0 : -kPart, kPart);
}

void FileViewer::note(const QString &text, bool isBad)
{
    m_note->setInk(isBad ? Ink::Bad : Ink::Text2);
    m_note->setText(text);
}

void FileViewer::setExcerpt(int number, const Result<FileExcerpt> &excerpt)
{
    if (number != m_asked)
        return;
    if (!excerpt) {
        if (!excerpt.error().isCancelled())
            note(excerpt.error().what, true);
        if (m_follow->isChecked() && excerpt.error().code != ErrorCode::NotFound)
            m_again.start();  // it goes on when the machine answers again
        return;
    }
    // A file that has become shorter was written anew.
    if (m_isAppending && excerpt->size >= m_end && excerpt->size - m_end <= kPart)
        append(*excerpt);
    else if (m_isAppending)
        readPart();
    else
        replace(*excerpt);
}

void FileViewer::replace(const FileExcerpt &excerpt)
{
    const bool isAll = excerpt.bytes.size() >= excerpt.size;
    if (isBinary(excerpt.bytes)) {
        m_text->clear();
        m_follow->setEnabled(false);
        note(tr("This is not a text file (%1). Download it to open it in a program.").arg(formatBytes(excerpt.size)));
        return;
    }
    QByteArray bytes = excerpt.bytes;
    // The first line of the last part is only the rest of one.
    if (excerpt.offset > 0)
        bytes.remove(0, bytes.indexOf('\n') + 1);
    bytes.chop(incompleteAtEnd(bytes));
    m_end = excerpt.offset + excerpt.bytes.size() - incompleteAtEnd(excerpt.bytes);
    const QString size = formatBytes(excerpt.size);
    const bool isEnd = m_part->current() == 1;
    whenDone(QtConcurrent::run(readableText, bytes), this, [this, isAll, size, isEnd, number = m_asked](const QString &text) {
        if (number != m_asked)
            return;
        m_text->setPlainText(text);
        m_hasText = true;
        if (isEnd)
            m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
        note(isAll   ? size
             : isEnd ? tr("The last %1 of %2").arg(formatBytes(kPart), size)
                     : tr("The first %1 of %2").arg(formatBytes(kPart), size));
        if (m_follow->isChecked())
            m_again.start();
    });
}

void FileViewer::append(const FileExcerpt &excerpt)
{
    QByteArray bytes = excerpt.bytes;
    bytes.chop(incompleteAtEnd(bytes));
    m_end = excerpt.offset + bytes.size();
    if (!bytes.isEmpty()) {
        QScrollBar *const bar = m_text->verticalScrollBar();
        const bool isAtEnd = bar->value() >= bar->maximum();
        m_text->setMaximumBlockCount(kMostLines);
        QTextCursor cursor(m_text->document());
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(readableText(bytes));
        if (isAtEnd)
            bar->setValue(bar->maximum());
    }
    note(tr("Following, %1", "the size of a file").arg(formatBytes(excerpt.size)));
    if (m_follow->isChecked())
        m_again.start();
}

}  // namespace trainyard

#include "moc_fileviewer.cpp"
