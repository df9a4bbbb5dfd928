// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/guidedialog.h"

#include "ui/common/buttons.h"
#include "ui/theme/theme.h"

#include <QDesktopServices>
#include <QFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextDocument>
#include <QUrl>
#include <QVBoxLayout>

namespace trainyard {

namespace {

QString guideText()
{
    QFile file(QStringLiteral(":/guide/user-guide.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString text = QString::fromUtf8(file.readAll());
    // A picture and the caption line below it.
    static const QRegularExpression picture(QStringLiteral("^!\\[[^\\n]*\\n(?:\\*[^\\n]*\\*\\n)?"), QRegularExpression::MultilineOption);
    return text.remove(picture);
}

}  // namespace

GuideDialog::GuideDialog(QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("guideDialog"));
    setWindowTitle(tr("User guide"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *const text = new QTextBrowser;
    text->setObjectName(QStringLiteral("guideText"));
    text->setAccessibleName(windowTitle());
    text->setOpenLinks(false);
    text->setMarkdown(guideText());
    text->document()->setDocumentMargin(dp(16));
    QPushButton *const close = makeButton(QStringLiteral("guideClose"), tr("Close"));
    makeBody(880, 700)->addWidget(text);
    setFooter({close});
    // In an installed program the other documents are beside the guide, not part of it.
    connect(text, &QTextBrowser::anchorClicked, this, [](const QUrl &link) {
        if (link.scheme() == QLatin1String("https"))
            QDesktopServices::openUrl(link);
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    text->setFocus();
}

}  // namespace trainyard

#include "moc_guidedialog.cpp"
