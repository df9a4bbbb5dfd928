// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/placeholder.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

class IconMark : public QWidget {
public:
    IconMark(const QString &name, QWidget *parent) : QWidget(parent), m_name(name) { setFixedSize(dp(40), dp(40)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme theme = themeOf(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.isHighContrast ? QPen(theme.text1) : QPen(Qt::NoPen));
        painter.setBrush(theme.stale.tint);
        painter.drawEllipse(rect().adjusted(1, 1, -1, -1));
        paintIcon(&painter, m_name, QRectF(rect()).adjusted(dp(9), dp(9), -dp(9), -dp(9)), theme.stale.ink);
    }

private:
    QString m_name;
};

}  // namespace

Placeholder::Placeholder(const QString &iconName, QAbstractItemView *view, QWidget *parent)
    : QWidget(view ? view->viewport() : parent), m_icon(iconName), m_view(view), m_mark(new IconMark(iconName, this)),
      m_sentence(new Label(TextRole::Section, Ink::Text1, this)), m_detail(new Label(TextRole::Body, Ink::Text2, this)),
      m_button(new QPushButton(this)), m_link(new QPushButton(this))
{
    for (Label *label : {m_sentence, m_detail}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    m_detail->hide();
    m_button->hide();
    m_link->hide();
    m_button->setAutoDefault(false);
    m_link->setAutoDefault(false);
    setVariant(m_link, ButtonVariant::Link);
    connect(m_button, &QPushButton::clicked, this, &Placeholder::buttonClicked);
    connect(m_link, &QPushButton::clicked, this, &Placeholder::linkClicked);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(24), dp(16), dp(24), dp(16));
    column->setSpacing(dp(8));
    column->addStretch(2);
    column->addWidget(m_mark, 0, Qt::AlignHCenter);
    column->addSpacing(dp(4));
    column->addWidget(m_sentence);
    column->addWidget(m_detail);
    column->addSpacing(dp(4));
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addWidget(m_link, 0, Qt::AlignHCenter);
    column->addStretch(3);

    if (m_view) {
        m_view->viewport()->installEventFilter(this);
        watchModel();
    }
}

void Placeholder::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
    setAccessibleName(sentence);
}

void Placeholder::setDetail(const QString &detail)
{
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
}

void Placeholder::setButton(const QString &text, const QString &objectName)
{
    m_button->setText(text);
    m_button->setObjectName(objectName);
    m_button->setVisible(!text.isEmpty());
}

void Placeholder::setPrimary(bool isPrimary) { setVariant(m_button, isPrimary ? ButtonVariant::Primary : ButtonVariant::Normal); }

void Placeholder::setLink(const QString &text, const QString &objectName)
{
    m_link->setText(text);
    m_link->setObjectName(objectName);
    m_link->setVisible(!text.isEmpty());
}

void Placeholder::setSuppressed(bool isSuppressed)
{
    m_isSuppressed = isSuppressed;
    updateVisibility();
}

void Placeholder::watchModel()
{
    if (!m_view)
        return;
    if (QAbstractItemModel *model = m_view->model()) {
        connect(model, &QAbstractItemModel::rowsInserted, this, &Placeholder::updateVisibility);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &Placeholder::updateVisibility);
        connect(model, &QAbstractItemModel::modelReset, this, &Placeholder::updateVisibility);
        connect(model, &QAbstractItemModel::layoutChanged, this, &Placeholder::updateVisibility);
    }
    updateVisibility();
}

bool Placeholder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        updateVisibility();
    return QWidget::eventFilter(watched, event);
}

void Placeholder::paintEvent(QPaintEvent *)
{
    if (m_view)
        QPainter(this).fillRect(rect(), m_view->viewport()->palette().color(m_view->viewport()->backgroundRole()));
}

void Placeholder::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void Placeholder::fit()
{
    const auto isTooHigh = [this] { return layout()->totalHeightForWidth(width()) > height(); };
    const auto setRoomy = [this](bool isRoomy) {
        m_mark->setVisible(isRoomy);
        layout()->setContentsMargins(dp(24), dp(isRoomy ? 16 : 4), dp(24), dp(isRoomy ? 16 : 4));
        layout()->setSpacing(dp(isRoomy ? 8 : 4));
        layout()->activate();
    };
    setRoomy(true);
    if (isTooHigh())
        setRoomy(false);
}

void Placeholder::updateVisibility()
{
    if (!m_view) {
        setVisible(!m_isSuppressed);
        return;
    }
    const bool isEmpty = !m_isSuppressed && (!m_view->model() || m_view->model()->rowCount(m_view->rootIndex()) == 0);
    if (isEmpty) {
        setGeometry(m_view->viewport()->rect());
        fit();
        // The page scrolls instead of squashing this.
        if (m_view->minimumHeight() != m_needed)
            m_viewMinimum = m_view->minimumHeight();
        m_needed = std::max(m_viewMinimum, layout()->totalMinimumHeightForWidth(width()) + m_view->height() - m_view->viewport()->height());
        m_view->setMinimumHeight(m_needed);
    } else if (std::exchange(m_needed, -1) >= 0) {
        m_view->setMinimumHeight(m_viewMinimum);
    }
    setVisible(isEmpty);
    if (isEmpty)
        raise();
}

}  // namespace trainyard

#include "moc_placeholder.cpp"
