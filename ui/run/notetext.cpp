// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/notetext.h"

#include "ui/common/plaintip.h"
#include "ui/theme/theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QImage>
#include <QTextDocument>
#include <QUrl>

#include <cmath>

namespace trainyard {

namespace {

bool canBeOpened(const QUrl &link) { return link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http"); }

}  // namespace

NoteText::NoteText(QWidget *parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabChangesFocus(true);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl &link) {
        if (canBeOpened(link))
            QDesktopServices::openUrl(link);
    });
    connect(this, &QTextBrowser::highlighted, this,
            [this](const QUrl &link) { setToolTip(canBeOpened(link) ? plainTip(link.toString(QUrl::FullyEncoded)) : QString()); });
}

void NoteText::setNote(const QString &markdown)
{
    m_note = markdown;
    document()->setDefaultFont(textFont(TextRole::Body));
    document()->setMarkdown(markdown,
                            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    fit();
}

// Without an image, Qt would open the name as a local file.
QVariant NoteText::loadResource(int type, const QUrl &)
{
    if (type != QTextDocument::ImageResource)
        return QByteArray();
    QImage none(1, 1, QImage::Format_ARGB32_Premultiplied);
    none.fill(Qt::transparent);
    return none;
}

void NoteText::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    // Links keep the colour that they were made with.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        setNote(m_note);
}

void NoteText::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    fit();
}

void NoteText::fit()
{
    document()->setTextWidth(viewport()->width());
    setFixedHeight(int(std::ceil(document()->size().height())) + 2 * frameWidth() + dp(2));
}

}  // namespace trainyard

#include "moc_notetext.cpp"
