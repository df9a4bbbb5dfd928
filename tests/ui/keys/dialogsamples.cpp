// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/keys/dialogsamples.h"

#include "core/service/machines/compatadvisor.h"
#include "core/service/runs/meternow.h"
#include "core/storage/database/taskdrafts.h"
#include "core/storage/database/tasktemplates.h"
#include "tests/ui/cluster/clustersample.h"
#include "tests/ui/offers/offerbooks.h"
#include "tests/ui/rent/rentsamples.h"
#include "ui/checkpoints/addplacedialog.h"
#include "ui/checkpoints/comparedialog.h"
#include "ui/checkpoints/copydialog.h"
#include "ui/checkpoints/prunedialog.h"
#include "ui/checkpoints/resumedialog.h"
#include "ui/checkpoints/storedialog.h"
#include "ui/cluster/clusterdialog.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/keytable.h"
#include "ui/files/erasedialog.h"
#include "ui/files/fileviewer.h"
#include "ui/files/namedialog.h"
#include "ui/home/budgetsdialog.h"
#include "ui/launch/environmentdialog.h"
#include "ui/launch/imagedialog.h"
#include "ui/launch/importdialog.h"
#include "ui/launch/shelfdialog.h"
#include "ui/launch/taskshelf.h"
#include "ui/launch/templatenamedialog.h"
#include "ui/machines/connectiontestdialog.h"
#include "ui/machines/importhostsdialog.h"
#include "ui/machines/keydialog.h"
#include "ui/machines/machinedialog.h"
#include "ui/machines/owncostdialog.h"
#include "ui/machines/rentdialog.h"
#include "ui/offers/memorydialog.h"
#include "ui/offers/offerdialog.h"
#include "ui/offers/ownhardwaredialog.h"
#include "ui/offers/ratecarddialog.h"
#include "ui/offers/ratedialog.h"
#include "ui/offers/watchesdialog.h"
#include "ui/page/hostkeydialog.h"
#include "ui/page/secretdialog.h"
#include "ui/rent/accountdialog.h"
#include "ui/rent/accountsdialog.h"
#include "ui/rent/endofiddialog.h"
#include "ui/rent/keepdialog.h"
#include "ui/rent/letindialog.h"
#include "ui/rent/orderdialog.h"
#include "ui/rent/policydialog.h"
#include "ui/rent/progressdialog.h"
#include "ui/run/editorentrydialog.h"
#include "ui/run/runeditdialog.h"
#include "ui/run/runtagsdialog.h"
#include "ui/run/seriesdialog.h"
#include "ui/run/stacksdialog.h"
#include "ui/transfers/placedialog.h"
#include "ui/transfers/transferdialog.h"
#include "ui/window/commandpalette.h"
#include "ui/window/helppage.h"
#include "ui/window/keysdialog.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDate>
#include <QEventLoop>
#include <QTemporaryDir>

#include <memory>

