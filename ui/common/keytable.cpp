// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/keytable.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::KeyTable)
};

QString text(const QKeySequence &keys) { return keys.toString(QKeySequence::NativeText); }
QString text(KeyFor what) { return text(keyFor(what)); }

// Two keys for one action, or for back and forth.
QString both(const QString &one, const QString &other) { return Words::tr("%1, %2", "two keys").arg(one, other); }

KeyGroup everywhere()
{
    return {Words::tr("Everywhere"),
            {{Words::tr("Find anything and do it"), text(KeyFor::Palette)},
             {Words::tr("Help about this page or dialog"), text(KeyFor::Help)},
             {Words::tr("Back, after following a link in the help"), text(KeyFor::HelpBack)},
             {Words::tr("This list"), text(KeyFor::ListOfKeys)},
             {Words::tr("Pages of the rail, from the top"),
              Words::tr("%1 … %2", "from this key to that one").arg(text(keyForPage(1)), text(keyForPage(8)))},
             {Words::tr("Next or previous part of the window"), both(text(KeyFor::NextArea), text(KeyFor::AreaBefore))},
             {Words::tr("Launch a run"), text(KeyFor::Launch)},
             {Words::tr("Transfers"), text(KeyFor::Transfers)},
             {Words::tr("Filter or find"), both(text(KeyFor::Find), text(KeyFor::FindToo))},
             {Words::tr("Refresh"), text(KeyFor::LookAgain)},
             {Words::tr("Press the focused button"), both(text(Qt::Key_Return), text(Qt::Key_Space))},
             {Words::tr("Close a dialog without changes"), text(Qt::Key_Escape)},
             {Words::tr("Quit"), text(KeyFor::Quit)}}};
}

KeyGroup machines()
{
    return {Words::tr("Machines and health"),
            {{Words::tr("Run the action of a card"), text(Qt::Key_Return)},
             {Words::tr("Test connection"), text(KeyFor::TestMachine)},
             {Words::tr("Edit the machine"), text(KeyFor::EditMachine)},
             {Words::tr("Remove the machine (asks first)"), text(KeyFor::RemoveMachine)},
             {Words::tr("Collapse or expand a group"), both(text(Qt::Key_Left), text(Qt::Key_Right))},
             {Words::tr("Check the machine's health"), text(KeyFor::CheckMachine)}}};
}

KeyGroup runs()
{
    return {Words::tr("Runs"),
            {{Words::tr("Select a run"), text(KeyFor::TickRun)},
             {Words::tr("Show or hide the attempts of a run"), both(text(Qt::Key_Right), text(Qt::Key_Left))},
             {Words::tr("Tags of the selected runs"), text(KeyFor::TagRuns)},
             {Words::tr("Pin or archive the selected runs"), both(text(KeyFor::PinRuns), text(KeyFor::ArchiveRuns))},
             {Words::tr("Undo the last of these"), text(KeyFor::UndoRuns)},
             {Words::tr("Sync and run again, here and on the page of a run"), text(KeyFor::RunAgain)},
             {Words::tr("Details of the selected run, show or hide"), text(KeyFor::RunDetails)},
             {Words::tr("Copy the selected rows as text"), text(KeyFor::CopyRuns)},
             {Words::tr("Groups of the list"), text(KeyFor::GroupRuns)},
             {Words::tr("Columns and order of the list"), text(KeyFor::RunColumns)},
             {Words::tr("Delete runs (asks first)"), text(KeyFor::DeleteRuns)}}};
}

KeyGroup lists()
{
    return {Words::tr("Offers and transfers"),
            {{Words::tr("Details of an offer"), text(KeyFor::OfferDetails)},
             {Words::tr("Pin an offer to compare"), text(KeyFor::PinOffer)},
             {Words::tr("Copy an offer's row"), text(KeyFor::CopyOffer)},
             {Words::tr("Rent or resume what the dialog shows"), text(KeyFor::StartRun)},
             {Words::tr("Pause or resume a transfer"), text(KeyFor::TransferVerb)},
             {Words::tr("Move a transfer up or down"), both(text(KeyFor::TransferEarlier), text(KeyFor::TransferLater))},
             {Words::tr("Cancel or remove a transfer"), text(KeyFor::TransferEnding)}}};
}

