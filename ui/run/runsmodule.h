// SPDX-License-Identifier: GPL-3.0-or-later
// The run list, and the actions of a run's menu, on this page or on the run's own.
#pragma once

#include "core/base/error.h"
#include "core/model/run.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class RunActions;
class RunCurvesService;
class RunsPage;

class RunsModule : public PageModule {
    Q_OBJECT
public:
    explicit RunsModule(PageContext &context) : PageModule(PageId::Runs, context) {}

    RunActions *actions() const { return m_actions; }  // nullptr until the database is open
    void showFailure(const Error &error);              // of an action on a run

    bool canRefresh() const override;
    void refresh() override;
    QList<PaletteSource> paletteSources() override;

protected:
    QWidget *makePage() override;
    void begin(Workspace &workspace) override;
    void join(Workspace &workspace) override;

private:
    void serveCurves(Workspace &workspace);

    RunsPage *m_page = nullptr;
    RunCurvesService *m_curves = nullptr;
    QList<Run> m_curvesOf;  // the runs whose curves are shown above the list
    QString m_series;
    RunActions *m_actions = nullptr;
};

}  // namespace trainyard
