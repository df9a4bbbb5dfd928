// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/imagedialog.h"

#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/searchfield.h"
#include "ui/theme/stylepaint.h"
#include "ui/theme/variants.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace trainyard {
namespace {

enum Role { VerdictRole = Qt::UserRole + 1, ContentsRole, WhyRole };

QString contentsText(const ImageContents &contents)
{
    QStringList parts;
    if (!contents.framework.isEmpty())
        parts << contents.framework + u' ' + contents.frameworkVersion.text();
    if (!contents.cuda.isNull())
        parts << QStringLiteral("CUDA ") + contents.cuda.text();
    if (contents.isCpuOnly)
        parts << ImageDialog::tr("without CUDA");
    return parts.join(ImageDialog::tr(" · ", "between facts"));
}

class ImageDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {dp(400), lineHeight(TextRole::Code) + lineHeight(TextRole::Small) + dp(16)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme theme = themeOf(option.widget);
        const QRect &row = option.rect;
        painter->save();
        painter->fillRect(row, option.state & QStyle::State_Selected    ? theme.selected
                               : option.state & QStyle::State_MouseOver ? theme.hover
                                                                        : theme.surface);
        painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.line);
        if (option.state & QStyle::State_HasFocus)
            paintRowFocus(painter, row.adjusted(0, 0, 0, -1), dp(3), theme);
        const QRect inner = row.adjusted(dp(12), dp(7), -dp(12), -dp(8));
        QRect top(inner.left(), inner.top(), inner.width(), lineHeight(TextRole::Code));
        const QVariant verdict = index.data(VerdictRole);
        if (verdict.isValid()) {
            // Beside the first line only, and only as wide as its own word: the reason below needs the whole width.
            const BadgeLook look = badgeOf(CompatVerdict(verdict.toInt()));
            const int width = badgeSize(look).width();
            paintBadge(painter, QRect(top.right() - width + 1, top.top(), width, top.height()), look, theme);
            top.setRight(top.right() - width - dp(12));
        }
        painter->setFont(textFont(TextRole::Code));
        painter->setPen(theme.text1);
        const QString name = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, top.width());
        painter->drawText(top, Qt::AlignVCenter | Qt::TextSingleLine, name);
        const QRect beside = top.adjusted(painter->fontMetrics().horizontalAdvance(name) + dp(10), 0, 0, 0);
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(theme.text3);
        if (beside.width() > dp(40))
            painter->drawText(beside, Qt::AlignVCenter | Qt::TextSingleLine,
                              painter->fontMetrics().elidedText(index.data(ContentsRole).toString(), Qt::ElideRight, beside.width()));
        const QRect bottom(inner.left(), top.bottom() + 1, inner.width(), lineHeight(TextRole::Small));
        painter->setPen(theme.text2);
        painter->drawText(bottom, Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(index.data(WhyRole).toString(), Qt::ElideRight, bottom.width()));
        painter->restore();
    }
};

}  // namespace

ImageDialog::ImageDialog(const QList<JudgedImage> &images, const QString &machine, const QString &chosen, QWidget *parent)
    : Dialog(parent), m_model(new QStandardItemModel(this)), m_shown(new QSortFilterProxyModel(this)), m_list(new QListView),
      m_use(makeButton(QStringLiteral("imageUse"), tr("Use this image"), ButtonVariant::Primary))
{
    setObjectName(QStringLiteral("imageDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Choose an image"));
    bool isJudged = false;
    for (const JudgedImage &image : images) {
        auto *const item = new QStandardItem(image.image);
        const QString contents = contentsText(image.contents);
        item->setData(contents, ContentsRole);
        QString why = contents.isEmpty() ? image.contents.missing : QString();
        QString spoken = image.image;
        if (image.answer) {
            isJudged = true;
            item->setData(int(image.answer->verdict), VerdictRole);
            why = image.answer->reasons.isEmpty() ? image.answer->missing.value(0) : image.answer->reasons.first().sentence;
            spoken += QStringLiteral(", ") + badgeOf(image.answer->verdict).text;
        }
        item->setData(why, WhyRole);
        item->setToolTip(why.isEmpty() ? QString() : QStringLiteral("<qt>") + why.toHtmlEscaped());
        item->setData(spoken + (why.isEmpty() ? QString() : QStringLiteral(", ") + why), Qt::AccessibleTextRole);
        item->setEditable(false);
        m_model->appendRow(item);
    }
    m_shown->setSourceModel(m_model);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setObjectName(QStringLiteral("imageList"));
    m_list->setAccessibleName(windowTitle());
    m_list->setModel(m_shown);
    m_list->setItemDelegate(new ImageDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setPlainRows(m_list);

    auto *const filter = new SearchField(QStringLiteral("imageFilter"), tr("Filter images"));
    auto *const head = new QHBoxLayout;
    head->addWidget(new Label(windowTitle(), TextRole::PageTitle), 1);
    head->addWidget(filter);
    auto *const note = makeProse(isJudged
                                     ? tr("Each image is checked against the driver and GPUs of %1. Nothing is downloaded.").arg(machine)
                                 : machine.isEmpty() ? tr("Choose a machine first to see which images run there.")
                                                     : tr("No NVIDIA GPU detected on %1, so compatibility is not checked.").arg(machine),
                                 TextRole::Small, Ink::Text2);
    auto *const nothing = makeProse(tr("No known image matches. You can type any other image into the field."), TextRole::Body, Ink::Text3);
    nothing->hide();
    QPushButton *const cancel = makeButton(QStringLiteral("imageCancel"), tr("Cancel"));
    m_use->setDefault(true);
    QVBoxLayout *const column = makeBody(860, 620);
    column->addLayout(head);
    column->addWidget(note);
    column->addWidget(nothing);
    column->addWidget(m_list, 1);
    setFooter({cancel, m_use});

    connect(filter, &SearchField::textChanged, this, [this, nothing](const QString &text) {
        m_shown->setFilterFixedString(text.trimmed());
        nothing->setVisible(m_shown->rowCount() == 0);
        m_list->setCurrentIndex(m_shown->index(0, 0));
        m_use->setEnabled(m_shown->rowCount() > 0);
    });
    connect(m_list, &QListView::doubleClicked, this, &ImageDialog::use);
    connect(m_use, &QPushButton::clicked, this, &ImageDialog::use);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    const QList<QStandardItem *> same = m_model->findItems(chosen);
    m_list->setCurrentIndex(same.isEmpty() ? m_shown->index(0, 0) : m_shown->mapFromSource(same.first()->index()));
    m_list->scrollTo(m_list->currentIndex());
    m_use->setEnabled(m_shown->rowCount() > 0);
    filter->setFocus();
}

void ImageDialog::use()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    Q_EMIT imageChosen(current.data().toString());
    accept();
}

}  // namespace trainyard

#include "moc_imagedialog.cpp"
