// SPDX-License-Identifier: GPL-3.0-or-later
// The page of terminals. Answers OpenTerminal, and lists "Open a terminal" for every machine in the command palette.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class TerminalPage;
class TerminalPane;

class TerminalModule : public PageModule {
    Q_OBJECT
public:
    explicit TerminalModule(PageContext &context);

    void shown() override;
    QList<PaletteSource> paletteSources() override;

protected:
    QWidget *makePage() override;

private:
    void openSession(TerminalPane *pane);

    TerminalPage *m_page = nullptr;
};

}  // namespace trainyard
