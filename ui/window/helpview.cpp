// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helpview.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/searchfield.h"
#include "ui/theme/stylepaint.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QStandardItemModel>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextList>
#include <QTextTable>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <utility>

namespace trainyard {

namespace {

constexpr int kSectionRole = Qt::UserRole + 1;
constexpr int kListWidth = 270, kMaxText = 860;  // in design pixels; longer lines are hard to read
constexpr int kBeside = 720;                     // narrower than this, the list is folded away
constexpr int kMaxMarks = 500;
constexpr qsizetype kMaxBefore = 100;

// Loads nothing: neither pictures nor style sheets, from wherever.
class HelpText : public QTextBrowser {
public:
    QVariant loadResource(int, const QUrl &) override { return {}; }

protected:
    // With the hairline of a card: the style's frame is that of a field to type in.
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::Paint)
            return QTextBrowser::event(event);
        QPainter painter(this);
        const Theme theme = themeOf(this);
        paintBox(&painter, rect(), dp(6), palette().color(QPalette::Base), theme.line);
        if (hasFocus())
            paintFocusRing(&painter, rect(), dp(6), theme);
        return true;
    }
};

const QString kGap(QChar(0x2002));

bool hasBullet(const QTextBlock &block)
{
    const QTextList *const list = block.textList();
    const int style = list ? list->format().style() : QTextListFormat::ListStyleUndefined;
    return style == QTextListFormat::ListDisc || style == QTextListFormat::ListCircle || style == QTextListFormat::ListSquare;
}

// Markdown is imported with a block for each line of code. Each would have a ground of its own, with gaps between them; a table of one
// cell is one surface. The lines may wrap in it.
void layCode(QTextDocument *document, const Theme &theme)
{
    const auto isCode = [](const QTextBlock &block) { return block.isValid() && block.blockFormat().nonBreakableLines(); };
    QTextTableFormat surface;
    surface.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    surface.setCellPadding(dp(8));
    surface.setCellSpacing(0);
    surface.setBorder(0);
    surface.setBackground(theme.sunken);
    surface.setTopMargin(dp(4));
    surface.setBottomMargin(dp(4));
    QTextCharFormat letters;
    letters.setFont(textFont(TextRole::Code));
    QTextCursor all(document);
    all.beginEditBlock();
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        if (!isCode(block))
            continue;
        QTextBlock last = block;
        while (isCode(last.next()))
            last = last.next();
        QTextCursor code(block);
        code.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
        QString lines = code.selectedText();
        lines.replace(QChar(QChar::ParagraphSeparator), QChar(QChar::LineSeparator));
        code.removeSelectedText();
        code.setBlockFormat(QTextBlockFormat());
        const QTextTable *const table = code.insertTable(1, 1, surface);
        code.insertText(lines, letters);
        block = document->findBlock(table->lastPosition() + 1);  // the empty one after it
    }
    all.endEditBlock();
}

// Markdown is imported without space between its blocks.
void spread(QTextDocument *document, const Theme &theme)
{
    constexpr int kLineHeight = 130;  // percent
    for (QTextFrame *const frame : document->rootFrame()->childFrames()) {
        auto *const table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setCellPadding(dp(5));
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(theme.line);
        format.setTopMargin(dp(4));
        format.setBottomMargin(dp(14));
        table->setFormat(format);
    }
    layCode(document, theme);
    QTextCursor all(document);
    all.beginEditBlock();  // one layout for all of it
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        QTextCursor at(block);
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
        if (format.headingLevel() > 0) {
            format.setTopMargin(dp(format.headingLevel() > 2 ? 12 : 20));
            format.setBottomMargin(dp(6));
        } else if (!at.currentTable()) {
            format.setBottomMargin(dp(block.textList() ? 4 : 10));
            if (hasBullet(block)) {
                // Qt leaves one space after a bullet, too little to tell it from the text.
                at.insertText(kGap);
                format.setTextIndent(-QFontMetricsF(document->defaultFont()).horizontalAdvance(kGap));
            }
        }
        at.setBlockFormat(format);
    }
    all.endEditBlock();
}

QStandardItem *makeItem(const QString &title, int section)
{
    auto *const item = new QStandardItem(title);
    item->setEditable(false);
    item->setToolTip(title.toHtmlEscaped());
    item->setData(section, kSectionRole);
    return item;
}

}  // namespace