KeyGroup files()
{
    return {Words::tr("Files"),
            {{Words::tr("Open a folder or a file"), text(Qt::Key_Return)},
             {Words::tr("Parent folder"), text(KeyFor::FilesUp)},
             {Words::tr("Back or forward"), both(text(KeyFor::FilesBack), text(KeyFor::FilesForward))},
             {Words::tr("Home folder"), text(KeyFor::FilesHome)},
             {Words::tr("Type a path"), text(KeyFor::FilesPath)},
             {Words::tr("Rename"), text(KeyFor::RenameFile)},
             {Words::tr("Delete (asks first)"), text(KeyFor::DeleteFiles)},
             {Words::tr("New folder"), text(KeyFor::NewFolder)},
             {Words::tr("Show or hide hidden files"), text(KeyFor::HiddenFiles)},
             {Words::tr("Copy the paths, paste files to upload"), both(text(KeyFor::CopyPaths), text(KeyFor::PasteFiles))},
             {Words::tr("Go to a name"), Words::tr("its first letters")}}};
}

KeyGroup charts()
{
    return {Words::tr("Charts"),
            {{Words::tr("Read the values at a moment"), both(text(Qt::Key_Left), text(Qt::Key_Right))},
             {Words::tr("Move along the time axis"), both(text(Qt::SHIFT | Qt::Key_Left), text(Qt::SHIFT | Qt::Key_Right))},
             {Words::tr("Next or previous chart"), both(text(Qt::Key_Up), text(Qt::Key_Down))},
             {Words::tr("Zoom in or out"), both(text(KeyFor::ZoomIn), text(KeyFor::ZoomOut))},
             {Words::tr("Back to live"), text(KeyFor::ZoomBack)},
             {Words::tr("Next or previous event"), both(text(KeyFor::NextEvent), text(KeyFor::EventBefore))},
             {Words::tr("Show this moment in the log"), text(KeyFor::ShowInLog)},
             {Words::tr("Charts as a table"), text(KeyFor::ShowAsTable)},
             {Words::tr("Steps or time on the axis"), text(KeyFor::SwitchAxis)},
             {Words::tr("Logarithmic loss"), text(KeyFor::Logarithmic)},
             {Words::tr("Smooth less or more"), both(text(Qt::Key_BracketLeft), text(Qt::Key_BracketRight))},
             {Words::tr("Next or previous view of a comparison"), both(text(Qt::CTRL | Qt::Key_PageDown), text(Qt::CTRL | Qt::Key_PageUp))},
             {Words::tr("Copy the picture or the values"), both(text(KeyFor::CopyPicture), text(KeyFor::CopyValues))}}};
}

KeyGroup log()
{
    return {Words::tr("Log"),
            {{Words::tr("Next or previous error"), both(text(KeyFor::NextError), text(KeyFor::ErrorBefore))},
             {Words::tr("Go to a line"), text(KeyFor::GoToLine)},
             {Words::tr("Wrap long lines"), text(KeyFor::WrapLines)},
             {Words::tr("Collapse or expand a progress bar"), text(KeyFor::FoldLine)},
             {Words::tr("Show the line's moment in the charts"), text(KeyFor::ShowInCharts)},
             {Words::tr("Copy the selection or the line"), both(text(KeyFor::CopyText), text(KeyFor::CopyLine))},
             {Words::tr("Select all"), text(KeyFor::SelectAll)},
             {Words::tr("Save the log"), text(KeyFor::SaveLog)}}};
}

KeyGroup launch()
{
    return {Words::tr("Launch"),
            {{Words::tr("Launch it"), text(KeyFor::StartRun)},
             {Words::tr("A section of the form"),
              Words::tr("%1 … %2", "from this key to that one").arg(text(keyForSection(1)), text(keyForSection(kMostSectionKeys)))},
             {Words::tr("The checks before the launch"), text(KeyFor::NextArea)},
             {Words::tr("Offer what can be written here"), text(KeyFor::TaskComplete)},
             {Words::tr("Explain the key at the cursor"), text(KeyFor::TaskHelp)},
             {Words::tr("Indent, or back"), both(text(Qt::Key_Tab), text(Qt::SHIFT | Qt::Key_Tab))},
             {Words::tr("Leave the editor with Tab"), Words::tr("%1, then %2", "two keys").arg(text(Qt::Key_Escape), text(Qt::Key_Tab))},
             {Words::tr("Tab leaves or indents"), text(KeyFor::TaskTab)},
             {Words::tr("Comment or uncomment lines"), text(KeyFor::TaskComment)},
             {Words::tr("Next or previous problem"), both(text(KeyFor::NextError), text(KeyFor::ErrorBefore))},
             {Words::tr("Find"), text(KeyFor::Find)}}};
}

