// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/openmenu.h"

#include "ui/common/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QInputDialog>
#include <QMenu>

#include <utility>

namespace trainyard {

namespace {

// Servers log their address when they start: at the beginning of the log, or at its end if they just started.
constexpr qint64 kLogPart = 256 * 1024;

QList<ServedPage> pagesIn(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray log = file.read(kLogPart);
    if (file.size() > 2 * kLogPart) {
        file.seek(file.size() - kLogPart);
        log += '\n';
    }
    log += file.read(kLogPart);
    return servedPages(log);
}

}  // namespace

OpenMenu::OpenMenu(QWidget *parent) : QPushButton(tr("Open…"), parent)
{
    setObjectName(QStringLiteral("runOpen"));
    setAutoDefault(false);
    setIcon(trainyard::icon(QStringLiteral("external"), Ink::Text2));
    setToolTip(tr("Open this run's folder in an editor, JupyterLab, TensorBoard or another port of its machine"));
    auto *const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("runOpenMenu"));
    menu->setToolTipsVisible(true);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &OpenMenu::fill);
}

void OpenMenu::setEditors(const QStringList &names, const QString &entry)
{
    m_editors = names;
    m_entry = entry;
}

void OpenMenu::addEditors()
{
    for (const QString &name : std::as_const(m_editors)) {
        menu()
            ->addAction(tr("The folder in %1", "an editor").arg(name), this, [this, name] { Q_EMIT editorRequested(name); })
            ->setObjectName(QStringLiteral("openEditor"));
    }
    if (m_editors.isEmpty()) {
        QAction *const none = menu()->addAction(tr("No editor with SSH found"));
        none->setEnabled(false);
        none->setToolTip(tr(
            "VS Code, Cursor, VSCodium and Windsurf are found when their command is installed, and JetBrains Gateway when it opens its links."));
    }
    if (!m_entry.isEmpty()) {
        menu()
            ->addAction(tr("Remove %1 from the SSH configuration").arg(m_entry), this, &OpenMenu::entryRemovalRequested)
            ->setObjectName(QStringLiteral("openEditorEntry"));
    }
    menu()->addSeparator();
}

void OpenMenu::setJupyter(bool isRunning, const QString &whyNot)
{
    m_isJupyterRunning = isRunning;
    m_whyNoJupyter = whyNot;
}

void OpenMenu::addJupyter()
{
    QAction *const open = menu()->addAction(m_isJupyterRunning ? tr("Jupyter (it is running)") : tr("Jupyter"), this,
                                            &OpenMenu::jupyterRequested);
    open->setObjectName(QStringLiteral("openJupyter"));
    open->setEnabled(m_whyNoJupyter.isEmpty());
    open->setToolTip(!m_whyNoJupyter.isEmpty()
                         ? m_whyNoJupyter
                         : tr("Starts JupyterLab or the notebook beside the run, if it is installed there, and opens it "
                              "in the browser."));
    if (m_isJupyterRunning)
        menu()->addAction(tr("Stop Jupyter"), this, &OpenMenu::jupyterStopRequested)->setObjectName(QStringLiteral("stopJupyter"));
    menu()->addSeparator();
}

void OpenMenu::fill()
{
    Q_EMIT aboutToOpen();
    qDeleteAll(menu()->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));  // clear() does not delete submenus
    menu()->clear();
    addEditors();
    addJupyter();
    const QList<ServedPage> pages = pagesIn(m_logFile);
    for (const ServedPage &page : pages) {
        const bool isLab = page.kind == ServedPage::JupyterLab;
        const QString text = isLab ? tr("JupyterLab on port %1") : tr("TensorBoard on port %1");
        menu()
            ->addAction(text.arg(page.port), this, [this, page] { Q_EMIT pageRequested(page); })
            ->setObjectName(QStringLiteral("openPage"));
    }
    if (pages.isEmpty())
        menu()->addAction(tr("No JupyterLab or TensorBoard found in the log"))->setEnabled(false);
    menu()->addAction(tr("Forward a port…"), this, &OpenMenu::askForPort)->setObjectName(QStringLiteral("openPort"));
    if (m_tunnels.isEmpty())
        return;
    menu()->addSeparator();
    for (const TunnelRow &tunnel : m_tunnels) {
        const QString address = QStringLiteral("127.0.0.1:%1").arg(tunnel.localPort);
        QMenu *const one = menu()->addMenu(tr("%1 forwards to %2").arg(address, tunnel.leadsTo));
        if (!tunnel.problem.isEmpty())
            one->addAction(tunnel.problem)->setEnabled(false);
        one->addAction(tr("Open in the browser"), this, [this, port = tunnel.localPort] { Q_EMIT browserRequested(port); })
            ->setObjectName(QStringLiteral("tunnelBrowse"));
        one->addAction(tr("Copy the address"), this, [address] { QApplication::clipboard()->setText(address); })
            ->setObjectName(QStringLiteral("tunnelCopy"));
        one->addAction(tr("Close the tunnel"), this, [this, port = tunnel.localPort] { Q_EMIT closeRequested(port); })
            ->setObjectName(QStringLiteral("tunnelClose"));
    }
}

void OpenMenu::askForPort()
{
    auto *const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("runPortDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Forward a port"));
    dialog->setLabelText(tr("Port (8888), HOST:PORT or socket path on the machine:"));
    dialog->setOkButtonText(tr("Open"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        if (!text.trimmed().isEmpty())
            Q_EMIT portRequested(text.trimmed());
    });
    dialog->open();
}

}  // namespace trainyard

#include "moc_openmenu.cpp"
