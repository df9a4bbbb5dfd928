// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/lintpane.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/dialog.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/common/pagescroll.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kLintDelay = 250;  // ms after the last key
constexpr int kMinText = 160;
constexpr qsizetype kMaxRows = 40;  // the first ones are often the cause of the others

Tone toneOf(LintSeverity severity)
{
    return severity == LintSeverity::Error ? Tone::Bad : severity == LintSeverity::Warning ? Tone::Warning : Tone::Info;
}

QString iconOf(LintSeverity severity)
{
    return severity == LintSeverity::Error     ? QStringLiteral("cross")
           : severity == LintSeverity::Warning ? QStringLiteral("triangle")
                                               : QStringLiteral("info");
}

}  // namespace

LintPane::LintPane(const CompatAdvisor &advisor, const RecipeFacts &recipes, QWidget *parent)
    : QWidget(parent), m_linter(recipes, advisor.facts()), m_text(new QPlainTextEdit), m_kind(new QComboBox),
      m_summary(new Label(TextRole::Section))
{
    m_text->setObjectName(QStringLiteral("lintText"));
    m_text->setAccessibleName(tr("Text to check"));
    m_text->setPlaceholderText(tr("Paste a Dockerfile, a launch command, variables or a task file."));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_kind->setObjectName(QStringLiteral("lintKind"));
    m_kind->setAccessibleName(tr("Type"));
    m_kind->addItem(tr("Detect automatically"));
    m_kind->addItem(tr("Dockerfile"), lintKindName(LintKind::Dockerfile));
    m_kind->addItem(tr("Command or script"), lintKindName(LintKind::Command));
    m_kind->addItem(tr("Variables"), lintKindName(LintKind::Variables));
    m_kind->addItem(tr("Task file"), lintKindName(LintKind::Task));
    m_summary->setObjectName(QStringLiteral("lintSummary"));
    auto *const left = new QVBoxLayout;
    left->setSpacing(dp(8));
    auto *const head = new QHBoxLayout;
    head->addWidget(new Label(tr("Text"), TextRole::Section), 1);
    head->addWidget(m_kind);
    left->addLayout(head);
    left->addWidget(m_text, 1);
    auto *const list = new QWidget;
    list->setObjectName(QStringLiteral("lintFindings"));
    m_rows = new QVBoxLayout(list);
    m_rows->setContentsMargins(0, 0, dp(10), 0);
    m_rows->setSpacing(dp(10));
    auto *const right = new QVBoxLayout;
    right->setSpacing(dp(8));
    right->addWidget(m_summary);
    right->addWidget(new PageScroll(list), 1);
    auto *const both = new QHBoxLayout(this);
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(dp(20));
    if (!hasRoomForColumns(this)) {
        both->setDirection(QBoxLayout::TopToBottom);
        m_text->setMinimumHeight(dp(kMinText));
        list->setMinimumHeight(dp(kMinText));
    }
    both->addLayout(left, 1);
    both->addLayout(right, 1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kLintDelay);
    connect(&m_timer, &QTimer::timeout, this, &LintPane::lint);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { m_timer.start(); });
    connect(m_kind, &QComboBox::activated, this, &LintPane::lint);
    applyLook();
    lint();
}

void LintPane::setHost(const CompatQuestion &host)
{
    m_host = host;
    lint();
}

void LintPane::takeFocus() { m_text->setFocus(); }

void LintPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyLook();
        mark(m_report);
    }
}

void LintPane::applyLook() { m_text->setFont(textFont(TextRole::Code)); }

void LintPane::lint()
{
    m_timer.stop();
    const QString text = m_text->toPlainText();
    m_report = text.trimmed().isEmpty() ? LintReport()
                                        : m_linter.lint(text.toUtf8(), lintKindFromName(m_kind->currentData().toString()), m_host);
    showReport(m_report);
    mark(m_report);
}

