// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runfilterfield.h"

#include "ui/common/plaintip.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QStringListModel>
#include <QTextCharFormat>

#include <utility>

namespace trainyard {

RunFilterField::RunFilterField(QWidget *parent)
    : SearchField(QStringLiteral("runsFilter"), tr("Filter, as in state:failed loss<2"), parent), m_words(new QStringListModel(this)),
      m_completer(new QCompleter(m_words, this))
{
    m_completer->setWidget(this);
    // The words are chosen by what is left of the cursor, not by the whole text.
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setObjectName(QStringLiteral("runsFilterWords"));
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &RunFilterField::take);
    connect(this, &QLineEdit::textChanged, this, [this] {
        read();
        Q_EMIT filterChanged();
    });
    connect(this, &QLineEdit::textEdited, this, &RunFilterField::offer);
}

void RunFilterField::readAgain() { m_filter = parseRunFilter(text(), QDateTime::currentDateTime()); }

void RunFilterField::read()
{
    readAgain();
    QStringList sentences;
    for (const FilterProblem &problem : std::as_const(m_filter.problems)) {
        if (!sentences.contains(problem.what))
            sentences << problem.what;
    }
    setToolTip(plainTip(sentences.join(u'\n')));
    setAccessibleDescription(sentences.join(u' '));
    markProblems();
}

// A line edit formats its text only for input methods.
void RunFilterField::markProblems()
{
    QTextCharFormat format;
    format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    format.setUnderlineColor(themeOf(this).bad.ink);
    QList<QInputMethodEvent::Attribute> marks;
    for (const FilterProblem &problem : std::as_const(m_filter.problems))
        marks << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, int(problem.position) - cursorPosition(), int(problem.length),
                                              format);
    QInputMethodEvent event({}, marks);
    QCoreApplication::sendEvent(this, &event);
}

void RunFilterField::offer()
{
    m_offered = completeRunFilter(text(), cursorPosition(), m_names);
    if (m_offered.words.isEmpty() || !hasFocus()) {
        m_completer->popup()->hide();
        return;
    }
    m_words->setStringList(m_offered.words);
    m_completer->complete();
}

void RunFilterField::take(const QString &word)
{
    const bool isWhole = !word.endsWith(u':') && !word.endsWith(u'<') && m_offered.position + m_offered.length == text().size();
    setSelection(int(m_offered.position), int(m_offered.length));
    insert(isWhole ? word + u' ' : word);  // offers what may come next
}

void RunFilterField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier) {
        Q_EMIT listWanted();
        event->accept();
        return;
    }
    SearchField::keyPressEvent(event);
}

void RunFilterField::changeEvent(QEvent *event)
{
    SearchField::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markProblems();
}

}  // namespace trainyard

#include "moc_runfilterfield.cpp"