HelpView::HelpView(QWidget *parent)
    : QWidget(parent), m_filter(new SearchField(QStringLiteral("helpFilter"), tr("Search the help"), this)), m_list(new QTreeView(this)),
      m_model(new QStandardItemModel(this)), m_none(makeProse(tr("Nothing found. Try fewer words."), TextRole::Body, Ink::Text2, this)),
      m_text(new HelpText), m_back(makeIconButton(QStringLiteral("helpBack"), QStringLiteral("arrow-left"),
                                                  tr("Back (%1)").arg(keyFor(KeyFor::HelpBack).toString(QKeySequence::NativeText)), this)),
      m_contents(makeButton(QStringLiteral("helpContents"), tr("Sections"), ButtonVariant::Normal, QStringLiteral("list"), this)),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_side(new QWidget(this)), m_card(new Card(m_side))
{
    m_list->setObjectName(QStringLiteral("helpSections"));
    m_list->setAccessibleName(tr("Sections"));
    m_list->setModel(m_model);
    m_list->header()->hide();
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setIndentation(dp(14));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setParent(this);
    m_text->setObjectName(QStringLiteral("helpText"));
    m_text->setAccessibleName(tr("User guide"));
    m_text->setOpenLinks(false);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_text->document()->setDocumentMargin(dp(16));
    m_text->document()->setIndentWidth(dp(40));  // of lists; Qt's own, but not scaled
    m_back->setEnabled(false);
    m_contents->setCheckable(true);
    m_none->hide();

    auto *const top = new QHBoxLayout;
    top->setSpacing(dp(6));
    top->addWidget(m_back);
    top->addWidget(m_contents);
    top->addWidget(m_filter, 1);
    auto *const side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(dp(8));
    side->addLayout(top);
    side->addWidget(m_none);
    auto *const inside = new QVBoxLayout(m_card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_list);
    side->addWidget(m_card, 1);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->addWidget(m_side);
    m_columns->addWidget(m_text, 1);
    m_columns->addStretch(0);
    setTabOrder(m_back, m_contents);
    setTabOrder(m_contents, m_filter);
    setTabOrder(m_filter, m_list);
    setTabOrder(m_list, m_text);

    connect(m_contents, &QPushButton::toggled, this, &HelpView::fit);
    connect(m_contents, &QPushButton::clicked, m_list, [this](bool isOpen) {
        if (isOpen)
            m_list->setFocus(Qt::OtherFocusReason);
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &words) {
        fillList();
        m_contents->setChecked(!words.isEmpty());
        if (!words.isEmpty() && !m_list->currentIndex().isValid() && m_model->rowCount() > 0)
            m_list->setCurrentIndex(m_model->index(0, 0));
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        if (m_model->rowCount() > 0)
            read();
    });
    const auto goToList = [this] {
        m_contents->setChecked(true);
        m_list->setFocus(Qt::ShortcutFocusReason);
    };
    new QShortcut(Qt::Key_Down, m_filter, m_filter, goToList, Qt::WidgetShortcut);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (index.isValid() && !m_isFilling)
            showSection(index.data(kSectionRole).toInt());
    });
    // Also the one that is current already, after scrolling away from it.
    connect(m_list, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        m_contents->setChecked(false);
        showSection(index.data(kSectionRole).toInt());
    });
    connect(m_list, &QTreeView::activated, this, &HelpView::read);
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpView::follow);
    connect(m_back, &QToolButton::clicked, this, &HelpView::goBack);
    new QShortcut(keyFor(KeyFor::HelpBack), this, this, &HelpView::goBack, Qt::WidgetWithChildrenShortcut);
    fillList();
    showSection(0);
}

// The guide section by section, then the titles of the other documents; with a search, whatever matches.
void HelpView::fillList()
{
    m_isFilling = true;
    m_model->clear();
    const QString words = m_filter->text().simplified();
    QStandardItem *parentOfNext = nullptr;
    QModelIndex current;
    for (int i = 0; i < m_book.sections().size(); ++i) {
        const HelpSection &section = m_book.sections()[i];
        const bool isGuide = section.document == m_book.guide();
        if (words.isEmpty() ? !isGuide && section.number > 0 : !m_book.matches(i, words))
            continue;
        QStandardItem *item = makeItem(section.title, i);
        // The result of a search says where it is from.
        if (!words.isEmpty() && !isGuide && section.number > 0) {
            const HelpSection &document = m_book.sections()[m_book.find(section.document, {})];
            //: a document, a section of it
            item->setText(tr("%1: %2").arg(document.title, section.title));
            item->setToolTip(item->text().toHtmlEscaped());
        }
        if (words.isEmpty() && isGuide && section.level > 2 && parentOfNext) {
            parentOfNext->appendRow(item);
        } else {
            m_model->appendRow(item);
            parentOfNext = item;
        }
        if (i == m_section)
            current = item->index();
    }
    m_list->expandAll();
    m_list->setCurrentIndex(current);
    m_none->setVisible(m_model->rowCount() == 0);
    m_list->setVisible(m_model->rowCount() > 0);
    m_isFilling = false;
    mark();
}