void LintPane::showReport(const LintReport &report)
{
    while (QLayoutItem *const item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const bool isEmpty = m_text->toPlainText().trimmed().isEmpty();
    m_summary->setText(isEmpty                     ? tr("Findings")
                       : report.findings.isEmpty() ? tr("No findings")
                                                   : tr("Errors: %1, warnings: %2, hints: %3")
                                                         .arg(report.count(LintSeverity::Error))
                                                         .arg(report.count(LintSeverity::Warning))
                                                         .arg(report.count(LintSeverity::Hint)));
    if (isEmpty || report.findings.isEmpty()) {
        auto *const note = makeProse(isEmpty ? tr("Findings appear here as you type, each with its reason and fix.")
                                             : tr("No findings does not mean no problems: text that is not recognized is skipped."),
                                     TextRole::Body, Ink::Text3);
        m_rows->addWidget(note);
    }
    for (qsizetype i = 0; i < std::min(kMaxRows, report.findings.size()); ++i) {
        if (i > 0)
            m_rows->addWidget(new Hairline);
        m_rows->addWidget(row(report.findings[i]));
    }
    m_rows->addStretch(1);
}

QWidget *LintPane::row(const LintFinding &finding)
{
    auto *const widget = new QWidget;
    auto *const line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(dp(8));
    auto *const sign = new IconLabel(iconOf(finding.severity), inkOf(toneOf(finding.severity)), 16);
    sign->setContentsMargins(0, dp(5), 0, 0);  // aligned with the text beside it
    line->addWidget(sign, 0, Qt::AlignTop);
    auto *const column = new QVBoxLayout;
    column->setSpacing(dp(4));
    line->addLayout(column, 1);
    const auto say = [&](const QString &text, TextRole role, Ink ink) {
        auto *const label = makeProse(text, role, ink);
        column->addWidget(label);
    };
    auto *const head = new QHBoxLayout;
    head->setSpacing(dp(8));
    QPushButton *const place = makeButton(QStringLiteral("lintPlace"), tr("Line %1:%2").arg(finding.line).arg(finding.column),
                                          ButtonVariant::Link);
    setSmall(place);
    connect(place, &QPushButton::clicked, this, [this, finding] {
        m_text->setTextCursor(at(finding));
        m_text->setFocus();
    });
    head->addWidget(place);
    const QString severity = finding.severity == LintSeverity::Error     ? tr("Error")
                             : finding.severity == LintSeverity::Warning ? tr("Warning")
                                                                         : tr("Hint");
    head->addWidget(new Label(severity, TextRole::Small, inkOf(toneOf(finding.severity))));
    head->addWidget(new Label(finding.rule, TextRole::Small, Ink::Text3));
    head->addStretch(1);
    // Only if the text is still the one that was checked.
    if (finding.replacement && !finding.found.isEmpty() && at(finding).selectedText() == finding.found) {
        QPushButton *const replace = makeButton(QStringLiteral("lintReplace"), tr("Replace"), ButtonVariant::Link);
        setSmall(replace);
        replace->setToolTip(finding.replacement->toHtmlEscaped());
        connect(replace, &QPushButton::clicked, this, [this, finding] {
            QTextCursor cursor = at(finding);
            if (cursor.selectedText() == finding.found)
                cursor.insertText(*finding.replacement);
        });
        head->addWidget(replace);
    }
    column->addLayout(head);
    say(finding.what, TextRole::Strong, Ink::Text1);
    say(finding.why, TextRole::Small, Ink::Text2);
    const bool isTold = !finding.replacement || finding.fix.contains(*finding.replacement);
    say(!isTold ? finding.fix + u' ' + tr("Suggested: %1").arg(*finding.replacement) : finding.fix, TextRole::Small, Ink::Text1);
    const QString sources = finding.sources.join(tr(", ", "between sources"));
    widget->setToolTip(tr("Sources: %1").arg(sources).toHtmlEscaped());
    return widget;
}

// Selects the text of a finding.
QTextCursor LintPane::at(const LintFinding &finding) const
{
    const QTextBlock block = m_text->document()->findBlockByNumber(finding.line - 1);
    QTextCursor cursor(m_text->document());
    if (!block.isValid())
        return cursor;
    // The column counts characters, a block UTF-16 units.
    const QString text = block.text();
    int offset = 0;
    for (int column = 1; column < finding.column && offset < text.size(); ++column)
        offset += text[offset].isHighSurrogate() ? 2 : 1;
    cursor.setPosition(block.position() + offset);
    const auto end = std::min<qsizetype>(block.position() + offset + finding.found.size(), m_text->document()->characterCount() - 1);
    cursor.setPosition(static_cast<int>(end), QTextCursor::KeepAnchor);
    return cursor;
}

void LintPane::mark(const LintReport &report)
{
    const Theme theme = themeOf(this);
    QList<QTextEdit::ExtraSelection> selections;
    // The worst last, painted over the others.
    for (const LintSeverity severity : {LintSeverity::Hint, LintSeverity::Warning, LintSeverity::Error}) {
        for (qsizetype i = 0; i < std::min(kMaxRows, report.findings.size()); ++i) {
            if (report.findings[i].severity != severity)
                continue;
            QTextEdit::ExtraSelection selection;
            selection.cursor = at(report.findings[i]);
            selection.format.setBackground(theme.tone(toneOf(severity)).tint);
            selections << selection;
        }
    }
    m_text->setExtraSelections(selections);
}

}  // namespace trainyard

#include "moc_lintpane.cpp"
