// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a machine's files: its header, and the browser. objectNames: "filesPage", "filesMachinesCrumb", "filesMachinesButton".
#pragma once

#include <QWidget>

namespace trainyard {

class Card;
class FileBrowser;
class MessageBar;
class PageHeader;
class Placeholder;

class FilesPage : public QWidget {
    Q_OBJECT
public:
    explicit FilesPage(QWidget *parent = nullptr);

    void setMachine(const QString &name, bool isSimulated);  // an empty name: none was chosen yet
    FileBrowser *browser() const { return m_browser; }
    MessageBar *messageBar() const;

Q_SIGNALS:
    void machinesRequested();

private:
    PageHeader *m_header;
    QWidget *m_simulated;
    Card *m_empty;  // while no machine is chosen
    Placeholder *m_placeholder;
    FileBrowser *m_browser;
};

}  // namespace trainyard
