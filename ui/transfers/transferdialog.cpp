// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transferdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/segments.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace trainyard {

namespace {

// A field with its buttons; a label's buddy is the field.
QWidget *withButtons(QWidget *field, const QList<QPushButton *> &buttons)
{
    auto *both = new QWidget;
    auto *row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(field, 1);
    for (QPushButton *button : buttons)
        row->addWidget(button, 0, Qt::AlignTop);
    both->setFocusProxy(field);
    return both;
}

QString withoutEndSlash(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

QString lastName(const QString &path) { return path.mid(path.lastIndexOf(u'/') + 1); }

}  // namespace

TransferDialog::TransferDialog(QWidget *parent)
    : Dialog(parent), m_direction(new Segments(QStringLiteral("transferDirection"), {tr("To the machine"), tr("From the machine")}, this)),
      m_machine(new QComboBox(this)), m_upload(makeUploadForm()), m_download(makeDownloadForm()),
      m_onlyChanged(new QCheckBox(tr("Only what has changed"), this)),
      m_ignoreFiles(new QCheckBox(tr("Skip files listed in .gitignore or .skyignore"), this)),
      m_verify(new QCheckBox(tr("Verify afterwards (SHA-256)"), this)), m_messages(new MessageBar(this)),
      m_start(makeButton(QStringLiteral("startTransferButton"), tr("Copy"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("cancelTransferButton"), tr("Cancel"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("transferDialog"));
    setWindowTitle(tr("Copy files"));
    setModal(true);
    m_machine->setObjectName(QStringLiteral("transferMachineChoice"));
    m_onlyChanged->setObjectName(QStringLiteral("onlyChangedCheck"));
    m_ignoreFiles->setObjectName(QStringLiteral("ignoreFilesCheck"));
    m_verify->setObjectName(QStringLiteral("verifyCheck"));
    m_verify->setChecked(true);

    auto *title = new Label(tr("Copy files"), TextRole::PageTitle, Ink::Text1, this);
    auto *top = new QHBoxLayout;
    top->addWidget(m_direction);
    top->addStretch(1);
    QVBoxLayout *const column = makeBody(620);
    column->addWidget(title);
    column->addWidget(m_messages);
    column->addLayout(top);
    auto *const machine = new FieldRow(tr("Machine"), m_machine, this);
    machine->setRoomKept(false);
    column->addWidget(machine);
    column->addWidget(m_upload);
    column->addWidget(m_download);
    column->addWidget(m_onlyChanged);
    column->addWidget(m_ignoreFiles);
    column->addWidget(m_verify);
    column->addStretch(1);
    setFooter({m_cancel, m_start});
    m_start->setDefault(true);

    connect(m_direction, &Segments::chosen, this, &TransferDialog::showDirection);
    connect(m_cancel, &QPushButton::clicked, this, &TransferDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &TransferDialog::submit);
    showDirection();
}

QWidget *TransferDialog::makeUploadForm()
{
    auto *form = new QWidget(this);
    m_files = new QPlainTextEdit(form);
    m_files->setObjectName(QStringLiteral("uploadFilesEdit"));
    m_files->setAccessibleName(tr("Files and folders on this computer"));
    m_files->setFont(textFont(TextRole::Code));
    m_files->setTabChangesFocus(true);
    m_files->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_files->setFixedHeight(3 * lineHeight(TextRole::Code) + dp(16));
    auto *choose = makeButton(QStringLiteral("chooseFilesButton"), tr("Files…"), ButtonVariant::Normal, {}, form);
    auto *chooseFolder = makeButton(QStringLiteral("chooseFolderButton"), tr("Folder…"), ButtonVariant::Normal, {}, form);
    m_filesRow = new FieldRow(tr("Files and folders on this computer"), withButtons(m_files, {choose, chooseFolder}), form);
    m_filesRow->setHelp(tr("One per line."));
    m_uploadPlace = new QLineEdit(QStringLiteral("~"), form);
    m_uploadPlace->setObjectName(QStringLiteral("uploadPlaceEdit"));
    m_uploadPlace->setAccessibleName(tr("To this folder on the machine"));
    m_uploadPlace->setFont(textFont(TextRole::Code));
    auto *browse = makeButton(QStringLiteral("browseUploadPlaceButton"), tr("Browse…"), ButtonVariant::Normal, {}, form);
    m_uploadPlaceRow = new FieldRow(tr("To this folder on the machine"), withButtons(m_uploadPlace, {browse}), form);
    m_uploadPlaceRow->setHelp(tr("Created if missing. Files of the same name are replaced, each once its copy is complete."));
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(m_filesRow);
    column->addWidget(m_uploadPlaceRow);
    column->addStretch(1);
    connect(choose, &QPushButton::clicked, this, [this] { chooseLocal(false); });
    connect(chooseFolder, &QPushButton::clicked, this, [this] { chooseLocal(true); });
    connect(browse, &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested(machineId(), m_uploadPlace->text().trimmed(), PlaceDialog::Wanted::Folder); });
    connect(m_files, &QPlainTextEdit::textChanged, m_filesRow, &FieldRow::clearError);
    connect(m_uploadPlace, &QLineEdit::textChanged, m_uploadPlaceRow, &FieldRow::clearError);
    return form;
}

QWidget *TransferDialog::makeDownloadForm()
{
    auto *form = new QWidget(this);
    m_source = new QLineEdit(form);
    m_source->setObjectName(QStringLiteral("downloadSourceEdit"));
    m_source->setAccessibleName(tr("File or folder on the machine"));
    m_source->setFont(textFont(TextRole::Code));
    m_source->setPlaceholderText(QStringLiteral("~/results"));
    auto *browse = makeButton(QStringLiteral("browseDownloadSourceButton"), tr("Browse…"), ButtonVariant::Normal, {}, form);
    m_sourceRow = new FieldRow(tr("File or folder on the machine"), withButtons(m_source, {browse}), form);
    m_folder = new QLineEdit(QStandardPaths::writableLocation(QStandardPaths::DownloadLocation), form);
    m_folder->setObjectName(QStringLiteral("downloadFolderEdit"));
    m_folder->setAccessibleName(tr("To this folder on this computer"));
    m_folder->setFont(textFont(TextRole::Code));
    auto *choose = makeButton(QStringLiteral("chooseDownloadFolderButton"), tr("Folder…"), ButtonVariant::Normal, {}, form);
    m_folderRow = new FieldRow(tr("To this folder on this computer"), withButtons(m_folder, {choose}), form);
    m_folderRow->setHelp(tr("Created if missing. Files of the same name are replaced, each once its copy is complete."));
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(m_sourceRow);
    column->addWidget(m_folderRow);
    column->addStretch(1);
    connect(browse, &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested(machineId(), m_source->text().trimmed(), PlaceDialog::Wanted::FileOrFolder); });
    connect(choose, &QPushButton::clicked, this, [this] { chooseLocal(true); });
    connect(m_source, &QLineEdit::textChanged, m_sourceRow, &FieldRow::clearError);
    connect(m_folder, &QLineEdit::textChanged, m_folderRow, &FieldRow::clearError);
    return form;
}

void TransferDialog::setMachines(const QList<Machine> &machines, MachineId chosen)
{
    m_machine->clear();
    for (const Machine &machine : machines)
        m_machine->addItem(machine.name, machine.id.number());
    m_machine->setCurrentIndex(std::max(0, m_machine->findData(chosen.number())));
    setDisabledReason(m_start, machines.isEmpty() ? tr("Add a machine first.") : QString());
}

void TransferDialog::setDirection(TransferDirection direction)
{
    m_direction->setCurrent(direction == TransferDirection::Upload ? 0 : 1);
    showDirection();
}

void TransferDialog::setFiles(const QStringList &paths)
{
    m_chosenFiles = paths;
    m_files->setPlainText(paths.join(u'\n'));
}

void TransferDialog::setPlace(const QString &path) { (isUpload() ? m_uploadPlace : m_source)->setText(path); }

void TransferDialog::showError(const Error &error)
{
    if (!error.isCancelled())
        m_messages->post({QStringLiteral("copy"), Tone::Bad, error.what, {}, error.detail, {}});
}

MachineId TransferDialog::machineId() const { return MachineId(m_machine->currentData().toLongLong()); }

bool TransferDialog::isUpload() const { return m_direction->current() == 0; }

void TransferDialog::showDirection()
{
    // The other one first, so that both are never laid out at once.
    (isUpload() ? m_download : m_upload)->hide();
    (isUpload() ? m_upload : m_download)->show();
    // The ignore rules are stored beside the source; those on a machine are not read.
    setDisabledReason(m_ignoreFiles, isUpload() ? QString() : tr("Only for files from this computer."));
    (isUpload() ? static_cast<QWidget *>(m_files) : m_source)->setFocus();
}

void TransferDialog::chooseLocal(bool areFolders)
{
    auto *chooser = new QFileDialog(this);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(areFolders ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    if (areFolders)
        chooser->setOption(QFileDialog::ShowDirsOnly);
    const bool isSource = isUpload();
    connect(chooser, &QFileDialog::filesSelected, this, [this, isSource](const QStringList &paths) {
        if (!isSource) {
            m_folder->setText(paths.value(0));
            return;
        }
        QStringList all = files();
        for (const QString &path : paths) {
            if (!all.contains(path))
                all << path;
        }
        setFiles(all);
    });
    chooser->open();
}

QStringList TransferDialog::files() const
{
    if (m_files->toPlainText() == m_chosenFiles.join(u'\n'))
        return m_chosenFiles;
    QStringList paths;
    const QStringList lines = m_files->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        if (!line.trimmed().isEmpty())
            paths << line.trimmed();
    }
    return paths;
}

void TransferDialog::submit()
{
    m_messages->clear();
    TransferSpec common;
    common.direction = isUpload() ? TransferDirection::Upload : TransferDirection::Download;
    common.onlyChanged = m_onlyChanged->isChecked();
    common.obeysIgnoreFiles = isUpload() && m_ignoreFiles->isChecked();
    common.isVerified = m_verify->isChecked();
    QList<TransferSpec> specs;
    if (isUpload()) {
        const QStringList paths = files();
        if (paths.isEmpty()) {
            m_filesRow->setError(tr("Choose at least one file or folder."));
            m_files->setFocus();
            return;
        }
        QString place = withoutEndSlash(m_uploadPlace->text().trimmed());
        if (place.isEmpty())
            place = QStringLiteral("~");
        for (const QString &path : paths) {
            // Cleaned, as otherwise the name of "project/.." would lead out of the folder there.
            const QFileInfo info(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
            if (!info.exists()) {
                m_filesRow->setError(tr("%1 does not exist on this computer.").arg(path));
                m_files->setFocus();
                return;
            }
            TransferSpec spec = common;
            spec.local = QFile::encodeName(info.absoluteFilePath());
            spec.remote = remotePathOf((place == QLatin1String("/") ? place : place + u'/') + info.fileName());
            specs << spec;
        }
    } else {
        const QString source = withoutEndSlash(m_source->text().trimmed());
        if (source.isEmpty()) {
            m_sourceRow->setError(tr("Enter a file or folder on the machine."));
            m_source->setFocus();
            return;
        }
        if (m_folder->text().trimmed().isEmpty()) {
            m_folderRow->setError(tr("Enter a folder on this computer."));
            m_folder->setFocus();
            return;
        }
        TransferSpec spec = common;
        spec.remote = remotePathOf(source);
        const QString name = lastName(source);
        const QString folder = QFileInfo(m_folder->text().trimmed()).absoluteFilePath();
        const bool isNamed = !name.isEmpty() && name != QLatin1String("~") && name != QLatin1String(".") && name != QLatin1String("..");
        spec.local = QFile::encodeName(isNamed ? folder + u'/' + name : folder);
        specs << spec;
    }
    Q_EMIT submitted(machineId(), specs);
}

}  // namespace trainyard

#include "moc_transferdialog.cpp"
