// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints page, and resuming from a checkpoint. Answers ShowCheckpoint, ResumeRun and ResumeLatestGood.
#pragma once

#include "ui/page/pagemodule.h"

namespace trainyard {

class CheckpointsPage;
class CopyController;
class PlaceController;
class PruneController;
class ResumeController;

class CheckpointsModule : public PageModule {
    Q_OBJECT
public:
    explicit CheckpointsModule(PageContext &context);

    void shown() override;
    QList<PaletteSource> paletteSources() override;
    RunTab *makeRunTab(QWidget *parent) override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    void connectRequests(CheckpointsPage *page);
    void connectControls(ResumeController *resumes, PruneController *prunes, CopyController *copies);

    CheckpointsPage *m_page = nullptr;
    ResumeController *m_resumes = nullptr;
    PlaceController *m_places = nullptr;
    PruneController *m_prunes = nullptr;
    CopyController *m_copies = nullptr;
};

}  // namespace trainyard
