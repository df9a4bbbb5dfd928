// SPDX-License-Identifier: GPL-3.0-or-later
// Every key with a function beyond moving and typing, declared once: pages take their keys from here, menus show them, and the key list
// (?) is generated from them.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

namespace trainyard {

enum class KeyFor {
    // the window
    Help,
    ListOfKeys,
    Launch,
    Transfers,
    Palette,
    NextArea,
    AreaBefore,
    LookAgain,
    Quit,
    // pages
    Find,
    FindToo,
    CheckMachine,
    // a machine
    TestMachine,
    EditMachine,
    RemoveMachine,
    // a run of a list
    TickRun,
    DeleteRuns,
    TagRuns,
    PinRuns,
    ArchiveRuns,
    CopyRuns,
    RunDetails,
    GroupRuns,
    RunColumns,
    UndoRuns,
    RunAgain,
    // a transfer
    TransferVerb,
    TransferEarlier,
    TransferLater,
    TransferEnding,
    // files of a machine
    FilesUp,
    FilesBack,
    FilesForward,
    FilesHome,
    FilesPath,
    RenameFile,
    DeleteFiles,
    NewFolder,
    HiddenFiles,
    CopyPaths,
    PasteFiles,
    // an offer
    OfferDetails,
    PinOffer,
    CopyOffer,
    // charts
    ShowAsTable,
    ShowInLog,
    ZoomIn,
    ZoomOut,
    ZoomBack,
    NextEvent,
    EventBefore,
    SwitchAxis,
    Logarithmic,
    CopyPicture,
    CopyValues,
    // the log
    CopyText,
    CopyLine,
    SelectAll,
    ShowInCharts,
    FoldLine,
    NextError,
    ErrorBefore,
    WrapLines,
    GoToLine,
    SaveLog,
    // a launch
    StartRun,
    // a task file
    TaskComplete,
    TaskHelp,
    TaskComment,
    TaskTab,
    // the help
    HelpBack,
    // a terminal
    CopyFromTerminal,
    PasteIntoTerminal,
    FindInTerminal,
    ScrollTerminalUp,
    ScrollTerminalDown,
    LargerTerminal,
    SmallerTerminal,
    UsualTerminal,
    NewTerminal,
    CloseTerminal,
    NextTerminal,
    TerminalBefore,
};

QKeySequence keyFor(KeyFor what);
QKeySequence keyForPage(int number);  // of the rail, from 1
inline constexpr int kMostSectionKeys = 10;
QKeySequence keyForSection(int number);  // of the launch form, from 1 to kMostSectionKeys

struct KeyLine {
    QString what;  // in a few words
    QString keys;  // as the desktop writes it
};

struct KeyGroup {
    QString title;
    QList<KeyLine> lines;
};

// All keys in the user's language, in window order: those of every window, then page by page.
QList<KeyGroup> keyGroups();

}  // namespace trainyard
