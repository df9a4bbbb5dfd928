// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a machine's files, and the files of a run on its page. Answers ShowFiles, and lists "Files" of every machine in the command
// palette.
#pragma once

#include "core/model/ids.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

class FileController;
class FilesPage;

class FilesModule : public PageModule {
    Q_OBJECT
public:
    explicit FilesModule(PageContext &context);

    void shown() override;
    bool canRefresh() const override;
    void refresh() override;
    QList<PaletteSource> paletteSources() override;
    RunTab *makeRunTab(QWidget *parent) override;

protected:
    QWidget *makePage() override;
    void join(Workspace &workspace) override;
    EnteredValues valuesToKeep() const override { return {}; }

private:
    void show(MachineId machineId, const QByteArray &path);
    void connectRequests(FileController *control);

    FilesPage *m_page = nullptr;
    FileController *m_control = nullptr;
};

}  // namespace trainyard
