// SPDX-License-Identifier: GPL-3.0-or-later
// Finds mistakes in pasted text while the user types: the text on the left, the findings on the right, each with its position, reason and
// remedy. Nothing is executed. Main thread. objectNames: "lintText", "lintKind", "lintSummary", "lintFindings", of each finding "lintPlace"
// and "lintReplace".
#pragma once

#include "core/knowledge/environment/linter.h"
#include "core/service/machines/compatadvisor.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QTextCursor;
class QVBoxLayout;

namespace trainyard {

class Label;

class LintPane : public QWidget {
    Q_OBJECT
public:
    // `advisor` and `recipes` must outlive it.
    LintPane(const CompatAdvisor &advisor, const RecipeFacts &recipes, QWidget *parent = nullptr);

    void setHost(const CompatQuestion &host);
    void takeFocus();

protected:
    void changeEvent(QEvent *event) override;

private:
    void lint();
    void showReport(const LintReport &report);
    QWidget *row(const LintFinding &finding);
    QTextCursor at(const LintFinding &finding) const;
    void mark(const LintReport &report);
    void applyLook();

    const Linter m_linter;
    CompatQuestion m_host;
    LintReport m_report;
    QTimer m_timer;
    QPlainTextEdit *m_text;
    QComboBox *m_kind;
    Label *m_summary;
    QVBoxLayout *m_rows;
};

}  // namespace trainyard
