// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalpane.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/searchfield.h"
#include "ui/terminal/terminalview.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kShownPaste = 400;  // characters of the question
constexpr qsizetype kTitle = 40;        // characters of a program's title on a tab

const QString kState = QStringLiteral("state");

}  // namespace

TerminalPane::TerminalPane(const TerminalPlace &place, const QString &name, QWidget *parent)
    : QWidget(parent), m_place(place), m_name(name), m_messages(new MessageBar(this)), m_findRow(new QWidget(this)),
      m_findField(new SearchField(QStringLiteral("terminalFindField"), tr("Find in the terminal"), m_findRow)),
      m_findResult(new Label(QString(), TextRole::Small)), m_view(new TerminalView(this))
{
    auto *const findLayout = new QHBoxLayout(m_findRow);
    findLayout->setContentsMargins(dp(8), dp(6), dp(8), dp(6));
    findLayout->addWidget(m_findField);
    QToolButton *const previous = makeIconButton(QStringLiteral("terminalFindPrevious"), QStringLiteral("chevron-up"),
                                                 tr("Previous match"));
    QToolButton *const next = makeIconButton(QStringLiteral("terminalFindNext"), QStringLiteral("chevron-down"), tr("Next match"));
    QToolButton *const close = makeIconButton(QStringLiteral("terminalFindClose"), QStringLiteral("close"), tr("Close the search"));
    findLayout->addWidget(previous);
    findLayout->addWidget(next);
    findLayout->addWidget(m_findResult, 1);
    findLayout->addWidget(close);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_findRow);
    column->addWidget(m_view, 1);
    m_findRow->hide();
    setFocusProxy(m_view);

    connect(m_findField, &QLineEdit::returnPressed, this, [this] { find(true); });
    connect(previous, &QToolButton::clicked, this, [this] { find(true); });
    connect(next, &QToolButton::clicked, this, [this] { find(false); });
    connect(close, &QToolButton::clicked, this, [this] { showFind(false); });
    connect(m_view, &TerminalView::findRequested, this, [this] { showFind(true); });
    connect(m_view, &TerminalView::pasteRequested, this, &TerminalPane::askToPaste);
    connect(m_view, &TerminalView::pasteRefused, this, [this] {
        m_messages->post({QStringLiteral("paste"),
                          Tone::Warning,
                          tr("Nothing was pasted."),
                          tr("The program does not read so much now. Try again later, or copy it as a file."),
                          {},
                          {}});
    });
    connect(m_view, &TerminalView::titleChanged, this, &TerminalPane::changed);
    const auto again = [this] {
        if (m_session)
            m_session->connectAgain();
        m_view->setFocus();
    };
    connect(m_view, &TerminalView::againRequested, this, again);
    connect(m_messages, &MessageBar::actionTriggered, this, again);
}

TerminalPane::~TerminalPane() { m_view->setSession(nullptr); }

void TerminalPane::setSession(std::unique_ptr<TerminalSession> session)
{
    m_view->setSession(nullptr);
    m_session = std::move(session);
    connect(m_session.get(), &TerminalSession::stateChanged, this, &TerminalPane::showState);
    m_view->setSession(m_session.get());
    showState();
}

bool TerminalPane::isOver() const { return !m_session || m_session->state().isOver(); }

QString TerminalPane::tabText() const
{
    const QString title = m_view->title().left(kTitle);
    const QString name = seenText(m_name);
    //: the machine or run, and the title that the program in the terminal set
    return title.isEmpty() ? name : tr("%1: %2", "title of a tab").arg(name, seenText(title));
}

void TerminalPane::showState()
{
    const TerminalState state = m_session->state();
    m_view->setNotice(state.stage == TerminalState::Connecting ? tr("Connecting to %1…").arg(seenText(m_name)) : QString());
    const auto post = [this](Tone tone, const QString &fact, const QString &what, const QString &detail, const QString &verb) {
        m_messages->post({kState, tone, fact, what, detail, verb});
    };
    switch (state.stage) {
    case TerminalState::Open:
    case TerminalState::Connecting: m_messages->clear(); break;
    case TerminalState::Ended: {
        const QString fact = !state.signal.isEmpty() ? tr("The program was ended by the signal %1.").arg(seenText(state.signal))
                             : state.exitCode < 0    ? tr("The program ended; its status is unknown.")
                             : state.exitCode == 0   ? tr("The program ended.")
                                                     : tr("The program ended with status %1.").arg(state.exitCode);
        post(Tone::Info, fact, tr("Press Enter to start a new one."), {}, tr("Start again"));
        break;
    }
    case TerminalState::Lost:
        post(Tone::Warning, tr("Connection lost."), tr("Press Enter to connect again."), state.error.detail, tr("Connect again"));
        break;
    case TerminalState::Failed:
        post(Tone::Bad, tr("The terminal could not be opened."), state.error.what + u' ' + tr("Press Enter to try again."),
             state.error.detail, tr("Try again"));
        break;
    }
    Q_EMIT changed();
}

void TerminalPane::showFind(bool isShown)
{
    m_findRow->setVisible(isShown);
    m_findResult->setText({});
    if (isShown) {
        m_findField->setFocus();
        m_findField->selectAll();
    } else {
        m_view->setFocus();
    }
}

void TerminalPane::find(bool isUpwards)
{
    const bool isFound = m_view->find(m_findField->text(), isUpwards);
    m_findResult->setText(isFound || m_findField->text().isEmpty() ? QString() : isUpwards ? tr("Nothing above.") : tr("Nothing below."));
}

void TerminalPane::askToPaste(const QString &text)
{
    const auto lines = static_cast<int>(text.trimmed().count(u'\n') + 1);
    QString shown = seenText(text.trimmed().left(kShownPaste), u"\n\t");
    if (text.trimmed().size() > kShownPaste)
        shown += QStringLiteral("…");
    auto *const box = new ConfirmDialog(
        QStringLiteral("terminalPaste"),
        {tr("Paste %n line(s)?", nullptr, lines),
         tr("The program in the terminal may run each line as a command at once.") + QStringLiteral("\n\n") + shown, tr("Cancel"),
         tr("Paste")},
        this);
    connect(box, &QDialog::accepted, this, [this, text] { m_view->paste(text); });
    connect(box, &QDialog::finished, m_view, [this] { m_view->setFocus(); });
    box->open();
}

}  // namespace trainyard

#include "moc_terminalpane.cpp"
