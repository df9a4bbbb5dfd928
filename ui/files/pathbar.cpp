// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/pathbar.h"

#include "core/base/bytename.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/theme/theme.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringListModel>
#include <QToolButton>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kLeastWidth = 220;
constexpr int kWidestLevel = 240;  // of the design; longer names are shortened in the middle
constexpr qsizetype kMostOffered = 2000;

}  // namespace

PathBar::PathBar(QWidget *parent)
    : QWidget(parent), m_stack(new QStackedWidget), m_crumbs(new QWidget), m_row(new QHBoxLayout(m_crumbs)),
      m_above(new Label(QStringLiteral("… /"), TextRole::Body, Ink::Text3, m_crumbs)),
      m_editButton(makeIconButton(QStringLiteral("filesEditPath"), QStringLiteral("pencil"), tr("Type a path (Ctrl+L)"))),
      m_edit(new QLineEdit), m_found(new QStringListModel(this))
{
    m_crumbs->setObjectName(QStringLiteral("filesCrumbs"));
    m_crumbs->installEventFilter(this);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_row->addWidget(m_above);
    m_row->addStretch(1);
    m_row->addWidget(m_editButton);
    m_edit->setObjectName(QStringLiteral("filesPathEdit"));
    m_edit->setAccessibleName(tr("Path on the machine"));
    m_edit->setFont(textFont(TextRole::Code));
    m_edit->installEventFilter(this);
    auto *const completer = new QCompleter(m_found, this);
    completer->setCaseSensitivity(Qt::CaseSensitive);
    completer->setMaxVisibleItems(12);
    m_edit->setCompleter(completer);
    m_stack->addWidget(m_crumbs);
    m_stack->addWidget(m_edit);
    auto *const column = new QHBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_editButton, &QToolButton::clicked, this, &PathBar::edit);
    connect(m_edit, &QLineEdit::textEdited, this, &PathBar::askForCompletions);
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        const QByteArray path = typed();
        m_stack->setCurrentWidget(m_crumbs);
        Q_EMIT pathChosen(path);
    });
}

void PathBar::setPath(const QByteArray &path)
{
    m_path = path;
    qDeleteAll(m_levels);
    m_levels.clear();
    const auto add = [this, &path](const QString &text, const QByteArray &level) {
        QPushButton *const crumb = makeButton(QStringLiteral("filesCrumb%1").arg(m_levels.size()), {}, ButtonVariant::Quiet);
        setSmall(crumb);
        const QString shown = crumb->fontMetrics().elidedText(text, Qt::ElideMiddle, dp(kWidestLevel)).replace(u'&', QLatin1String("&&"));
        crumb->setText(level.size() == 1 || level == path ? shown : shown + QStringLiteral(" /"));
        crumb->setAccessibleName(tr("Go to %1").arg(shownBytes(level)));
        connect(crumb, &QPushButton::clicked, this, [this, level] { Q_EMIT pathChosen(level); });
        m_row->insertWidget(int(m_levels.size()) + 1, crumb);
        m_levels << crumb;
    };
    if (path.startsWith('/'))
        add(QStringLiteral("/"), QByteArrayLiteral("/"));
    for (qsizetype at = 1; at > 0 && at < path.size();) {
        const qsizetype next = path.indexOf('/', at);
        const QByteArray level = next < 0 ? path : path.left(next);
        add(shownBytes(level.mid(at)), level);
        at = next + 1;
    }
    if (m_stack->currentWidget() == m_edit && !m_edit->hasFocus())
        m_stack->setCurrentWidget(m_crumbs);
    fit();
}

// The last levels that fit; the folder itself always.
void PathBar::fit()
{
    int left = width() - m_editButton->sizeHint().width() - m_above->sizeHint().width();
    bool isShown = true;
    for (auto level = m_levels.crbegin(); level != m_levels.crend(); ++level) {
        left -= (*level)->sizeHint().width();
        isShown = isShown && (left >= 0 || level == m_levels.crbegin());
        (*level)->setVisible(isShown);
    }
    m_above->setVisible(!isShown);
}

void PathBar::edit()
{
    m_edit->setText(shownBytes(m_path.endsWith('/') ? m_path : m_path + '/'));
    m_stack->setCurrentWidget(m_edit);
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
    m_asked.clear();
    askForCompletions();
}

QByteArray PathBar::typed() const
{
    const QByteArray path = bytesOfShown(m_edit->text());
    if (path.startsWith('/') || path == "~" || path.startsWith("~/"))
        return path;
    return m_path.endsWith('/') ? m_path + path : m_path + '/' + path;
}

void PathBar::askForCompletions()
{
    const QByteArray path = typed();
    const QByteArray folder = path.left(path.lastIndexOf('/') + 1);
    if (folder.isEmpty() || folder == m_asked)
        return;
    m_asked = folder;
    m_found->setStringList({});
    Q_EMIT completionRequested(folder);
}

void PathBar::setCompletions(const QByteArray &folder, const QList<QByteArray> &names)
{
    if (folder != m_asked || m_stack->currentWidget() != m_edit)
        return;
    // As it was typed: with or without the folder.
    const QString text = m_edit->text(), before = text.left(text.lastIndexOf(u'/') + 1);
    QStringList found;
    for (const QByteArray &name : names.mid(0, kMostOffered))
        found << before + shownBytes(name);
    m_found->setStringList(found);
    if (m_edit->hasFocus() && !m_edit->hasSelectedText())
        m_edit->completer()->complete();
}

QSize PathBar::sizeHint() const { return {dp(kLeastWidth) * 2, m_edit->sizeHint().height()}; }

QSize PathBar::minimumSizeHint() const { return {dp(kLeastWidth), m_edit->sizeHint().height()}; }

bool PathBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_crumbs && event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        edit();
        return true;
    }
    if (watched == m_edit && event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        m_stack->setCurrentWidget(m_crumbs);
        Q_EMIT left();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PathBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

}  // namespace trainyard

#include "moc_pathbar.cpp"
