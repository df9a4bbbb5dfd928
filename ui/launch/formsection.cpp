// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/formsection.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/label.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/taskfields.h"
#include "ui/theme/stylepaint.h"

#include <QAbstractButton>
#include <QGridLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kTitles = 142;  // design px: the longest title and its arrow
constexpr int kBeside = 440;  // from this width on, the fields are beside the title
constexpr int kArrow = 12, kArrowGap = 6;

int titleHeight() { return std::max(dp(24), lineHeight(TextRole::Strong)); }

// The title and an arrow; checked while the section is unfolded.
class SectionTitle : public QAbstractButton {
public:
    SectionTitle(const QString &text, QWidget *parent) : QAbstractButton(parent)
    {
        setAccessibleRole(this, QAccessible::Button);
        setText(text);
        setAccessibleName(text);
        setFont(textFont(TextRole::Strong));
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        return {QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(text()) + dp(kArrowGap) + dp(kArrow) + dp(4), titleHeight()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme theme = themeOf(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(textFont(TextRole::Strong));
        painter.setPen(isEnabled() ? theme.text1 : theme.text3);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
        const int x = painter.fontMetrics().horizontalAdvance(text()) + dp(kArrowGap);
        paintIcon(&painter, isChecked() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
                  QRectF(x, (height() - dp(kArrow)) / 2.0, dp(kArrow), dp(kArrow)), theme.text2);
        if (hasFocus())
            paintFocusRing(&painter, rect(), dp(4), theme);
    }
};

}  // namespace

FormSection::FormSection(const QString &objectName, const QString &title, int mostColumns, Summary summary, QWidget *parent)
    : QWidget(parent), m_summary(summary), m_isFolded(summary), m_fields(new TaskFields(this)),
      m_line(new Label(TextRole::Body, Ink::Text2)), m_content(new QWidget), m_grid(new FieldGrid(mostColumns, m_content)),
      m_layout(new QGridLayout(this))
{
    setObjectName(objectName);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(dp(12));
    m_layout->setVerticalSpacing(dp(8));
    m_layout->setColumnMinimumWidth(0, dp(kTitles));
    m_layout->setColumnStretch(1, 1);
    if (summary) {
        m_fold = new SectionTitle(title, this);
        m_fold->setObjectName(objectName + QStringLiteral("Fold"));
        m_title = m_fold;
        m_layout->addWidget(m_fold, 0, 0, Qt::AlignLeft | Qt::AlignTop);
        connect(m_fold, &QAbstractButton::toggled, this, [this](bool isUnfolded) { setFolded(!isUnfolded); });
        m_line->setCursor(Qt::PointingHandCursor);
    } else {
        auto *const name = new Label(title, TextRole::Strong);
        m_title = name;
        name->setFixedHeight(titleHeight());
        m_layout->addWidget(name, 0, 0, Qt::AlignLeft | Qt::AlignTop);
    }
    m_line->setObjectName(objectName + QStringLiteral("Summary"));
    m_line->setWordWrap(true);
    // Its first line beside the title.
    m_line->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_line->setContentsMargins(0, (titleHeight() - lineHeight(TextRole::Body)) / 2, 0, 0);
    connect(m_fields, &TaskFields::edited, this, &FormSection::edited);
    arrange();
}

void FormSection::setTask(const Task &task) { m_fields->setTask(task); }

void FormSection::apply(Task &task) const { m_fields->apply(task); }

void FormSection::refresh(const Task &task)
{
    if (!m_summary)
        return;
    m_summaryText = m_summary(task);
    showSummary();
}

void FormSection::setFolded(bool isFolded)
{
    if (!m_fold || isFolded == m_isFolded)
        return;
    m_isFolded = isFolded;
    m_fold->setChecked(!isFolded);
    showSummary();
    arrange();
}

void FormSection::setToolTipOfTitle(const QString &text) { m_title->setToolTip(text); }

// A mistake in a folded section is said in its line.
void FormSection::showSummary()
{
    const QString fault = m_fields->fault();
    m_line->setText(fault.isEmpty() ? m_summaryText : fault);
    m_line->setInk(fault.isEmpty() ? Ink::Text2 : Ink::Bad);
    m_fold->setAccessibleDescription(m_line->text());
}

void FormSection::arrange()
{
    m_layout->removeWidget(m_line);
    m_layout->removeWidget(m_content);
    const int row = m_isNarrow ? 1 : 0;
    m_layout->addWidget(m_line, row, m_isNarrow ? 0 : 1, 1, m_isNarrow ? 2 : 1);
    m_layout->addWidget(m_content, row, m_isNarrow ? 0 : 1, 1, m_isNarrow ? 2 : 1);
    m_line->setVisible(m_isFolded);
    m_content->setVisible(!m_isFolded);
}

void FormSection::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < dp(kBeside);
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    arrange();
}

// The whole line of a folded section unfolds it.
void FormSection::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_fold && m_fold->isEnabled() && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())
        && (m_isFolded || event->position().y() < m_fold->geometry().bottom()))
        m_fold->toggle();
    else
        QWidget::mouseReleaseEvent(event);
}

}  // namespace trainyard

#include "moc_formsection.cpp"
