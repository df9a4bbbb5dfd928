// SPDX-License-Identifier: GPL-3.0-or-later
// The help as a page, and as a dialog above another dialog.
//
// objectNames: "helpPage"; "helpDialog", "helpClose".
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class HelpView;

class HelpPage : public QWidget {
    Q_OBJECT
public:
    explicit HelpPage(QWidget *parent = nullptr);

    void showPart(const QString &englishAnchor);  // of the guide
    void focusFilter();

private:
    HelpView *m_view;
};

// Deletes itself when it is closed.
class HelpDialog : public Dialog {
    Q_OBJECT
public:
    explicit HelpDialog(QWidget *parent = nullptr);

    void showPart(const QString &englishAnchor);

private:
    HelpView *m_view;
};

}  // namespace trainyard