void HelpView::showPart(const QString &englishAnchor)
{
    m_filter->clear();
    m_contents->setChecked(false);
    m_section = m_book.findInGuide(englishAnchor);
    fillList();
    showSection(m_section);
}

QString HelpView::shownTitle() const { return m_book.sections().value(m_section).title; }

void HelpView::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void HelpView::showSection(int section)
{
    if (section < 0 || section >= m_book.sections().size())
        return;
    const HelpSection &wanted = m_book.sections()[section];
    m_section = section;
    showDocument(wanted.document);
    const QTextBlock block = m_headings.value(wanted.number);
    if (!block.isValid())
        return;
    m_text->setTextCursor(QTextCursor(block));
    const double top = m_text->document()->documentLayout()->blockBoundingRect(block).top();
    m_text->verticalScrollBar()->setValue(wanted.number == 0 ? 0 : qRound(top) - dp(8));
}

// From the list to the text. Where it was folded away, its width may have changed meanwhile.
void HelpView::read()
{
    m_contents->setChecked(false);
    showSection(m_section);
    m_text->setFocus(Qt::ShortcutFocusReason);
}

void HelpView::showDocument(const QString &document)
{
    if (m_document == document)
        return;
    m_document = document;
    // As one change: while it is shown, the text is otherwise laid out anew for each block, which takes seconds for the guide.
    QTextCursor all(m_text->document());
    all.beginEditBlock();
    m_text->setMarkdown(helpText(document));
    all.endEditBlock();
    spread(m_text->document(), themeOf(this));
    m_headings.clear();
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0)
            m_headings << block;
    }
    mark();
}

void HelpView::follow(const QUrl &link)
{
    if (link.scheme() == QLatin1String("https")) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QString document = link.path().isEmpty() ? m_document : link.path();
    const int section = m_book.find(document, link.fragment());
    if (section < 0)
        return;
    remember();
    showSection(section);
    fillList();
}

void HelpView::remember()
{
    m_before << Place{m_document, m_text->verticalScrollBar()->value(), m_section};
    if (m_before.size() > kMaxBefore)
        m_before.removeFirst();
    m_back->setEnabled(true);
}

void HelpView::goBack()
{
    if (m_before.isEmpty())
        return;
    m_contents->setChecked(false);
    const Place place = m_before.takeLast();
    m_back->setEnabled(!m_before.isEmpty());
    m_section = place.section;
    fillList();
    showDocument(place.document);
    m_text->verticalScrollBar()->setValue(place.position);
    m_text->setFocus(Qt::ShortcutFocusReason);
}

// The words that are searched for, in the text.
void HelpView::mark()
{
    QList<QTextEdit::ExtraSelection> marks;
    const QStringList words = m_filter->text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        QTextCursor at(m_text->document());
        while (marks.size() < kMaxMarks && !(at = m_text->document()->find(word, at)).isNull()) {
            QTextEdit::ExtraSelection one;
            one.cursor = at;
            one.format.setBackground(themeOf(this).warning.tint);
            one.format.setForeground(themeOf(this).text1);
            marks << one;
        }
    }
    m_text->setExtraSelections(marks);
}

// A narrow view has room for the text or for the list.
void HelpView::fit()
{
    const bool isBeside = width() >= dp(kBeside), isFolded = !isBeside && !m_contents->isChecked();
    m_columns->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setSpacing(dp(isBeside ? 16 : 8));
    m_columns->setStretchFactor(m_side, isBeside || isFolded ? 0 : 1);
    m_side->setMinimumWidth(isBeside ? dp(kListWidth) : 0);
    m_side->setMaximumWidth(isBeside ? dp(kListWidth) : QWIDGETSIZE_MAX);
    m_contents->setVisible(!isBeside);
    m_card->setVisible(!isFolded);
    m_text->setVisible(isBeside || isFolded);
    m_text->setMaximumWidth(dp(kMaxText));
}

void HelpView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

// Links keep the colour that they were made with.
void HelpView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_document.isEmpty())
        return;
    const int position = m_text->verticalScrollBar()->value();
    showDocument(std::exchange(m_document, {}));
    m_text->verticalScrollBar()->setValue(position);
}

}  // namespace trainyard

#include "moc_helpview.cpp"