namespace trainyard {

namespace {

const QDate kToday(2026, 11, 21);

QString s(const char *text) { return QString::fromUtf8(text); }

QDateTime now() { return kToday.startOfDay(Qt::UTC).addSecs(43200); }

FoundCheckpoint found(qint64 step, bool isLatestGood = false)
{
    Run run;
    run.lineage = s("char-lm-abc123");
    run.id = RunId(s("char-lm-abc123-a2"));
    run.attempt = 2;
    run.name = s("char-lm");
    run.head().machineId = MachineId(7);
    run.head().machineName = s("lab1");
    FoundCheckpoint one;
    one.source = CheckpointSource::ofRun(run);
    one.checkpoint.name = s("step-%1.safetensors").arg(step);
    one.checkpoint.step = step;
    one.checkpoint.sizeBytes = 506'000'000;
    one.checkpoint.verdict = Verdict::Complete;
    one.checkpoint.reason = s("All listed tensors are present.");
    one.path = s("/checkpoints/") + one.checkpoint.name;
    one.isLatestGood = isLatestGood;
    return one;
}

Machine machine(qint64 id, const char *name)
{
    Machine one;
    one.id = MachineId(id);
    one.name = s(name);
    one.target.host = s("gpu-3.lab.example");
    one.target.user = s("ubuntu");
    return one;
}

QList<Machine> machines() { return {machine(7, "lab1"), machine(8, "rented-2")}; }

MachineFacts facts()
{
    MachineFacts all;
    all.architecture = s("x86_64");
    all.cpuCount = 64;
    all.driverVersion = s("550.54.15");
    all.engines = {{EngineKind::Docker, true, s("27.1"), {}}};
    MachineFacts::Gpu gpu;
    gpu.name = s("NVIDIA H100 80GB HBM3");
    all.gpus = {gpu, gpu};
    return all;
}

std::shared_ptr<const Inspection> inside()
{
    Inspection inspection;
    inspection.verdict = Verdict::Complete;
    inspection.safety = Safety::Safe;
    inspection.tensors.push_back({});
    return std::make_shared<const Inspection>(inspection);
}

// By the rule to keep the last one.
PrunePlan plan()
{
    PrunePlan all;
    PruneItem newest;
    newest.checkpoint = found(300, true).checkpoint;
    newest.reasons = {KeepReason::Newest, KeepReason::Last};
    all.items << newest;
    for (const qint64 step : {200, 100}) {
        PruneItem item;
        item.checkpoint = found(step).checkpoint;
        all.items << item;
        ++all.count;
        all.bytes += item.checkpoint.sizeBytes;
    }
    return all;
}

SshPrompt password()
{
    SshPrompt prompt;
    prompt.target = machine(7, "lab1").target;
    return prompt;
}

ConnectionReport report()
{
    ConnectionReport all;
    for (const ConnectionStep step : kConnectionSteps)
        all.steps << StepFinding(step, step < ConnectionStep::HostKey ? StepState::Ok : StepState::NotReached, s("lab1 is 203.0.113.7."));
    all.steps[int(ConnectionStep::HostKey)] = {ConnectionStep::HostKey,  StepState::Failed,       s("The key has changed."),
                                               s("Forget the old one:"), s("ssh-keygen -R lab1"), s("known SHA256:a\noffered SHA256:b"),
                                               ErrorCode::HostKeyChanged};
    return all;
}

std::shared_ptr<const CompatAdvisor> advisor()
{
    static const std::shared_ptr<const CompatAdvisor> one = *CompatAdvisor::builtIn();
    return one;
}

OfferBookPtr book()
{
    static const OfferBookPtr one = bookOf(someOffers());
    return one;
}

BudgetState budget()
{
    BudgetState state;
    state.budget = {BudgetScope::Month, {}, *Money::parse("500", Currency::USD)};
    state.use.spent = *Money::parse("120.50", Currency::USD);
    state.use.permille = 241;
    return state;
}

QList<Action> paletteActions()
{
    const auto run = [] {};
    Action resume{s("do:resume"), s("Resume the latest good checkpoint…"), s("Action"), s("resume")};
    resume.run = run;
    resume.obstacle = [] { return s("No good checkpoint of an unfinished run is known yet."); };
    Action keys{s("do:keys"), s("Keyboard shortcuts"), s("Action"), s("list")};
    keys.run = run;
    keys.keys = {keyFor(KeyFor::ListOfKeys)};
    Action one{s("do:run"), s("llama31-8b-instruct-sft-16k-context <b>of a name that is rather long</b>"), s("Run"), s("runs"),
               s("Running, lab-h100-07")};
    one.run = run;
    return {resume, keys, one};
}

template <typename D>
D *kept(D *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    return dialog;
}

// With a draft and a template.
TaskShelf *shelf()
{
    static const QTemporaryDir home;
    static TaskShelf *const one = [] {
        const Paths paths{home.path() + s("/data"), home.path() + s("/config")};
        const bool isThere = saveTaskDraft(paths, {newDraftId(), QByteArray("name: char-lm\nrun: train\n")}).has_value()
                             && saveTemplate(paths, s("lab A100"), "run: train\n", false).has_value();
        Q_ASSERT(isThere);
        Q_UNUSED(isThere);
        auto *const made = new TaskShelf(paths, QCoreApplication::instance());
        QEventLoop reading;
        QObject::connect(made, &TaskShelf::changed, &reading, &QEventLoop::quit);
        if (!made->isLoaded())
            reading.exec();
        return made;
    }();
    return one;
}

}  // namespace

QList<DialogSample> dialogSamples()
{
    return {
        {"AddPlaceDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new AddPlaceDialog(parent));
             dialog->setMachines(machines());
             return dialog;
         }},
        {"BudgetsDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new BudgetsDialog(parent));
             dialog->setStates({budget()});
             return dialog;
         }},
        {"CommandPalette",
         [](QWidget *parent) { return kept(new CommandPalette({paletteSource(s("do:"), true, paletteActions)}, {s("do:run")}, parent)); }},
        {"CompareDialog",
         [](QWidget *parent) { return kept(new CompareDialog(s("Step 100"), s("Step 200"), inside(), inside(), parent)); }},
        {"ConfirmDialog",
         [](QWidget *parent) {
             return kept(new ConfirmDialog(s("sample"),
                                           {s("Stop char-lm?"), s("It saves first, if it can."), s("Keep it"), s("Stop the run")}, parent));
         }},
        {"ConnectionTestDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new ConnectionTestDialog(s("lab1"), s("ssh ubuntu@gpu-3.lab.example"), parent));
             dialog->begin();
             dialog->finish(report());
             return dialog;
         }},
        {"CopyDialog", [](QWidget *parent) { return kept(new CopyDialog(found(300), machines(), {}, parent)); }},
        {"EnvironmentDialog",
         [](QWidget *parent) {
             static const RecipeFacts recipes = *RecipeFacts::parse(builtInRecipeFiles());
             return kept(new EnvironmentDialog(advisor(), recipes, facts(), parent));
         }},
        {"EraseDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new EraseDialog(s("lab1"), {"/home/ubuntu/runs/old", "/home/ubuntu/a\nb"}, parent));
             dialog->setCount(EntryCount{1240, 12, 3, 0, 85'100'000'000});
             return dialog;
         }},
        {"FileViewer",
         [](QWidget *parent) {
             auto *const dialog = kept(new FileViewer("/home/ubuntu/runs/train.log", s("lab1"), parent));
             dialog->begin();
             dialog->setExcerpt(1, FileExcerpt{"step=1 loss=2.5\nstep=2 loss=2.4\n", 0, 32});
             return dialog;
         }},
        {"HelpDialog", [](QWidget *parent) { return kept(new HelpDialog(parent)); }},
        {"HostKeyDialog",
         [](QWidget *parent) {
             return kept(new HostKeyDialog(s("ubuntu@gpu-3.lab.example"),
                                           {s("ssh-ed25519"),
                                            s("SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
                                            s("+--[ED25519 256]--+\n|                 |\n+----[SHA256]-----+"),
                                            {}},
                                           parent));
         }},
        {"ImageDialog",
         [](QWidget *parent) { return kept(new ImageDialog(advisor()->imagesFor(facts(), kToday), s("lab1"), {}, parent)); }},
        {"ImportHostsDialog",
         [](QWidget *parent) {
             const ConfiguredHosts found{{{s("gpu-3"), s("203.0.113.7"), s("ubuntu"), 2222, {s("door.lab.example")}, false},
                                          {s("lab1"), {}, {}, 0, {}, false},
                                          {s("github.com"), {}, s("git"), 0, {}, true}},
                                         {s("*.lab"), s("!door")},
                                         {s("exec \"test -e /vpn\"")}};
             return kept(new ImportHostsDialog(found, machines(), parent));
         }},
        {"ImportDialog", [](QWidget *parent) { return kept(new ImportDialog("docker run img python a.py", parent)); }},
        {"KeyDialog", [](QWidget *parent) { return kept(new KeyDialog(s("lab1"), parent)); }},
        {"KeysDialog", [](QWidget *parent) { return kept(new KeysDialog(parent)); }},
        {"MachineDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new MachineDialog(parent));
             dialog->setKnownGroups({s("lab"), s("cloud")});
             dialog->setOffer(
                 {s("alibaba/ecs.gn7e-c16g1.4xlarge/cn-beijing/on-demand"), *Money::parse("35.5", Currency::CNY), {}, AsOf(kToday)});
             return dialog;
         }},
        {"MemoryDialog", [](QWidget *parent) { return kept(new MemoryDialog(book()->catalog.gpus(), MemoryDialog::start(), parent)); }},
        {"NameDialog", [](QWidget *parent) { return kept(new NameDialog("/home/ubuntu/runs", "old.log", parent)); }},
        {"OfferDialog", [](QWidget *parent) { return kept(new OfferDialog(*book(), 0, {}, {}, false, parent)); }},
        {"OwnHardwareDialog",
         [](QWidget *parent) { return kept(new OwnHardwareDialog({}, Currency::USD, {s("H100-SXM5-80GB")}, kToday, parent)); }},
        {"PlaceDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new PlaceDialog(s("lab1"), PlaceDialog::Wanted::FileOrFolder, parent));
             const auto answer = [dialog] { dialog->showFolder(s("/home/ubuntu"), {}); };
             QObject::connect(dialog, &PlaceDialog::folderRequested, dialog, answer);
             answer();
             return dialog;
         }},
        {"PruneDialog",
         [](QWidget *parent) {
             RetentionPolicy rules;
             rules.last = 1;
             auto *const dialog = kept(new PruneDialog(s("char-lm"), rules, parent));
             dialog->setPlan(plan());
             return dialog;
         }},
        {"RateCardDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new RateCardDialog(book()->catalog.gpuNames(), kToday, parent));
             dialog->setCards({s("lab prices")});
             return dialog;
         }},
        {"RateDialog", [](QWidget *parent) { return kept(new RateDialog({}, Currency::USD, Currency::CNY, kToday, parent)); }},
        {"AccountDialog",
         [](QWidget *parent) {
             return kept(new AccountDialog(
                 {{s("aws"), s("AWS"), s("AWS_ACCESS_KEY_ID"), s("AWS_SECRET_ACCESS_KEY"), s("AWS_SESSION_TOKEN"), s("AWS_REGION"), true}},
                 s("aws"), parent));
         }},
        {"AccountsDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new AccountsDialog(parent));
             AccountRecord lab = sampleAccount();
             lab.name = s("lab-cluster");
             lab.source = CredentialSource::Keyring;
             dialog->setAccounts({sampleAccount(s("http://127.0.0.1:4566")), lab});
             dialog->setReport(s("work"), AccountReport{s("arn:aws:iam::123456789012:user/ada"), {s("ec2:DeleteSnapshot")}, {}}, now());
             dialog->setChecking(s("lab-cluster"));
             return dialog;
         }},
        {"ClusterDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new ClusterDialog(s("login-1"), parent));
             dialog->setCluster(sampleCluster(now()));
             return dialog;
         }},
        {"KeepDialog",
         [](QWidget *parent) {
             SweepItem item;
             item.resource.kind = CloudResource::Kind::Disk;
             item.resource.providerId = s("vol-0e81c6d07bf5a92c4");
             item.resource.gibibytes = 500;
             item.resource.perDay = *Money::parse("1.50", Currency::USD);
             return kept(new KeepDialog(item, parent));
         }},
        {"WatchesDialog",
         [](QWidget *parent) {
             CapacityWatch wanted;
             wanted.gpu = s("H100-SXM5-80GB");
             wanted.gpus = 8;
             wanted.most = *Money::parse("20", Currency::USD);
             RentMachinePart::Known known{{sampleAccount()}, {s("laptop")}, {s("aws-l4")}};
             known.mayLackName = true;
             known.canAddAccount = false;
             auto *const dialog = kept(new WatchesDialog(wanted, {s("H100-SXM5-80GB"), s("A100-SXM4-80GB")}, known, parent));
             dialog->findChild<QCheckBox *>(s("watchRents"))->setChecked(true);
             CapacityWatch found = wanted, paused = wanted;
             found.state = WatchState::Found;
             found.looked = now().addSecs(-120);
             found.outcome = s("p5.48xlarge in us-east-1a for 18.20 USD per hour (the cloud's price now, stock not stated)");
             paused.isSpot = true;
             paused.state = WatchState::Paused;
             dialog->setWatches({found, paused}, now());
             dialog->setNote(QCoreApplication::translate("trainyard::WatchController",
                                                         "Not asked at the moment. Clouds are asked while Trainyard or its agent runs."));
             return dialog;
         }},
        {"EndOfIdDialog",
         [](QWidget *parent) {
             SweepItem item;
             item.resource.kind = CloudResource::Kind::Disk;
             item.resource.providerId = s("vol-0e81c6d07bf5a92c4");
             item.resource.gibibytes = 500;
             return kept(new EndOfIdDialog(item, parent));
         }},
        {"LetInDialog",
         [](QWidget *parent) {
             LetIn plan;
             plan.name = s("aws-l4");
             plan.before = s("203.0.113.7/32");
             plan.since = QDateTime::currentDateTimeUtc().addSecs(-7200);
             auto *const dialog = kept(new LetInDialog(plan, parent));
             dialog->setOwnAddress(s("198.51.100.9"));
             return dialog;
         }},
        {"PolicyDialog",
         [](QWidget *parent) {
             return kept(new PolicyDialog(s("AWS"), s("{\n  \"Version\": \"2012-10-17\",\n  \"Statement\": []\n}"), parent));
         }},
        {"RentOrderDialog",
         [](QWidget *parent) {
             RentableOffer offer = sampleOffer();
             for (const char *const region : {"us-west-2", "eu-north-1"}) {
                 offer.onDemandElsewhere << *offer.onDemand;
                 offer.onDemandElsewhere.last().region = s(region);
             }
             RentOrderDialog::Known known{{sampleAccount()}, {s("laptop")}, {s("aws-l4")}};
             MonthBudget month;
             month.budget.amount = sampleMoney("300");
             month.use.spent = sampleMoney("128.40");
             known.budgets << month;
             known.ready = ReadyTime{std::chrono::seconds(110), std::chrono::seconds(185), 14};
             known.advisor = advisor();
             known.hasZones = true;
             auto *const dialog = kept(new RentOrderDialog(offer, known, parent));
             dialog->beginLook();
             using State = RentFinding::State;
             dialog->setFinding(
                 {RentQuestion::Account, State::Fine, s("The account answers"), s("arn:aws:iam::123456789012:user/ada"), {}});
             dialog->setFinding({RentQuestion::Rights, State::Doubtful, s("These rights are missing: ec2:DeleteSnapshot"), {}, {}});
             dialog->setFinding({RentQuestion::Quota, State::Fine, s("Your quota has room"), s("4 of 8 vCPUs free"), {}});
             dialog->setFinding({RentQuestion::Offered,
                                 State::Fine,
                                 s("This type is offered in us-east-1"),
                                 s("us-east-1a, us-east-1b"),
                                 {},
                                 {s("us-east-1a"), s("us-east-1b")}});
             return dialog;
         }},
        {"RentProgressDialog", [](QWidget *parent) { return kept(new RentProgressDialog(sampleGoing(now()), parent)); }},
        {"OwnCostDialog", [](QWidget *parent) { return kept(new OwnCostDialog(s("lab1"), std::nullopt, 1700, parent)); }},
        {"RentDialog", [](QWidget *parent) { return kept(new RentDialog(s("lab1"), std::nullopt, {}, parent)); }},
        {"ResumeDialog",
         [](QWidget *parent) {
             return kept(
                 new ResumeDialog(*found(300).source.run, {found(300, true), found(200), found(100)}, {}, machines(), now(), parent));
         }},
        {"RunTagsDialog",
         [](QWidget *parent) { return kept(new RunTagsDialog({*found(300).source.run}, {QStringLiteral("best")}, parent)); }},
        {"EditorEntryDialog",
         [](QWidget *parent) {
             return kept(new EditorEntryDialog({QStringLiteral("VS Code"), QStringLiteral("lab-3"),
                                                QStringLiteral("Host trainyard-lab-3\n    HostName \"203.0.113.7\"\n    User \"root\"\n"),
                                                QStringLiteral("/home/ada/.ssh/trainyard.conf"), QStringLiteral("/home/ada/.ssh/config")},
                                               parent));
         }},
        {"RunEditDialog", [](QWidget *parent) { return kept(new RunEditDialog(*found(300).source.run, false, parent)); }},
        {"SecretDialog", [](QWidget *parent) { return kept(new SecretDialog(password(), parent)); }},
        {"SeriesDialog", [](QWidget *parent) { return kept(new SeriesDialog(s("char-lm"), {}, {}, parent)); }},
        {"ShelfDialog", [](QWidget *parent) { return kept(new ShelfDialog(*shelf(), parent)); }},
        {"StacksDialog", [](QWidget *parent) { return kept(new StacksDialog(s("rank 0\n  train.py:12 step"), parent)); }},
        {"StoreDialog", [](QWidget *parent) { return kept(new StoreDialog(parent)); }},
        {"TemplateNameDialog",
         [](QWidget *parent) { return kept(new TemplateNameDialog(*shelf(), "run: train\n", s("char-lm"), parent)); }},
        {"TransferDialog",
         [](QWidget *parent) {
             auto *const dialog = kept(new TransferDialog(parent));
             dialog->setMachines(machines(), MachineId(7));
             return dialog;
         }},
    };
}

}  // namespace trainyard
