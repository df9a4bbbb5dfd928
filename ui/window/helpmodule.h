// SPDX-License-Identifier: GPL-3.0-or-later
// The help page. F1 shows it at the part about the page one is on; in a dialog, F1 shows the same help in a dialog above it, so that nothing
// that was entered is lost.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class HelpPage;

class HelpModule : public PageModule {
    Q_OBJECT
public:
    explicit HelpModule(PageContext &context);

    void shown() override;

protected:
    QWidget *makePage() override;
    bool eventFilter(QObject *watched, QEvent *event) override;  // of the application: keys in dialogs

private:
    HelpPage *m_page = nullptr;
};

// The anchor of the part of the (English) guide about a page, or about a dialog by its objectName; empty: there is none of its own.
QString helpPartOf(PageId page);
QString helpPartOfDialog(const QString &objectName);

}  // namespace trainyard
