// SPDX-License-Identifier: GPL-3.0-or-later
// Which offers are rented for a task, and in which order. Offers and prices are made up.
#include "core/service/clouds/machinechoice.h"

#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kHead = "provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency,as_of,source,shape_source,"
                         "saving_percent,interruption,spot_source\n";

Catalog catalogOf(const QByteArray &rows)
{
    CatalogFiles files = builtInCatalogFiles();
    files.offers = kHead + rows;
    return *Catalog::parse(files);
}

QByteArray row(const char *provider, const char *type, const char *gpu, int gpus, int vcpus, int memory, const char *region,
               const char *purchase, const char *price, const char *currency = "USD")
{
    return QStringLiteral("%1,%2,%3,%4,80,%5,%6,%7,%8,%9,%10,2026-08-22,skypilot-catalog,skypilot-catalog,,,\n")
        .arg(QLatin1String(provider), QLatin1String(type), QLatin1String(gpu))
        .arg(gpus)
        .arg(vcpus)
        .arg(memory)
        .arg(QLatin1String(region), QLatin1String(purchase), QLatin1String(price), QLatin1String(currency))
        .toUtf8();
}

AccountRecord account(const char *name, const char *kind)
{
    AccountRecord one;
    one.name = QLatin1String(name);
    one.providerKind = QLatin1String(kind);
    return one;
}

QByteArray task(const QString &resources)
{
    QString text = QStringLiteral("run: python train.py\nresources:\n");
    for (const QString &line : resources.split(u'\n'))
        text += QStringLiteral("  ") + line + u'\n';
    return text.toUtf8();
}

}  // namespace

class TestMachineChoice : public QObject {
    Q_OBJECT

    const Catalog m_catalog = catalogOf(row("aws", "h8", "H100-SXM", 8, 192, 2048, "us-east-1", "on-demand", "50")
                                        + row("aws", "h8", "H100-SXM", 8, 192, 2048, "us-west-2", "on-demand", "52")
                                        + row("aws", "h8", "H100-SXM", 8, 192, 2048, "us-east-1", "spot", "20")
                                        + row("aws", "a8", "A100-SXM-80GB", 8, 96, 1152, "us-east-1", "on-demand", "30")
                                        + row("aws", "a1", "A100-SXM-80GB", 1, 12, 144, "us-east-1", "on-demand", "4")
                                        + row("aws", "t1", "T4", 1, 4, 16, "us-east-1", "on-demand", "0.5")
                                        + row("aws", "t1big", "T4", 1, 16, 64, "us-east-1", "on-demand", "1.2")
                                        + row("gcp", "g-h8", "H100-SXM", 8, 208, 1872, "us-central1", "on-demand", "45")
                                        + row("gcp", "g-t1", "T4", 1, 8, 52, "us-central1", "on-demand", "0.6")
                                        + row("runpod", "r-h1", "H100-SXM", 1, 16, 188, "US", "on-demand", "2.5")
                                        + row("alibaba", "cn-h8", "H100-SXM", 8, 192, 2048, "cn-beijing", "on-demand", "100", "CNY"));
    const QList<AccountRecord> m_accounts{account("work", "aws"), account("lab", "gcp")};

