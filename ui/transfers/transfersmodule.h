// SPDX-License-Identifier: GPL-3.0-or-later
// The page of file transfers. Answers CopyFiles.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class TransferController;
class TransfersPage;

class TransfersModule : public PageModule {
    Q_OBJECT
public:
    explicit TransfersModule(PageContext &context);

    MessageBar *messageBar() const override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }

private:
    TransfersPage *m_page = nullptr;
    TransferController *m_control = nullptr;
};

}  // namespace trainyard
