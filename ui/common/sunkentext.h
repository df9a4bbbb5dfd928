// SPDX-License-Identifier: GPL-3.0-or-later
// Text that can be read and selected but not changed, on the sunken surface of both themes.
#pragma once

#include <QPlainTextEdit>

namespace trainyard {

class SunkenText : public QPlainTextEdit {
public:
    explicit SunkenText(QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void sink();
};

}  // namespace trainyard
