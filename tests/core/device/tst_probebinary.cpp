// SPDX-License-Identifier: GPL-3.0-or-later
// What yard-probe requires from the machine that it is copied to, read from the program itself.
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <elf.h>

namespace {

// For a 64-bit program: the libraries it needs, the symbol versions it requires, and its interpreter.
struct Needs {
    QStringList libraries, versions;
    QString interpreter;
    int machine = 0;
};

template <typename T>
T at(const QByteArray &bytes, quint64 offset)
{
    T value{};
    if (offset + sizeof value <= quint64(bytes.size()))
        memcpy(&value, bytes.constData() + offset, sizeof value);
    return value;
}

Needs read(const QByteArray &bytes)
{
    Needs needs;
    const auto header = at<Elf64_Ehdr>(bytes, 0);
    needs.machine = header.e_machine;
    for (int i = 0; i < header.e_phnum; ++i) {
        const auto program = at<Elf64_Phdr>(bytes, header.e_phoff + quint64(i) * sizeof(Elf64_Phdr));
        if (program.p_type == PT_INTERP)
            needs.interpreter = QString::fromLatin1(bytes.constData() + program.p_offset);
    }
    for (int i = 0; i < header.e_shnum; ++i) {
        const auto section = at<Elf64_Shdr>(bytes, header.e_shoff + quint64(i) * sizeof(Elf64_Shdr));
        const auto strings = at<Elf64_Shdr>(bytes, header.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
        const auto text = [&](quint64 offset) { return QString::fromLatin1(bytes.constData() + strings.sh_offset + offset); };
        if (section.sh_type == SHT_DYNAMIC) {
            for (quint64 offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Dyn)) {
                const auto entry = at<Elf64_Dyn>(bytes, section.sh_offset + offset);
                if (entry.d_tag == DT_NEEDED)
                    needs.libraries.append(text(entry.d_un.d_val));
            }
        } else if (section.sh_type == SHT_GNU_verneed) {
            quint64 offset = section.sh_offset;
            for (quint32 file = 0; file < section.sh_info; ++file) {
                const auto entry = at<Elf64_Verneed>(bytes, offset);
                quint64 version = offset + entry.vn_aux;
                for (int j = 0; j < entry.vn_cnt; ++j) {
                    const auto aux = at<Elf64_Vernaux>(bytes, version);
                    needs.versions.append(text(aux.vna_name));
                    version += aux.vna_next;
                }
                offset += entry.vn_next;
            }
        }
    }
    return needs;
}

// 2.17 → 217; -1: not a number.
int glibc(const QString &version)
{
    static const QRegularExpression pattern(QStringLiteral("^GLIBC_2\\.(\\d+)(\\.\\d+)?$"));
    const auto match = pattern.match(version);
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QString kProbe = QStringLiteral(TRAINYARD_BIN_DIR "/yard-probe");

}  // namespace

class TestProbeBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksForNothingNewerThanGlibc217();
    void needsOnlyTheCLibrary();
    void namesNoLibraryOfNvidiaToTheLoader();
    void theReaderSeesNewerSymbols();
    void runsHere();
    void staysSmall();
};

void TestProbeBinary::asksForNothingNewerThanGlibc217()
{
    const Needs needs = read(contentOf(kProbe));
    QVERIFY(!needs.versions.isEmpty());
    for (const QString &version : needs.versions) {
        const int number = glibc(version);
        QVERIFY2(number >= 0 && number <= 17, qPrintable(version));
    }
}

void TestProbeBinary::needsOnlyTheCLibrary()
{
    const Needs needs = read(contentOf(kProbe));
    QStringList libraries = needs.libraries;
    libraries.sort();
    QCOMPARE(libraries, (QStringList{QStringLiteral("libc.so.6"), QStringLiteral("libdl.so.2"), QStringLiteral("libpthread.so.0")}));
    QCOMPARE(needs.interpreter,
             needs.machine == EM_AARCH64 ? QStringLiteral("/lib/ld-linux-aarch64.so.1") : QStringLiteral("/lib64/ld-linux-x86-64.so.2"));
}

void TestProbeBinary::namesNoLibraryOfNvidiaToTheLoader()
{
    for (const QString &library : read(contentOf(kProbe)).libraries)
        QVERIFY2(!library.contains(QLatin1String("cuda")) && !library.contains(QLatin1String("nvidia"))
                     && !library.contains(QLatin1String("cublas")),
                 qPrintable(library));
}

// This test is linked normally, so it requires more.
void TestProbeBinary::theReaderSeesNewerSymbols()
{
    const Needs needs = read(contentOf(QCoreApplication::applicationFilePath()));
    int newest = -1;
    for (const QString &version : needs.versions)
        newest = qMax(newest, glibc(version));
    QVERIFY2(newest > 17, qPrintable(needs.versions.join(QLatin1Char(' '))));
    QVERIFY(needs.libraries.contains(QStringLiteral("libstdc++.so.6")));
}

void TestProbeBinary::runsHere()
{
    QProcess probe;
    probe.start(kProbe, {QStringLiteral("--version")});
    QVERIFY(probe.waitForFinished());
    QCOMPARE(probe.exitCode(), 0);
    QVERIFY(probe.readAllStandardOutput().startsWith("yard-probe "));
}

// It is copied to the machine with each use.
void TestProbeBinary::staysSmall()
{
    const qint64 size = QFileInfo(kProbe).size();
    QVERIFY2(size > 100'000 && size < 600'000, QByteArray::number(size).constData());
}

QTEST_GUILESS_MAIN(TestProbeBinary)
#include "tst_probebinary.moc"
