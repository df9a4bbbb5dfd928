// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what to copy, from where and to where. Takes plain values, emits requests; opens without blocking.
//
// Object names: transferDialog, transferDirection0 and 1, transferMachineChoice, uploadFilesEdit, chooseFilesButton, chooseFolderButton,
// uploadPlaceEdit, browseUploadPlaceButton, downloadSourceEdit, browseDownloadSourceButton, downloadFolderEdit, chooseDownloadFolderButton,
// onlyChangedCheck, ignoreFilesCheck, verifyCheck, startTransferButton, cancelTransferButton.
#pragma once

#include "core/model/machine.h"
#include "core/model/transfer.h"
#include "ui/common/dialog.h"
#include "ui/transfers/placedialog.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class MessageBar;
class Segments;

class TransferDialog : public Dialog {
    Q_OBJECT
public:
    explicit TransferDialog(QWidget *parent = nullptr);

    void setMachines(const QList<Machine> &machines, MachineId chosen);
    void setDirection(TransferDirection direction);
    void setFiles(const QStringList &paths);  // to upload
    void setPlace(const QString &path);       // on the machine, for the current direction
    void showError(const Error &error);

    MachineId machineId() const;

Q_SIGNALS:
    // One transfer per file or folder entered.
    void submitted(MachineId machineId, const QList<trainyard::TransferSpec> &specs);
    void placeRequested(MachineId machineId, const QString &from, trainyard::PlaceDialog::Wanted wanted);

private:
    QWidget *makeUploadForm();
    QWidget *makeDownloadForm();
    void chooseLocal(bool areFolders);
    void showDirection();
    QStringList files() const;
    void submit();
    bool isUpload() const;

    Segments *m_direction;
    QComboBox *m_machine;
    QPlainTextEdit *m_files;
    QLineEdit *m_uploadPlace, *m_source, *m_folder;
    FieldRow *m_filesRow, *m_uploadPlaceRow, *m_sourceRow, *m_folderRow;
    QWidget *m_upload, *m_download;  // one of them is shown
    QCheckBox *m_onlyChanged, *m_ignoreFiles, *m_verify;
    MessageBar *m_messages;
    QPushButton *m_start, *m_cancel;
    QStringList m_chosenFiles;  // unmodified, including names with line breaks
};

}  // namespace trainyard
