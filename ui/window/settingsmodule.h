// SPDX-License-Identifier: GPL-3.0-or-later
// The settings page. It is in the window folder because it shows parts of several pages. Answers ShowAlertSettings.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class SettingsPage;

class SettingsModule : public PageModule {
    Q_OBJECT
public:
    explicit SettingsModule(PageContext &context);

    QList<PaletteSource> paletteSources() override;

protected:
    QWidget *makePage() override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }  // they are saved as settings

private:
    SettingsPage *m_page = nullptr;
};

}  // namespace trainyard
