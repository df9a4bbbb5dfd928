<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>trainyard::AccountsDialog</name>
    <message numerus="yes">
        <source>%n right(s) missing</source>
        <translation>
            <numerusform>%n right is missing</numerusform>
            <numerusform>%n rights are missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Alert</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::AlertNotice</name>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::AlertsPage</name>
    <message numerus="yes">
        <source>%n open</source>
        <translation>
            <numerusform>%n open</numerusform>
            <numerusform>%n open</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::BudgetWatch</name>
    <message numerus="yes">
        <source>The clock of this computer was set ahead by %n minute(s). Budgets stop nothing for the next %1 minutes: check date and time.</source>
        <translation>
            <numerusform>The clock of this computer was set ahead by %n minute. Budgets stop nothing for the next %1 minutes: check date and time.</numerusform>
            <numerusform>The clock of this computer was set ahead by %n minutes. Budgets stop nothing for the next %1 minutes: check date and time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointDelegate</name>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n checkpoint</numerusform>
            <numerusform>%n checkpoints</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointInspector</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointModel</name>
    <message numerus="yes">
        <source>%1, %n checkpoint(s)</source>
        <translation>
            <numerusform>%1, %n checkpoint</numerusform>
            <numerusform>%1, %n checkpoints</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointSummary</name>
    <message numerus="yes">
        <source>%n file(s) missing</source>
        <translation>
            <numerusform>%n file missing</numerusform>
            <numerusform>%n files missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n process</numerusform>
            <numerusform>%n processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Inspected: %n request(s), read %1 of %2</source>
        <translation>
            <numerusform>Inspected: %n request, read %1 of %2</numerusform>
            <numerusform>Inspected: %n requests, read %1 of %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointsPage</name>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n checkpoint</numerusform>
            <numerusform>%n checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Could not reach %n machine(s).</source>
        <translation>
            <numerusform>Could not reach %n machine.</numerusform>
            <numerusform>Could not reach %n machines.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n location(s)</source>
        <translation>
            <numerusform>%n location</numerusform>
            <numerusform>%n locations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s): the newest checkpoint is not usable.</source>
        <translation>
            <numerusform>%n run: the newest checkpoint is not usable.</numerusform>
            <numerusform>%n runs: the newest checkpoint is not usable.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ChecksPanel</name>
    <message numerus="yes">
        <source>%n fine</source>
        <translation>
            <numerusform>%n fine</numerusform>
            <numerusform>%n fine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to do</source>
        <translation>
            <numerusform>%n to do</numerusform>
            <numerusform>%n to do</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CloudCommands</name>
    <message numerus="yes">
        <source>%n thing(s) that Trainyard made belong to nothing any more (%1 per day). Give them back with: yard cloud sweep --all</source>
        <translation>
            <numerusform>%n thing that Trainyard made belongs to nothing any more (%1 per day). Give it back with: yard cloud sweep --all</numerusform>
            <numerusform>%n things that Trainyard made belong to nothing any more (%1 per day). Give them back with: yard cloud sweep --all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The store “%1” has %n upload(s) that were never finished, whose parts cost money. They are listed by: yard store check %1, and deleted by: yard store check --abort-uploads %1</source>
        <translation>
            <numerusform>The store “%1” has %n upload that was never finished, whose parts cost money. It is listed by: yard store check %1, and deleted by: yard store check --abort-uploads %1</numerusform>
            <numerusform>The store “%1” has %n uploads that were never finished, whose parts cost money. They are listed by: yard store check %1, and deleted by: yard store check --abort-uploads %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CloudService</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ClusterDialog</name>
    <message numerus="yes">
        <source>%n GPUs: %1</source>
        <translation>
            <numerusform>%n GPU: %1</numerusform>
            <numerusform>%n GPUs: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s):</source>
        <extracomment>before how many of them are whose</extracomment>
        <translation>
            <numerusform>%n GPU:</numerusform>
            <numerusform>%n GPUs:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CodeRevision</name>
    <message numerus="yes">
        <source>%1, %n file(s) not committed</source>
        <translation>
            <numerusform>%1, %n file not committed</numerusform>
            <numerusform>%1, %n files not committed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CommandNotice</name>
    <message numerus="yes">
        <source>%1 did not end within %n second(s) and was stopped.</source>
        <translation>
            <numerusform>%1 did not end within %n second and was stopped.</numerusform>
            <numerusform>%1 did not end within %n seconds and was stopped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CompareChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s), last values: %2</source>
        <translation>
            <numerusform>%1 of %n run, last values: %2</numerusform>
            <numerusform>%1 of %n runs, last values: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more in the list</source>
        <translation>
            <numerusform>%n more in the list</numerusform>
            <numerusform>%n more in the list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ComparePanel</name>
    <message numerus="yes">
        <source>%n offer(s) side by side</source>
        <translation>
            <numerusform>%n offer side by side</numerusform>
            <numerusform>%n offers side by side</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CompareSpace</name>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CompareValues</name>
    <message numerus="yes">
        <source>%n row(s) are the same for all runs.</source>
        <translation>
            <numerusform>%n row is the same for all runs.</numerusform>
            <numerusform>%n rows are the same for all runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ConnectionTestDialog</name>
    <message numerus="yes">
        <source>It can be used, with %n note(s); tested in %1 s.</source>
        <translation>
            <numerusform>It can be used, with %n note; tested in %1 s.</numerusform>
            <numerusform>It can be used, with %n notes; tested in %1 s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::CopySummary</name>
    <message numerus="yes">
        <source>%n file(s) copied</source>
        <translation>
            <numerusform>%n file copied</numerusform>
            <numerusform>%n files copied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::DeleteQuestion</name>
    <message numerus="yes">
        <source>Delete %n run(s)?</source>
        <translation>
            <numerusform>Delete %n run?</numerusform>
            <numerusform>Delete %n runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n run(s)?</source>
        <translation>
            <numerusform>Erase %n run?</numerusform>
            <numerusform>Erase %n runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moves the records of %n attempt(s) and the local copies of logs and samples (%1) to the trash, where they stay for at least a week.</source>
        <translation>
            <numerusform>Moves the record of %n attempt and the local copies of its log and samples (%1) to the trash, where they stay for at least a week.</numerusform>
            <numerusform>Moves the records of %n attempts and the local copies of their logs and samples (%1) to the trash, where they stay for at least a week.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes the records of %n attempt(s) and the local copies of logs and samples (%1). This cannot be undone.</source>
        <translation>
            <numerusform>Permanently deletes the record of %n attempt and the local copies of its log and samples (%1). This cannot be undone.</numerusform>
            <numerusform>Permanently deletes the records of %n attempts and the local copies of their logs and samples (%1). This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::EraseDialog</name>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation>
            <numerusform>%1 file</numerusform>
            <numerusform>%1 files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 folder(s)</source>
        <translation>
            <numerusform>%1 folder</numerusform>
            <numerusform>%1 folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 link(s)</source>
        <translation>
            <numerusform>%1 link</numerusform>
            <numerusform>%1 links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s) or pipe(s)</source>
        <translation>
            <numerusform>%1 device or pipe</numerusform>
            <numerusform>%1 devices or pipes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 entry(s) on %2?</source>
        <translation>
            <numerusform>Delete %1 entry on %2?</numerusform>
            <numerusform>Delete %1 entries on %2?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 entry(s) were deleted before.</source>
        <translation>
            <numerusform>%1 entry was deleted before.</numerusform>
            <numerusform>%1 entries were deleted before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::EstimateCommand</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::EventLane</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Events</name>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n checkpoint</numerusform>
            <numerusform>%n checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s) that cannot be used</source>
        <translation>
            <numerusform>%n checkpoint that cannot be used</numerusform>
            <numerusform>%n checkpoints that cannot be used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the link was lost %n time(s)</source>
        <translation>
            <numerusform>the link was lost %n time</numerusform>
            <numerusform>the link was lost %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further event(s)</source>
        <translation>
            <numerusform>%n further event</numerusform>
            <numerusform>%n further events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ExplainCards</name>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::FileBrowser</name>
    <message numerus="yes">
        <source>%n entry(s)</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not read to the end: %n entry(s)</source>
        <translation>
            <numerusform>Not read to the end: %n entry</numerusform>
            <numerusform>Not read to the end: %n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::FileController</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %n file(s) or folder(s)?</source>
        <translation>
            <numerusform>Replace %n file or folder?</numerusform>
            <numerusform>Replace %n files or folders?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s), %1 %</source>
        <translation>
            <numerusform>%n transfer, %1 %</numerusform>
            <numerusform>%n transfers, %1 %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation>
            <numerusform>%n transfer</numerusform>
            <numerusform>%n transfers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Format</name>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) missing: %1.</source>
        <translation>
            <numerusform>A file is missing: %1.</numerusform>
            <numerusform>%n files are missing: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) of the index are in none of its files: %1.</source>
        <translation>
            <numerusform>A tensor of the index is in none of its files: %1.</numerusform>
            <numerusform>%n tensors of the index are in none of its files: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) were not inspected: they are missing, or too many.</source>
        <translation>
            <numerusform>%n part was not inspected: it is missing, or there are too many.</numerusform>
            <numerusform>%n parts were not inspected: they are missing, or too many.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not inspected: together they are too large to read from here.</source>
        <translation>
            <numerusform>%n file was not inspected: it is too large to read from here.</numerusform>
            <numerusform>%n files were not inspected: together they are too large to read from here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) are in another file than the index says: %1.</source>
        <translation>
            <numerusform>%n tensor is in another file than the index says: %1.</numerusform>
            <numerusform>%n tensors are in another file than the index says: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) follow after its end.</source>
        <translation>
            <numerusform>%n byte follows after its end.</numerusform>
            <numerusform>%n bytes follow after its end.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::GpuChoice</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::GpuRows</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::HealthReport</name>
    <message numerus="yes">
        <source>%1 failed, %n warning(s), %2 unknown, %3 passed.</source>
        <translation>
            <numerusform>%1 failed, %n warning, %2 unknown, %3 passed.</numerusform>
            <numerusform>%1 failed, %n warnings, %2 unknown, %3 passed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::HomeModule</name>
    <message numerus="yes">
        <source>%n transfer(s) waiting to resume</source>
        <translation>
            <numerusform>%n transfer waiting to resume</numerusform>
            <numerusform>%n transfers waiting to resume</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::HomePage</name>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s) and the sandbox</source>
        <translation>
            <numerusform>%n machine and the sandbox</numerusform>
            <numerusform>%n machines and the sandbox</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n active run</numerusform>
            <numerusform>%n active runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::HttpClient</name>
    <message numerus="yes">
        <source>%1 asks to wait: try again in %n second(s).</source>
        <translation>
            <numerusform>%1 asks to wait: try again in %n second.</numerusform>
            <numerusform>%1 asks to wait: try again in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ImportHostsDialog</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n machine(s)</source>
        <translation>
            <numerusform>Add %n machine</numerusform>
            <numerusform>Add %n machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchChecks</name>
    <message numerus="yes">
        <source>All of its %n GPU(s) are free.</source>
        <translation>
            <numerusform>Its GPU is free.</numerusform>
            <numerusform>All of its %n GPUs are free.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the code differ from the last run.</source>
        <translation>
            <numerusform>%n file of the code differs from the last run.</numerusform>
            <numerusform>%n files of the code differ from the last run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the code and %1 differ from the last run.</source>
        <translation>
            <numerusform>%n file of the code and %1 differ from the last run.</numerusform>
            <numerusform>%n files of the code and %1 differ from the last run.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchPage</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s) cannot be read and were left as they are.</source>
        <translation>
            <numerusform>%n draft cannot be read and was left as it is.</numerusform>
            <numerusform>%n drafts cannot be read and were left as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file is a pipeline of %n tasks, one run after the other: edit it as text.</source>
        <translation>
            <numerusform>The file is a pipeline of %n task: edit it as text.</numerusform>
            <numerusform>The file is a pipeline of %n tasks, one run after the other: edit it as text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) only in the file</source>
        <translation>
            <numerusform>%n line only in the file</numerusform>
            <numerusform>%n lines only in the file</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LogChoiceButtons</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LogPanel</name>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n new line</numerusform>
            <numerusform>%n new lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LogView</name>
    <message numerus="yes">
        <source>collapse %n update(s)</source>
        <translation>
            <numerusform>collapse %n update</numerusform>
            <numerusform>collapse %n updates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n update(s) collapsed</source>
        <translation>
            <numerusform>%n update collapsed</numerusform>
            <numerusform>%n updates collapsed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MachineCard</name>
    <message numerus="yes">
        <source>%n simulated GPU(s)</source>
        <translation>
            <numerusform>%n simulated GPU</numerusform>
            <numerusform>%n simulated GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MachinesModel</name>
    <message numerus="yes">
        <source>%1 of %n GPU(s) busy</source>
        <translation>
            <numerusform>%1 of %n GPU busy</numerusform>
            <numerusform>%1 of %n GPUs busy</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n unreachable</numerusform>
            <numerusform>%n unreachable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MachinesPage</name>
    <message numerus="yes">
        <source>%n GPU(s), %1 busy</source>
        <translation>
            <numerusform>%n GPU, %1 busy</numerusform>
            <numerusform>%n GPUs, %1 busy</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MainWindow</name>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n unreachable</numerusform>
            <numerusform>%n unreachable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryCommand</name>
    <message numerus="yes">
        <source>%n GPU model(s) have too little memory.</source>
        <translation>
            <numerusform>%n GPU model has too little memory.</numerusform>
            <numerusform>%n GPU models have too little memory.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU model(s) are not known to support this precision.</source>
        <translation>
            <numerusform>%n GPU model is not known to support this precision.</numerusform>
            <numerusform>%n GPU models are not known to support this precision.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryDialog</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GiB per GPU, on %n GPU(s)</source>
        <translation>
            <numerusform>%1 GiB per GPU, on %n GPU</numerusform>
            <numerusform>%1 GiB per GPU, on %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MessageBar</name>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>+%n more</numerusform>
            <numerusform>+%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::OfferCommands</name>
    <message numerus="yes">
        <source>The rate card “%1” now has %n offer(s).</source>
        <translation>
            <numerusform>The rate card “%1” now has %n offer.</numerusform>
            <numerusform>The rate card “%1” now has %n offers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) replaced those in the rate card “%1”.</source>
        <translation>
            <numerusform>%n offer replaced those in the rate card “%1”.</numerusform>
            <numerusform>%n offers replaced those in the rate card “%1”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::OfferList</name>
    <message numerus="yes">
        <source>%n offer(s) of unknown size are listed last.</source>
        <translation>
            <numerusform>%n offer of unknown size is listed last.</numerusform>
            <numerusform>%n offers of unknown size are listed last.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) without a price are listed last.</source>
        <translation>
            <numerusform>%n offer without a price is listed last.</numerusform>
            <numerusform>%n offers without a price are listed last.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) in %1 cannot be compared with %2 and are listed last. Add the exchange rate with --rate %2/%3=RATE@YYYY-MM-DD.</source>
        <translation>
            <numerusform>%n offer in %1 cannot be compared with %2 and is listed last. Add the exchange rate with --rate %2/%3=RATE@YYYY-MM-DD.</numerusform>
            <numerusform>%n offers in %1 cannot be compared with %2 and are listed last. Add the exchange rate with --rate %2/%3=RATE@YYYY-MM-DD.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) left out because it is unknown whether they match.</source>
        <translation>
            <numerusform>%n offer left out because it is unknown whether it matches.</numerusform>
            <numerusform>%n offers left out because it is unknown whether they match.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Offers</name>
    <message numerus="yes">
        <source>%1 TFLOP/s each in your own benchmarks (%2): the median of %n report(s), the last from %3</source>
        <translation>
            <numerusform>%1 TFLOP/s each in your own benchmarks (%2): one report, from %3</numerusform>
            <numerusform>%1 TFLOP/s each in your own benchmarks (%2): the median of %n reports, the last from %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::OffersPage</name>
    <message numerus="yes">
        <source>%n in %1 not converted: no exchange rate is set</source>
        <translation>
            <numerusform>%n in %1 not converted: no exchange rate is set</numerusform>
            <numerusform>%n in %1 not converted: no exchange rate is set</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %1 filter excludes most: %n offer(s) match without it.</source>
        <translation>
            <numerusform>The %1 filter excludes most: %n offer matches without it.</numerusform>
            <numerusform>The %1 filter excludes most: %n offers match without it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of unknown size are listed last</source>
        <translation>
            <numerusform>%n of unknown size is listed last</numerusform>
            <numerusform>%n of unknown size are listed last</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) without a price are listed last</source>
        <translation>
            <numerusform>%n offer without a price is listed last</numerusform>
            <numerusform>%n offers without a price are listed last</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden: unknown whether they match. Show</source>
        <translation>
            <numerusform>1 hidden: unknown whether it matches. Show</numerusform>
            <numerusform>%n hidden: unknown whether they match. Show</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n listed last: unknown whether they match. Hide</source>
        <translation>
            <numerusform>1 listed last: unknown whether it matches. Hide</numerusform>
            <numerusform>%n listed last: unknown whether they match. Hide</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Options</name>
    <message numerus="yes">
        <source>“%1” is not a valid value for %2. Enter a number between %3 and %4 with at most %n decimal place(s).</source>
        <translation>
            <numerusform>“%1” is not a valid value for %2. Enter a number between %3 and %4 with at most %n decimal place.</numerusform>
            <numerusform>“%1” is not a valid value for %2. Enter a number between %3 and %4 with at most %n decimal places.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ParallelAxis</name>
    <message numerus="yes">
        <source>%1 of %n run(s) left. Arrows move the upper end, with Shift the lower one.</source>
        <translation>
            <numerusform>%1 of %n run left. Arrows move the upper end, with Shift the lower one.</numerusform>
            <numerusform>%1 of %n runs left. Arrows move the upper end, with Shift the lower one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ParallelChart</name>
    <message numerus="yes">
        <source>%n run(s) over %1</source>
        <translation>
            <numerusform>%n run over %1</numerusform>
            <numerusform>%n runs over %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s) left</source>
        <translation>
            <numerusform>%1 of %n run left</numerusform>
            <numerusform>%1 of %n runs left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::PriceLists</name>
    <message numerus="yes">
        <source>%n earlier offer(s) are missing (%1), and the server did not state the length: the list may be truncated. Try again, or check the source and accept it if it is right.</source>
        <translation>
            <numerusform>%n earlier offer is missing (%1), and the server did not state the length: the list may be truncated. Try again, or check the source and accept it if it is right.</numerusform>
            <numerusform>%n earlier offers are missing (%1), and the server did not state the length: the list may be truncated. Try again, or check the source and accept it if it is right.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) changed implausibly and were left unchanged (%1): check the source, and accept them if they are right.</source>
        <translation>
            <numerusform>%n price changed implausibly and was left unchanged (%1): check the source, and accept it if it is right.</numerusform>
            <numerusform>%n prices changed implausibly and were left unchanged (%1): check the source, and accept them if they are right.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier offer(s) are no longer listed (%1).</source>
        <translation>
            <numerusform>%n earlier offer is no longer listed (%1).</numerusform>
            <numerusform>%n earlier offers are no longer listed (%1).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::PruneDialog</name>
    <message numerus="yes">
        <source>Move %n to the trash</source>
        <translation>
            <numerusform>Move %n to the trash</numerusform>
            <numerusform>Move %n to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These rules delete nothing; %n kept.</source>
        <translation>
            <numerusform>These rules delete nothing; %n is kept.</numerusform>
            <numerusform>These rules delete nothing; all %n are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n checkpoint(s) to the trash.</source>
        <translation>
            <numerusform>Moved %n checkpoint to the trash.</numerusform>
            <numerusform>Moved %n checkpoints to the trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RateCard</name>
    <message numerus="yes">
        <source>%n price(s) are below a thousandth of the cheapest known price for such a GPU (%1): check unit and currency.</source>
        <translation>
            <numerusform>%n price is below a thousandth of the cheapest known price for such a GPU (%1): check unit and currency.</numerusform>
            <numerusform>%n prices are below a thousandth of the cheapest known price for such a GPU (%1): check unit and currency.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RefreshController</name>
    <message numerus="yes">
        <source>%n price list(s) could not be fetched; the existing prices are kept.</source>
        <translation>
            <numerusform>%n price list could not be fetched; its existing prices are kept.</numerusform>
            <numerusform>%n price lists could not be fetched; their existing prices are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RentMachinePart</name>
    <message numerus="yes">
        <source>%n more can be chosen.</source>
        <translation>
            <numerusform>%n more can be chosen.</numerusform>
            <numerusform>%n more can be chosen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RentWords</name>
    <message numerus="yes">
        <source>%n vCPU(s)</source>
        <translation>
            <numerusform>%n vCPU</numerusform>
            <numerusform>%n vCPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n of unknown cost</source>
        <translation>
            <numerusform>%1, and %n of unknown cost</numerusform>
            <numerusform>%1, and %n of unknown cost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeCheck</name>
    <message numerus="yes">
        <source>%n path(s) of the command are not on this machine.</source>
        <translation>
            <numerusform>%n path of the command is not on this machine.</numerusform>
            <numerusform>%n paths of the command are not on this machine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) differ from attempt %1</source>
        <translation>
            <numerusform>%n file differs from attempt %1</numerusform>
            <numerusform>%n files differ from attempt %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is space for %n more checkpoint(s).</source>
        <translation>
            <numerusform>There is space for %n more checkpoint.</numerusform>
            <numerusform>There is space for %n more checkpoints.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n path(s) of the command found</source>
        <translation>
            <numerusform>%n path of the command found</numerusform>
            <numerusform>%n paths of the command found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeLinesView</name>
    <message numerus="yes">
        <source>Yes, %n note(s)</source>
        <translation>
            <numerusform>Yes, %n note</numerusform>
            <numerusform>Yes, %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No, %n problem(s)</source>
        <translation>
            <numerusform>No, %n problem</numerusform>
            <numerusform>No, %n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunActions</name>
    <message numerus="yes">
        <source>Archived %n run(s).</source>
        <translation>
            <numerusform>Archived %n run.</numerusform>
            <numerusform>Archived %n runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unarchived %n run(s).</source>
        <translation>
            <numerusform>Unarchived %n run.</numerusform>
            <numerusform>Unarchived %n runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pinned %n run(s).</source>
        <translation>
            <numerusform>Pinned %n run.</numerusform>
            <numerusform>Pinned %n runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpinned %n run(s).</source>
        <translation>
            <numerusform>Unpinned %n run.</numerusform>
            <numerusform>Unpinned %n runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed the tags of %n run(s).</source>
        <translation>
            <numerusform>Changed the tags of %n run.</numerusform>
            <numerusform>Changed the tags of %n runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunComparePage</name>
    <message numerus="yes">
        <source>Reading %n run(s)…</source>
        <translation>
            <numerusform>Reading %n run…</numerusform>
            <numerusform>Reading %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) could not be read.</source>
        <translation>
            <numerusform>%n run could not be read.</numerusform>
            <numerusform>%n runs could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunMenu</name>
    <message numerus="yes">
        <source>Delete %n run(s)…</source>
        <translation>
            <numerusform>Delete %n run…</numerusform>
            <numerusform>Delete %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n run(s)…</source>
        <translation>
            <numerusform>Erase %n run…</numerusform>
            <numerusform>Erase %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %n run(s)</source>
        <translation>
            <numerusform>Restore %n run</numerusform>
            <numerusform>Restore %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpin %n run(s)</source>
        <translation>
            <numerusform>Unpin %n run</numerusform>
            <numerusform>Unpin %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pin %n run(s)</source>
        <translation>
            <numerusform>Pin %n run</numerusform>
            <numerusform>Pin %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n run(s)…</source>
        <translation>
            <numerusform>Tags of %n run…</numerusform>
            <numerusform>Tags of %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unarchive %n run(s)</source>
        <translation>
            <numerusform>Unarchive %n run</numerusform>
            <numerusform>Unarchive %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archive %n run(s)</source>
        <translation>
            <numerusform>Archive %n run</numerusform>
            <numerusform>Archive %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunReporter</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunSidePanel</name>
    <message numerus="yes">
        <source>All %n parameter(s) are the same as in %1.</source>
        <translation>
            <numerusform>The only parameter is the same as in %1.</numerusform>
            <numerusform>All %n parameters are the same as in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other parameter(s) are the same.</source>
        <translation>
            <numerusform>%n other parameter is the same.</numerusform>
            <numerusform>%n other parameters are the same.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunTagsDialog</name>
    <message numerus="yes">
        <source>Tags of %n run(s)</source>
        <translation>
            <numerusform>Tags of %n run</numerusform>
            <numerusform>Tags of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunsModel</name>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n attempt</numerusform>
            <numerusform>%n attempts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 run(s)</source>
        <translation>
            <numerusform>%1 run</numerusform>
            <numerusform>%1 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %n run(s)</source>
        <translation>
            <numerusform>Group %1, %n run</numerusform>
            <numerusform>Group %1, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunsPage</name>
    <message numerus="yes">
        <source>%1 run(s)</source>
        <translation>
            <numerusform>%1 run</numerusform>
            <numerusform>%1 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n run(s) to the trash.</source>
        <translation>
            <numerusform>Moved %n run to the trash.</numerusform>
            <numerusform>Moved %n runs to the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 run(s)</source>
        <translation>
            <numerusform>%1 of %2 run</numerusform>
            <numerusform>%1 of %2 runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::SafetyPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ScatterChart</name>
    <message numerus="yes">
        <source>%1 against %2: %n run(s)</source>
        <translation>
            <numerusform>%1 against %2: %n run</numerusform>
            <numerusform>%1 against %2: %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Slurm</name>
    <message numerus="yes">
        <source>%n job(s) of its partition with a higher priority wait before it.</source>
        <translation>
            <numerusform>%n job of its partition with a higher priority waits before it.</numerusform>
            <numerusform>%n jobs of its partition with a higher priority wait before it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With %n GPU(s) instead of %1, there is room now.</source>
        <translation>
            <numerusform>With %n GPU instead of %1, there is room now.</numerusform>
            <numerusform>With %n GPUs instead of %1, there is room now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With %n GPU(s) on each node instead of %1, there is room now.</source>
        <translation>
            <numerusform>With %n GPU on each node instead of %1, there is room now.</numerusform>
            <numerusform>With %n GPUs on each node instead of %1, there is room now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::StateDatabase</name>
    <message numerus="yes">
        <source>%n machine(s) of the account “%1” are not given back yet: %2. Give them back first.</source>
        <translation>
            <numerusform>%n machine of the account “%1” is not given back yet: %2. Give it back first.</numerusform>
            <numerusform>%n machines of the account “%1” are not given back yet: %2. Give them back first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::StoreCommands</name>
    <message numerus="yes">
        <source>Incomplete uploads: %n aborted, and their parts deleted.</source>
        <translation>
            <numerusform>Incomplete uploads: %n aborted, and its parts deleted.</numerusform>
            <numerusform>Incomplete uploads: %n aborted, and their parts deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Incomplete uploads: %n. Their parts cost space; --abort-uploads aborts them.</source>
        <translation>
            <numerusform>Incomplete uploads: %n. Its parts cost space; --abort-uploads aborts it.</numerusform>
            <numerusform>Incomplete uploads: %n. Their parts cost space; --abort-uploads aborts them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::SweepCard</name>
    <message numerus="yes">
        <source>%n being given back…</source>
        <translation>
            <numerusform>%n being given back…</numerusform>
            <numerusform>%n being given back…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found, %1. Checked %2.</source>
        <extracomment>money a day, a time</extracomment>
        <translation>
            <numerusform>%n found, %1. Checked %2.</numerusform>
            <numerusform>%n found, %1. Checked %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give back %n thing(s) that machines of Trainyard left over?</source>
        <translation>
            <numerusform>Give back %n thing that a machine of Trainyard left over?</numerusform>
            <numerusform>Give back %n things that machines of Trainyard left over?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept, %1.</source>
        <extracomment>money a day</extracomment>
        <translation>
            <numerusform>%n kept, %1.</numerusform>
            <numerusform>%n kept, %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::SyncSummary</name>
    <message numerus="yes">
        <source>%n file(s) sent (%1)</source>
        <translation>
            <numerusform>%n file sent (%1)</numerusform>
            <numerusform>%n files sent (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) removed</source>
        <translation>
            <numerusform>%n file removed</numerusform>
            <numerusform>%n files removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TaskChanges</name>
    <message numerus="yes">
        <source>%n line(s) added</source>
        <translation>
            <numerusform>%n line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TaskEditorPane</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TaskImport</name>
    <message numerus="yes">
        <source>%n GPU(s) are asked for without a model: write it in resources.accelerators, like H100:%1. Without that, the task gets the GPUs of its machine.</source>
        <translation>
            <numerusform>%n GPU is asked for without a model: write it in resources.accelerators, like H100:%1. Without that, the task gets the GPUs of its machine.</numerusform>
            <numerusform>%n GPUs are asked for without a model: write it in resources.accelerators, like H100:%1. Without that, the task gets the GPUs of its machine.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TaskSummary</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>First %1 and %n more line(s).</source>
        <translation>
            <numerusform>First %1 and %n more line.</numerusform>
            <numerusform>First %1 and %n more lines.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n processor(s)</source>
        <translation>
            <numerusform>%n processor</numerusform>
            <numerusform>%n processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TemplateMenu</name>
    <message numerus="yes">
        <source>All %n drafts…</source>
        <translation>
            <numerusform>The %n draft…</numerusform>
            <numerusform>All %n drafts…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalPane</name>
    <message numerus="yes">
        <source>Paste %n line(s)?</source>
        <translation>
            <numerusform>Paste %n line?</numerusform>
            <numerusform>Paste %n lines?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TopStrip</name>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%n connected</numerusform>
            <numerusform>%n connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connecting</source>
        <translation>
            <numerusform>%n connecting</numerusform>
            <numerusform>%n connecting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n unreachable</numerusform>
            <numerusform>%n unreachable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation>
            <numerusform>%n transfer</numerusform>
            <numerusform>%n transfers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s) paused</source>
        <translation>
            <numerusform>%n transfer paused</numerusform>
            <numerusform>%n transfers paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s) failed</source>
        <translation>
            <numerusform>%n transfer failed</numerusform>
            <numerusform>%n transfers failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n active run</numerusform>
            <numerusform>%n active runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Transfers</name>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused</source>
        <translation>
            <numerusform>%n paused</numerusform>
            <numerusform>%n paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n running</numerusform>
            <numerusform>%n running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already existed.</source>
        <translation>
            <numerusform>%n file already existed.</numerusform>
            <numerusform>%n files already existed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped: not a file, or a link that points outside.</source>
        <translation>
            <numerusform>%n skipped: not a file, or a link that points outside.</numerusform>
            <numerusform>%n skipped: not files, or links that point outside.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::UnsavedService</name>
    <message numerus="yes">
        <source>checkpoint %1 and %n older ones</source>
        <translation>
            <numerusform>checkpoint %1 and %n older one</numerusform>
            <numerusform>checkpoint %1 and %n older ones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files (%1) such as %2</source>
        <translation>
            <numerusform>%n file (%1), %2</numerusform>
            <numerusform>%n files (%1) such as %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Verification</name>
    <message numerus="yes">
        <source>%n parts are damaged.</source>
        <translation>
            <numerusform>%n part is damaged.</numerusform>
            <numerusform>%n parts are damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parts could not be checked; no other problem found.</source>
        <translation>
            <numerusform>%n part could not be checked; no other problem found.</numerusform>
            <numerusform>%n parts could not be checked; no other problem found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checksums match.</source>
        <translation>
            <numerusform>%n checksum matches.</numerusform>
            <numerusform>%n checksums match.</numerusform>
        </translation>
    </message>
</context>
</TS>