    Result<MachineChoice> choose(const QString &resources, const QList<AccountRecord> &accounts) const
    {
        TRY(const auto needs, machineNeeds(task(resources), QStringLiteral("t.yaml")));
        return chooseMachine(needs, m_catalog, {}, {}, accounts);
    }

private Q_SLOTS:
    void offersComeInTheirOrder_data()
    {
        QTest::addColumn<QString>("resources");
        QTest::addColumn<QStringList>("offers");
        const auto test = [](const char *name, const char *resources, const QStringList &offers) {
            QTest::newRow(name) << QString::fromUtf8(resources) << offers;
        };
        const QString east = QStringLiteral("h8@us-east-1"), west = QStringLiteral("h8@us-west-2"),
                      google = QStringLiteral("g-h8@us-central1");
        const QString a8 = QStringLiteral("a8@us-east-1"), a1 = QStringLiteral("a1@us-east-1"), t1 = QStringLiteral("t1@us-east-1");
        const QString t1big = QStringLiteral("t1big@us-east-1"), googleT4 = QStringLiteral("g-t1@us-central1");
        test("the cheapest first", "accelerators: H100:8", {google, east, west});
        test("a map in its count", "accelerators: {H100: 8}", {google, east, west});
        test("the form factor is not needed", "accelerators: H100-MEGA:8", {google, east, west});
        test("memory in the name counts", "accelerators: A100-80GB:8", {a8});
        test("a cloud", "accelerators: H100:8\ncloud: aws", {east, west});
        test("in any case", "accelerators: H100:8\ncloud: AWS", {east, west});
        test("a cloud and a region", "accelerators: H100:8\ninfra: aws/us-west-2", {west});
        test("a zone", "accelerators: H100:8\ninfra: aws/us-west-2/us-west-2b", {west});
        test("the region of a zone alone", "accelerators: H100:8\nzone: us-west-2b", {west});
        test("of a cloud that writes it otherwise", "accelerators: H100:8\nzone: us-central1-a", {google});
        test("any cloud with this region", "accelerators: H100:8\ninfra: '*/us-central1'", {google});
        test("spot", "accelerators: H100:8\nuse_spot: true", {east});
        test("a type", "instance_type: a8", {a8});
        test("exactly so many vCPUs", "accelerators: T4\ncpus: 4", {t1});
        test("at least so many", "accelerators: T4\ncpus: 8+", {googleT4, t1big});
        test("at least so much memory", "accelerators: T4\nmemory: 60GB+", {t1big});
        test("exactly so much memory", "accelerators: T4\nmemory: 16", {t1});
        test("memory for each vCPU", "accelerators: T4\nmemory: 5x", {googleT4});
        test("no GPU is needed", "cpus: 200+", {google});
        test("not above a price", "accelerators: H100:8\nmax_hourly_cost: 50", {google, east});
        test("a set: the cheapest of all", "accelerators: {A100:8, H100:8}", {a8, google, east, west});
        test("a list: in its order", "accelerators: ['H100:8', 'A100:8']", {google, east, a8});
        test("any_of: the cheapest of all", "any_of:\n  - accelerators: H100:8\n  - accelerators: A100:8", {a8, google, east, west});
        test("ordered: the first that has an offer", "ordered:\n  - accelerators: H100:8\n    cloud: aws\n  - accelerators: A100:8",
             {east, west, a8});
        test("ordered: later ones follow", "ordered:\n  - infra: gcp\n    accelerators: V100\n  - accelerators: A100\n  - accelerators: T4",
             {a1, t1, googleT4, t1big});
        test("what is beside the list is for all", "accelerators: H100:8\nordered:\n  - infra: aws/us-west-2\n  - infra: gcp",
             {west, google});
        test(
            "each of many in order gets its try",
            "ordered:\n  - infra: aws/us-west-2\n    accelerators: H100:8\n  - accelerators: A100:8\n  - accelerators: A100\n  - accelerators: T4\n  "
            "- {accelerators: 'H100:8', infra: gcp}",
            {west, a8, a1, t1, google});
        test("an image of a cloud", "accelerators: H100:8\nimage_id: ami-0868a20f5a3bf9702", {east, west});
        test("images by region", "accelerators: H100:8\nimage_id: {us-west-2: ami-05, us-east-2: ami-06}", {west});
    }
    void offersComeInTheirOrder()
    {
        QFETCH(QString, resources);
        QFETCH(QStringList, offers);
        const auto choice = choose(resources, m_accounts);
        QVERIFY2(choice, qPrintable(choice ? QString() : choice.error().what));
        QStringList found;
        for (const ChosenOffer &one : choice->offers)
            found << one.place().type + u'@' + one.place().region;
        QCOMPARE(found, offers);
        QVERIFY(choice->offers.first().place().perHour.has_value());
        QCOMPARE(choice->offers.first().account,
                 choice->offers.first().offer.providerKind == QLatin1String("aws") ? QStringLiteral("work") : QStringLiteral("lab"));
        QVERIFY(choice->why.endsWith(u'.'));
    }

    void whatIsMissingIsSaidInOneSentence_data()
    {
        QTest::addColumn<QString>("resources");
        QTest::addColumn<QString>("said");
        const auto test = [](const char *name, const char *resources, const char *said) {
            QTest::newRow(name) << QString::fromUtf8(resources) << QString::fromUtf8(said);
        };
        test("an account", "accelerators: H100:1",
             "r-h1 in US costs 2.50 USD per hour, but this needs an account there: add one with `yard cloud add runpod`.");
        test("the number", "accelerators: H100:4", "There are offers with 1, 8 of these GPUs, and none with exactly 4 × H100.");
        test("the GPU", "accelerators: Q7000:4", "The catalogue has no offer with 4 × Q7000");
        test("the region", "accelerators: H100:8\ninfra: aws/eu-north-1", "It is not offered in AWS eu-north-1.");
        test("the cloud", "accelerators: H100:8\ncloud: nebius", "Trainyard cannot rent from “nebius”.");
        test("Kubernetes", "accelerators: H100:8\ninfra: k8s/my-context/other/parts", "Trainyard cannot rent from “k8s”.");
        test("the price", "accelerators: H100:8\nmax_hourly_cost: 10",
             "It costs 45.00 USD per hour or more, which is above 'max_hourly_cost'.");
        test("the size", "accelerators: T4\ncpus: 64+", "No offer with these GPUs has this type, these vCPUs and this memory.");
        test("a line of an alternative", "ordered:\n  - {accelerators: 'H100:4'}\n  - {accelerators: 'H100:8', cloud: oci}",
             "Line 4: There are offers with");
        test("no hardware", "use_spot: true", "t.yaml:3:3: It does not say which machine it needs");
        test("a zone of no region that has it", "accelerators: T4\nzone: us-west-2a", "It is not offered in us-west-2a.");
        test("an alternative without hardware", "any_of:\n  - accelerators: T4\n  - use_spot: true", "t.yaml:5:7: It does not say");
        test("a wrong number", "accelerators: T4\ncpus: 8x", "t.yaml:4:9: 'cpus' is a number");
        test("two ways to say it", "accelerators: T4\ncloud: aws\ninfra: gcp", "t.yaml:5:10: 'infra' names the cloud");
        test("neither true nor false", "accelerators: T4\nuse_spot: maybe", "t.yaml:4:13: 'use_spot' must be true or false.");
        test("a disk of nothing", "accelerators: T4\ndisk_size: 0", "t.yaml:4:14: 'disk_size' is a size");
    }
    void whatIsMissingIsSaidInOneSentence()
    {
        QFETCH(QString, resources);
        QFETCH(QString, said);
        const auto choice = choose(resources, m_accounts);
        QVERIFY(!choice);
        QVERIFY2(choice.error().what.contains(said), qPrintable(choice.error().what));
    }

