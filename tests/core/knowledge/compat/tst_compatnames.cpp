// SPDX-License-Identifier: GPL-3.0-or-later
// Names and numbers as people write them: images, drivers, CUDA and framework versions.
#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/compat/imagecontents.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestCompatNames : public QObject {
    Q_OBJECT

    CompatFacts m_facts;

private Q_SLOTS:
    void initTestCase()
    {
        const auto facts = CompatFacts::parse(builtInCompatFiles());
        QVERIFY(facts);
        m_facts = *facts;
    }

    void imagesAreTakenApart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char *text, const char *registry, const char *repository, const char *tag, bool hasDigest) {
            QTest::newRow(text) << s(text) << QStringList{s(registry), s(repository), s(tag), hasDigest ? s("digest") : QString()};
        };
        row("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime", "", "pytorch/pytorch", "2.5.1-cuda12.4-cudnn9-runtime", false);
        row("docker.io/pytorch/pytorch:a", "", "pytorch/pytorch", "a", false);
        row("index.docker.io/library/ubuntu:22.04", "", "ubuntu", "22.04", false);
        row("nvcr.io/nvidia/cuda:12.4.1-base-ubuntu22.04", "nvcr.io", "nvidia/cuda", "12.4.1-base-ubuntu22.04", false);
        row("localhost:5000/a/b_c:T_1", "localhost:5000", "a/b_c", "T_1", false);
        row("Registry.Example.com/a:1", "registry.example.com", "a", "1", false);
        row("[::1]:5000/a", "[::1]:5000", "a", "", false);
        row("ubuntu", "", "ubuntu", "", false);
        row("a@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "", "a", "", true);
        row("a:1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "", "a", "1", true);
    }
    void imagesAreTakenApart()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, parts);
        const auto image = ImageReference::parse(text);
        QVERIFY2(image, image ? "" : qPrintable(image.error().what));
        QCOMPARE((QStringList{image->registry, image->repository, image->tag, image->digest.isEmpty() ? QString() : s("digest")}), parts);
        QCOMPARE(ImageReference::parse(image->text())->text(), image->text());
    }

    void whatIsNoImageIsRefusedInOneSentence()
    {
        for (const QString &text : {QString(), s(":"), s("a:"), s("a:b:c"), s("a/:b"), s("/a"), s("a//b"), s("a@sha256:12"), s("a b"),
                                    s("a:b c"), s("-a"), s("a;reboot"), s("$(x)"), s("../../etc"), s("a\nb"), QString(10000, u'a'),
                                    s("PyTorch/PyTorch:2"), s("训练"), QString(QChar(0))}) {
            const auto image = ImageReference::parse(text);
            QVERIFY2(!image, qPrintable(text));
            QCOMPARE(image.error().code, ErrorCode::InvalidInput);
            QVERIFY(!image.error().what.contains(u'\n') || text.contains(u'\n'));
            QVERIFY(image.error().what.size() < 250);
        }
        QVERIFY(ImageReference::parse(s("PyTorch/PyTorch:2")).error().what.contains(s("pytorch/pytorch")));
    }

    void damagedNamesAreReadOrRefused()
    {
        const QString good = s("nvcr.io:443/nvidia/cuda:12.4.1-base-ubuntu22.04@sha256:") + QString(64, u'a');
        const QString signs = s("/:@.-_Aa0[] %\n\u4e2d") + QChar(0);
        QRandomGenerator random(1);
        int read = 0, refused = 0;
        for (int i = 0; i < 5000; ++i) {
            QString text = good;
            for (int n = random.bounded(4); n > 0; --n)
                text[random.bounded(int(text.size()))] = signs[random.bounded(int(signs.size()))];
            text.truncate(random.bounded(int(text.size())) + 1);
            const auto image = ImageReference::parse(text);
            (image ? read : refused) += 1;
            if (!image)
                continue;
            const auto again = ImageReference::parse(image->text());
            QVERIFY2(again && again->text() == image->text(), qPrintable(text));
            const ImageContents contents = contentsOf(*image, m_facts);
            QVERIFY(contents.name.isEmpty() != contents.missing.isEmpty());
        }
        QVERIFY(read > 500 && refused > 500);
        QVERIFY(!ImageReference::parse(QString(511, u'a') + u'!'));  // instantly
    }

    void contentsAreToldByTheTag()
    {
        const auto read = [&](const char *text) { return contentsOf(*ImageReference::parse(s(text)), m_facts); };
        const ImageContents torch = read("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime");
        QCOMPARE(torch.framework, s("torch"));
        QCOMPARE(torch.frameworkVersion.text(), s("2.5.1"));
        QCOMPARE(torch.cuda.text(), s("12.4"));
        QVERIFY(torch.isTagSeen && !torch.hasCompatLibraries && torch.condition == ImageContents::Condition::None);
        const ImageContents devel = read("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel");
        QVERIFY(devel.hasCompatLibraries && devel.condition == ImageContents::Condition::Known && devel.isConstraintExact);
        const ImageContents cuda = read("nvcr.io/nvidia/cuda:12.4.1-cudnn-devel-ubuntu22.04");
        QCOMPARE(cuda.name, s("nvidia/cuda"));
        QVERIFY(cuda.isConstraintExact && cuda.isTagSeen);
        QVERIFY(!read("nvidia/cuda:12.4.0-base-ubuntu22.04").isConstraintExact);  // that was read from 12.4.1
        QVERIFY(!read("nvidia/cuda:13.3.1-base-ubuntu24.04").isConstraintExact);  // only part of it was read
        QCOMPARE(read("nvidia/cuda:12.3.1-devel-ubuntu22.04").condition, ImageContents::Condition::NotKnown);
        QVERIFY(read("tensorflow/tensorflow:2.10.0").isCpuOnly);
        QVERIFY(!read("tensorflow/tensorflow:2.11.0-gpu").isCpuOnly);
        QCOMPARE(read("nvcr.io/nvidia/pytorch:24.05-py3").cuda.text(), s("12.4.1"));
    }

    void whatCannotBeToldByTheNameIsSaid()
    {
        const QString digest = s("@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        for (const QString &text :
             {s("pytorch/pytorch"), s("pytorch/pytorch:latest"), s("pytorch/pytorch") + digest, s("me/train:1"), s("nvidia/cuda:latest"),
              s("nvcr.io/nvidia/pytorch:24.03-py3"), s("nvcr.io/nvidia/pytorch:99.01-py3"), s("nvidia/cuda:12.4.1"),
              s("tensorflow/tensorflow:latest-gpu"), s("pytorch/pytorch:99999999.1-cuda1.1-cudnn9-runtime")}) {
            const ImageContents contents = contentsOf(*ImageReference::parse(text), m_facts);
            QVERIFY2(!contents.missing.isEmpty() && contents.name.isEmpty(), qPrintable(text));
        }
        // A mirror may serve anything; the user can state that it is one.
        const ImageContents mirror = contentsOf(
            *ImageReference::parse(s("mirror.example.com/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")), m_facts);
        QVERIFY(mirror.missing.contains(s("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")));
    }

    void numbersAreReadOrRefusedInOneSentence()
    {
        QCOMPARE(driverFromText(s("550.54.15"), m_facts)->text(), s("550.54.15"));
        QCOMPARE(driverFromText(s("580.142"), m_facts)->text(), s("580.142"));
        QVERIFY(driverFromText(s("535"), m_facts).error().what.contains(s("535.288.01")));
        for (const QString &text : {QString(), s("abc"), s("550.54.15-open"), s("550,54"), s("-1"), s("12.4"), QString(10000, u'5'),
                                    s("550.54.15.1.2"), s("99999.1")})
            QCOMPARE(driverFromText(text, m_facts).error().code, ErrorCode::InvalidInput);
        QCOMPARE(cudaFromText(s("12.4.1"))->text(), s("12.4.1"));
        for (const QString &text : {QString(), s("12"), s("cuda12"), s("12.4.1.2"), s("0.1"), QString(10000, u'1')})
            QCOMPARE(cudaFromText(text).error().code, ErrorCode::InvalidInput);
        QCOMPARE(frameworkFromText(s("torch"), s("2.5.1+cu124"))->build, s("cu124"));
        for (const QString &text : {QString(), s("2"), s("2.5.1+"), s("latest"), s("2.5.1+cu 12"), QString(10000, u'+')})
            QCOMPARE(frameworkFromText(s("torch"), text).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestCompatNames)
#include "tst_compatnames.moc"