KeyGroup terminal()
{
    return {Words::tr("Terminal"),
            {{Words::tr("Leave the terminal (all other keys go to its program)"), text(KeyFor::AreaBefore)},
             {Words::tr("Copy the selection, paste"), both(text(KeyFor::CopyFromTerminal), text(KeyFor::PasteIntoTerminal))},
             {Words::tr("Find in the terminal"), text(KeyFor::FindInTerminal)},
             {Words::tr("Scroll up or down"), both(text(KeyFor::ScrollTerminalUp), text(KeyFor::ScrollTerminalDown))},
             {Words::tr("Larger or smaller text"), both(text(KeyFor::LargerTerminal), text(KeyFor::SmallerTerminal))},
             {Words::tr("Usual size of the text"), text(KeyFor::UsualTerminal)},
             {Words::tr("Open or close a terminal"), both(text(KeyFor::NewTerminal), text(KeyFor::CloseTerminal))},
             {Words::tr("Next or previous terminal"), both(text(KeyFor::NextTerminal), text(KeyFor::TerminalBefore))}}};
}

}  // namespace

QKeySequence keyFor(KeyFor what)
{
    // The desktop's own key if it has one; never empty.
    const auto usual = [](QKeySequence::StandardKey key, QKeyCombination otherwise) {
        const QKeySequence own(key);
        return own.isEmpty() ? QKeySequence(otherwise) : own;
    };
    switch (what) {
    case KeyFor::Help: return Qt::Key_F1;
    case KeyFor::HelpBack: return Qt::ALT | Qt::Key_Left;
    case KeyFor::ListOfKeys: return Qt::Key_Question;
    case KeyFor::Launch: return Qt::CTRL | Qt::Key_N;
    case KeyFor::Transfers: return Qt::CTRL | Qt::Key_J;
    case KeyFor::Palette: return Qt::CTRL | Qt::Key_K;
    case KeyFor::NextArea: return Qt::Key_F6;
    case KeyFor::AreaBefore: return Qt::SHIFT | Qt::Key_F6;
    case KeyFor::LookAgain: return Qt::Key_F5;
    case KeyFor::Quit: return usual(QKeySequence::Quit, Qt::CTRL | Qt::Key_Q);
    case KeyFor::Find: return usual(QKeySequence::Find, Qt::CTRL | Qt::Key_F);
    case KeyFor::FindToo: return Qt::Key_Slash;
    case KeyFor::CheckMachine: return Qt::CTRL | Qt::Key_Return;
    case KeyFor::TestMachine: return Qt::CTRL | Qt::Key_T;
    case KeyFor::EditMachine: return Qt::Key_F2;
    case KeyFor::RemoveMachine: return Qt::Key_Delete;
    case KeyFor::TickRun: return Qt::Key_Space;
    case KeyFor::DeleteRuns: return Qt::Key_Delete;
    case KeyFor::TagRuns: return Qt::Key_T;
    case KeyFor::PinRuns: return Qt::Key_P;
    case KeyFor::ArchiveRuns: return Qt::Key_A;
    case KeyFor::CopyRuns: return usual(QKeySequence::Copy, Qt::CTRL | Qt::Key_C);
    case KeyFor::RunDetails: return Qt::Key_I;
    case KeyFor::GroupRuns: return Qt::Key_G;
    case KeyFor::RunColumns: return Qt::Key_C;
    case KeyFor::UndoRuns: return usual(QKeySequence::Undo, Qt::CTRL | Qt::Key_Z);
    case KeyFor::RunAgain: return Qt::CTRL | Qt::Key_Return;
    case KeyFor::TransferVerb: return Qt::Key_Space;
    case KeyFor::TransferEarlier: return Qt::ALT | Qt::Key_Up;
    case KeyFor::TransferLater: return Qt::ALT | Qt::Key_Down;
    case KeyFor::TransferEnding: return Qt::Key_Delete;
    case KeyFor::FilesUp: return Qt::Key_Backspace;
    case KeyFor::FilesBack: return Qt::ALT | Qt::Key_Left;
    case KeyFor::FilesForward: return Qt::ALT | Qt::Key_Right;
    case KeyFor::FilesHome: return Qt::ALT | Qt::Key_Home;
    case KeyFor::FilesPath: return Qt::CTRL | Qt::Key_L;
    case KeyFor::RenameFile: return Qt::Key_F2;
    case KeyFor::DeleteFiles: return Qt::Key_Delete;
    case KeyFor::NewFolder: return Qt::CTRL | Qt::SHIFT | Qt::Key_N;
    case KeyFor::HiddenFiles: return Qt::CTRL | Qt::Key_H;
    case KeyFor::CopyPaths: return usual(QKeySequence::Copy, Qt::CTRL | Qt::Key_C);
    case KeyFor::PasteFiles: return usual(QKeySequence::Paste, Qt::CTRL | Qt::Key_V);
    case KeyFor::OfferDetails: return Qt::Key_Return;
    case KeyFor::PinOffer: return Qt::Key_Space;
    case KeyFor::CopyOffer: return usual(QKeySequence::Copy, Qt::CTRL | Qt::Key_C);
    case KeyFor::ShowAsTable: return Qt::Key_T;
    case KeyFor::ShowInLog: return Qt::Key_Return;
    case KeyFor::ZoomIn: return Qt::Key_Plus;
    case KeyFor::ZoomOut: return Qt::Key_Minus;
    case KeyFor::ZoomBack: return Qt::Key_0;
    case KeyFor::NextEvent: return Qt::Key_N;
    case KeyFor::EventBefore: return Qt::Key_P;
    case KeyFor::SwitchAxis: return Qt::Key_X;
    case KeyFor::Logarithmic: return Qt::Key_L;
    case KeyFor::CopyPicture: return usual(QKeySequence::Copy, Qt::CTRL | Qt::Key_C);
    case KeyFor::CopyValues: return Qt::CTRL | Qt::SHIFT | Qt::Key_C;
    case KeyFor::CopyText: return usual(QKeySequence::Copy, Qt::CTRL | Qt::Key_C);
    case KeyFor::CopyLine: return Qt::CTRL | Qt::SHIFT | Qt::Key_C;
    case KeyFor::SelectAll: return usual(QKeySequence::SelectAll, Qt::CTRL | Qt::Key_A);
    case KeyFor::ShowInCharts: return Qt::SHIFT | Qt::Key_Return;
    case KeyFor::FoldLine: return Qt::Key_Return;
    case KeyFor::NextError: return Qt::Key_F8;
    case KeyFor::ErrorBefore: return Qt::SHIFT | Qt::Key_F8;
    case KeyFor::WrapLines: return Qt::ALT | Qt::Key_Z;
    case KeyFor::GoToLine: return Qt::CTRL | Qt::Key_G;
    case KeyFor::SaveLog: return usual(QKeySequence::Save, Qt::CTRL | Qt::Key_S);
    case KeyFor::StartRun: return Qt::CTRL | Qt::Key_Return;
    case KeyFor::TaskComplete: return Qt::CTRL | Qt::Key_Space;
    case KeyFor::TaskHelp: return Qt::CTRL | Qt::Key_I;
    case KeyFor::TaskComment: return Qt::CTRL | Qt::Key_Slash;
    case KeyFor::TaskTab: return Qt::CTRL | Qt::Key_M;
    // With Shift, because programs in a terminal use the ones without.
    case KeyFor::CopyFromTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_C;
    case KeyFor::PasteIntoTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_V;
    case KeyFor::FindInTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_F;
    case KeyFor::ScrollTerminalUp: return Qt::SHIFT | Qt::Key_PageUp;
    case KeyFor::ScrollTerminalDown: return Qt::SHIFT | Qt::Key_PageDown;
    case KeyFor::LargerTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_Up;
    case KeyFor::SmallerTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_Down;
    case KeyFor::UsualTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_Home;  // digits are other keys with Shift
    case KeyFor::NewTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_T;
    case KeyFor::CloseTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_W;
    case KeyFor::NextTerminal: return Qt::CTRL | Qt::SHIFT | Qt::Key_Right;
    case KeyFor::TerminalBefore: return Qt::CTRL | Qt::SHIFT | Qt::Key_Left;
    }
    Q_UNREACHABLE();
}

QKeySequence keyForPage(int number) { return Qt::CTRL | Qt::Key(Qt::Key_0 + number); }

QKeySequence keyForSection(int number) { return Qt::ALT | Qt::Key(Qt::Key_0 + number % 10); }

QList<KeyGroup> keyGroups() { return {everywhere(), machines(), runs(), lists(), files(), charts(), log(), launch(), terminal()}; }

}  // namespace trainyard
