// SPDX-License-Identifier: GPL-3.0-or-later
// The offers page. The command palette finds offers once they have been read.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class OfferController;
class OffersPage;
class WatchController;

class OffersModule : public PageModule {
    Q_OBJECT
public:
    explicit OffersModule(PageContext &context);

    QList<PaletteSource> paletteSources() override;
    void shown() override;
    MessageBar *messageBar() const override;

protected:
    QWidget *makePage() override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override;

private:
    void load();
    void showClouds();
    bool hasOwnPrices() const;  // of any account

    OffersPage *m_page = nullptr;
    OfferController *m_control = nullptr;
    WatchController *m_watches = nullptr;
    bool m_isLoaded = false, m_hasOwnPrices = false;
};

}  // namespace trainyard