    void keysThatAreNotUsedAreNotedWithTheirPlace()
    {
        const auto needs = machineNeeds(
            task(QStringLiteral("accelerators: T4\ninfra: aws/us-east-1/us-east-1a\nlabels: {a: b}\nports: 8080\n"
                                "autostop: 10\nimage_id: skypilot:gpu-ubuntu-2004\ndisk_size: 1500MB\nmemory: 64gb+")),
            QStringLiteral("t.yaml"));
        QVERIFY2(needs, qPrintable(needs ? QString() : needs.error().what));
        QStringList places;
        for (const TaskIssue &note : needs->notes)
            places << QStringLiteral("%1:%2").arg(note.line).arg(note.column);
        QCOMPARE(places, QStringList({QStringLiteral("5:3"), QStringLiteral("6:3"), QStringLiteral("7:3"), QStringLiteral("8:3")}));
        QCOMPARE(needs->machines.first().diskGiB, 1);
        QCOMPARE(needs->machines.first().memoryGiB, std::optional(NeededAmount{64, NeededAmount::Kind::AtLeast}));
        QCOMPARE(needs->machines.first().cloud, QStringLiteral("aws"));
    }

    void theZoneOfTheTaskIsTheOneThatIsRented()
    {
        const auto choice = choose(
            QStringLiteral("accelerators: H100:8\nany_of:\n  - infra: aws/us-west-2/us-west-2b\n  - region: us-east-1"), m_accounts);
        QVERIFY2(choice, qPrintable(choice ? QString() : choice.error().what));
        QCOMPARE(choice->offers.size(), 2);
        QCOMPARE(choice->offers[0].place().zone, QString());
        QCOMPARE(choice->offers[1].place().zone, QStringLiteral("us-west-2b"));
        const auto needs = machineNeeds(task(QStringLiteral("accelerators: T4\nzone: us-east-1a")), QStringLiteral("t.yaml"));
        QVERIFY(needs && needs->notes.isEmpty());
    }

    void whyTheChoiceWasMadeNamesTheAlternative()
    {
        QVERIFY(choose(QStringLiteral("accelerators: T4"), m_accounts)->why.contains(QLatin1String("cheapest offer that fits")));
        QVERIFY(choose(QStringLiteral("any_of:\n  - accelerators: H100:8\n  - accelerators: A100:8"), m_accounts)
                    ->why.contains(QLatin1String("number 2 of 2 in 'any_of'")));
        const auto later = choose(QStringLiteral("ordered:\n  - accelerators: H100:4\n  - accelerators: T4"), m_accounts);
        QVERIFY2(later->why.contains(QLatin1String("alternative 2 of 2 in 'ordered'")), qPrintable(later->why));
        QVERIFY2(later->notes.first().startsWith(QLatin1String("Line 4: ")), qPrintable(later->notes.join(u'\n')));
    }

    void aPriceWithoutARateComesLastAndIsSaid()
    {
        const auto choice = choose(QStringLiteral("accelerators: H100:8"), m_accounts + QList<AccountRecord>{account("cn", "alibaba")});
        QVERIFY(choice);
        QCOMPARE(choice->offers.last().place().type, QStringLiteral("cn-h8"));
        QVERIFY2(choice->notes.join(u' ').contains(QLatin1String("yard offer rates")), qPrintable(choice->notes.join(u'\n')));
    }

    void withoutAnyAccountTheCheapestOfferSaysWhere()
    {
        const auto choice = choose(QStringLiteral("accelerators: T4"), {});
        QVERIFY(!choice);
        QVERIFY2(choice.error().what.contains(QLatin1String("t1 in us-east-1 costs 0.50 USD per hour")), qPrintable(choice.error().what));
    }

    void aPipelineIsRefused()
    {
        const auto needs = machineNeeds("run: a\n---\nrun: b\n", QStringLiteral("t.yaml"));
        QVERIFY(!needs);
        QVERIFY(needs.error().what.contains(QLatin1String("pipeline")));
    }
};

QTEST_GUILESS_MAIN(TestMachineChoice)
#include "tst_machinechoice.moc"
