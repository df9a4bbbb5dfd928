// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/htmlreport.h"

#include "core/base/format.h"
#include "core/observe/report/markup.h"
#include "core/observe/report/reportcharts.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QLocale>

namespace trainyard {

namespace {

// Escaping expands a character to at most six bytes: these limits keep the file below 2 MB with all charts.
constexpr qsizetype kMaxText = 24 * 1024;  // characters of the task and of the command
constexpr qsizetype kMaxWords = 600;       // of any single-line text
constexpr qsizetype kMaxOfCell = 160;      // of any table cell
constexpr qsizetype kMaxShownEvents = 200, kMaxCheckpoints = 60, kMaxShownGpus = 128;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Report)
};

QString cut(const QString &text, qsizetype most) { return text.size() <= most ? text : text.left(most - 1) + QChar(0x2026); }

QString toneClass(ReportTone tone)
{
    switch (tone) {
    case ReportTone::Ok: return QStringLiteral("ok");
    case ReportTone::Warning: return QStringLiteral("warning");
    case ReportTone::Bad: return QStringLiteral("bad");
    case ReportTone::Simulated: return QStringLiteral("simulated");
    case ReportTone::Plain: break;
    }
    return QStringLiteral("plain");
}

class HtmlReport {
public:
    HtmlReport(const RunReport &report, const QByteArray &style) : m_report(report), m_style(style) {}

    QByteArray write()
    {
        m_out.doctype();
        m_out.open("html", {{"xmlns", QStringLiteral("http://www.w3.org/1999/xhtml")}, {"lang", m_report.language}});
        writeHead();
        m_out.open("body");
        writeSvgPatterns(m_out);
        m_out.open("main");
        writeTitle();
        writeFacts();
        writeCharts(Words::tr("Training"), trainingCharts(*m_report.training), Words::tr("The log contains no training steps."));
        writeCharts(Words::tr("Machine"), machineCharts(m_report.metrics, m_report.events),
                    Words::tr("There are no samples of the machine."));
        writeGpus();
        writeEvents();
        writeCheckpoints();
        writeDetails();
        writeLog();
        m_out.element("footer", Words::tr("Created by %1 on %2. Times are in %3.")
                                    .arg(m_report.program, QLocale().toString(m_report.made, QLocale::ShortFormat),
                                         m_report.made.timeZoneAbbreviation()));
        while (!m_out.isClosed())
            m_out.close();
        m_out.line();
        return m_out.bytes();
    }

private:
    void writeHead()
    {
        // Only this style sheet applies: a style that slipped into the text would not.
        const QString hash = QString::fromLatin1(QCryptographicHash::hash(m_style, QCryptographicHash::Sha256).toBase64());
        m_out.open("head");
        m_out.empty("meta", {{"charset", QStringLiteral("utf-8")}});
        m_out.empty("meta", {{"http-equiv", QStringLiteral("Content-Security-Policy")},
                             {"content",
                              QStringLiteral("default-src 'none'; style-src 'sha256-%1'; form-action 'none'; base-uri 'none'").arg(hash)}});
        m_out.empty("meta", {{"name", QStringLiteral("viewport")}, {"content", QStringLiteral("width=device-width, initial-scale=1")}});
        m_out.empty("meta", {{"name", QStringLiteral("referrer")}, {"content", QStringLiteral("no-referrer")}});
        m_out.empty("meta", {{"name", QStringLiteral("generator")}, {"content", m_report.program}});
        m_out.element("title", cut(m_report.name, kMaxWords));
        m_out.style(m_style);
        m_out.close();
        m_out.line();
    }

    void chip(const QString &text, ReportTone tone) { m_out.element("span", text, {{"class", QStringLiteral("chip ") + toneClass(tone)}}); }

    void writeTitle()
    {
        m_out.open("header");
        m_out.open("h1");
        m_out.element("bdi", cut(m_report.name, kMaxWords));
        m_out.close();
        chip(m_report.state, m_report.stateTone);
        if (m_report.isSimulated)
            chip(Words::tr("Simulated"), ReportTone::Simulated);
        m_out.close();
        if (!m_report.stateReason.isEmpty())
            m_out.element("p", cut(m_report.stateReason, kMaxWords),
                          {{"class", m_report.stateTone == ReportTone::Bad ? QStringLiteral("note bad") : QStringLiteral("note")}});
        if (m_report.isSimulated)
            m_out.element("p", Words::tr("This run was made in the sandbox on this computer: its machine and its GPUs are simulated."),
                          {{"class", QStringLiteral("note simulated")}});
        for (const QString &note : m_report.notes)
            m_out.element("p", cut(note, kMaxWords), {{"class", QStringLiteral("note")}});
        m_out.line();
    }

    void writeFacts()
    {
        m_out.open("div", {{"class", QStringLiteral("card facts")}});
        for (const ReportFact &fact : m_report.facts) {
            m_out.open("div");
            m_out.element("p", fact.label, {{"class", QStringLiteral("label")}});
            m_out.element("p", cut(fact.value, kMaxWords),
                          {{"class", QStringLiteral("value ") + toneClass(fact.tone) + QStringLiteral("-ink")}});
            m_out.element("p", cut(fact.context, kMaxWords), {{"class", QStringLiteral("small")}});
            m_out.close();
        }
        m_out.close();
        m_out.line();
    }

    void section(const QString &title)
    {
        m_out.line();
        m_out.open("section");
        m_out.element("h2", title);
    }

    void row(const QStringList &cells, const char *cell, int textCells = 1)
    {
        m_out.open("tr");
        for (qsizetype i = 0; i < cells.size(); ++i) {
            m_out.element(cell, cut(cells[i], kMaxOfCell), i < textCells ? Attributes() : Attributes{{"class", QStringLiteral("num")}});
        }
        m_out.close();
    }

    void table(const QStringList &head, const QList<QStringList> &rows, int textCells = 1)
    {
        m_out.open("table");
        m_out.open("thead");
        row(head, "th", textCells);
        m_out.close();
        m_out.open("tbody");
        for (const QStringList &cells : rows)
            row(cells, "td", textCells);
        m_out.close();
        m_out.close();
    }

    void writeCharts(const QString &title, const QList<ReportChart> &charts, const QString &whenNone)
    {
        section(title);
        if (charts.isEmpty())
            m_out.element("p", whenNone, {{"class", QStringLiteral("small")}});
        for (const ReportChart &chart : charts) {
            m_out.open("div", {{"class", QStringLiteral("figure")}});
            m_out.open("div", {{"class", QStringLiteral("head")}});
            m_out.open("div");
            m_out.element("h3", cut(chart.title, kMaxWords));
            m_out.text(QStringLiteral(" "));
            m_out.element("span", chart.unit, {{"class", QStringLiteral("unit")}});
            if (chart.isSimulated)
                chip(Words::tr("Simulated"), ReportTone::Simulated);
            m_out.close();
            m_out.element("span", chart.context, {{"class", QStringLiteral("value")}});
            m_out.close();
            writeSvg(m_out, chart.plot);
            m_out.close();
            m_out.open("details");
            m_out.element("summary", Words::tr("As a table"));
            table(chart.tableHead, chart.tableRows);
            m_out.close();
            m_out.line();
        }
        m_out.close();
    }

    void writeGpus()
    {
        const QList<GpuSummary> gpus = gpuSummaries(m_report.metrics).mid(0, kMaxShownGpus);
        section(Words::tr("GPUs"));
        if (gpus.isEmpty()) {
            m_out.element("p",
                          m_report.metrics.gpuAbsence() == QLatin1String("no-nvidia-smi")
                              ? Words::tr("The machine has no NVIDIA GPU, or no nvidia-smi.")
                          : m_report.metrics.count() == 0 ? Words::tr("There are no samples of the machine.")
                                                          : Words::tr("No GPU was seen."),
                          {{"class", QStringLiteral("small")}});
            m_out.close();
            return;
        }
        const auto text = [](std::optional<double> value, const QString &unit, int decimals = 0) {
            return value ? formatNumber(*value, decimals) + QChar(0xa0) + unit : QStringLiteral("–");
        };
        QList<QStringList> rows;
        for (const GpuSummary &gpu : gpus) {
            QString memory = text(gpu.mostMemoryGiB, QStringLiteral("GiB"), 1);
            if (gpu.memoryGiB > 0)
                memory = Words::tr("%1 of %2").arg(memory, text(gpu.memoryGiB, QStringLiteral("GiB"), 0));
            QString power = text(gpu.watts, QStringLiteral("W"));
            if (gpu.powerLimitWatts > 0)
                power = Words::tr("%1 of %2").arg(power, text(gpu.powerLimitWatts, QStringLiteral("W")));
            rows << QStringList{gpu.isSimulated ? Words::tr("%1, simulated").arg(gpu.name) : gpu.name,
                                text(gpu.busyPercent, QStringLiteral("%")), power, memory, text(gpu.hottestC, QStringLiteral("°C"))};
        }
        table({Words::tr("GPU"), Words::tr("Utilization, mean"), Words::tr("Power, mean"), Words::tr("Memory, peak"), Words::tr("Hottest")},
              rows);
        m_out.close();
    }

    void more(qsizetype shown, qsizetype all)
    {
        if (shown < all)
            m_out.element("p", Words::tr("%1 more are not shown.").arg(formatCount(all - shown)), {{"class", QStringLiteral("more")}});
    }

    void writeEvents()
    {
        section(Words::tr("Events"));
        QList<QStringList> rows;
        for (const RunEvent &event : m_report.events.mid(0, kMaxShownEvents))
            rows << QStringList{QLocale().toString(QDateTime::fromMSecsSinceEpoch(event.timeMs), QStringLiteral("yyyy-MM-dd HH:mm:ss")),
                                event.text};
        if (rows.isEmpty())
            m_out.element("p", Words::tr("None were recorded."), {{"class", QStringLiteral("small")}});
        else
            table({Words::tr("Time"), Words::tr("Event")}, rows, 2);
        more(rows.size(), m_report.events.size());
        m_out.close();
    }

    void writeCheckpoints()
    {
        section(Words::tr("Checkpoints"));
        if (!m_report.checkpointNote.isEmpty())
            m_out.element("p", cut(m_report.checkpointNote, kMaxWords), {{"class", QStringLiteral("small")}});
        QList<QStringList> rows;
        for (const ReportCheckpoint &found : m_report.checkpoints.mid(0, kMaxCheckpoints))
            rows << QStringList{found.name, found.reason.isEmpty() ? found.verdict : found.verdict + QStringLiteral(": ") + found.reason,
                                found.step, found.loss, found.size};
        if (!rows.isEmpty())
            table({Words::tr("Checkpoint"), Words::tr("Verdict"), Words::tr("Step"), Words::tr("Loss"), Words::tr("Size")}, rows, 2);
        more(rows.size(), m_report.checkpoints.size());
        m_out.close();
    }

    void pre(const QString &title, const QString &text)
    {
        if (text.isEmpty())
            return;
        section(title);
        m_out.element("pre", cut(text, kMaxText));
        m_out.close();
    }

    void writeDetails()
    {
        section(Words::tr("About this run"));
        m_out.open("table");
        m_out.open("tbody");
        for (const ReportFact &fact : m_report.details) {
            m_out.open("tr");
            m_out.element("td", fact.label, {{"class", QStringLiteral("key")}});
            m_out.open("td");
            m_out.element("bdi", cut(fact.value, kMaxWords));
            if (!fact.context.isEmpty())
                m_out.element("div", cut(fact.context, kMaxWords), {{"class", QStringLiteral("small")}});
            m_out.close();
            m_out.close();
        }
        m_out.close();
        m_out.close();
        m_out.close();
        pre(Words::tr("Command"), m_report.command);
        pre(Words::tr("Task file"), m_report.taskText);
    }

    void logLines(const QList<LogLine> &lines)
    {
        m_out.open("pre", {{"class", QStringLiteral("log")}});
        const auto width = int(QString::number(m_report.log.lineCount()).size());
        qint64 before = 0;
        for (const LogLine &line : lines) {
            if (before > 0 && line.number != before + 1)
                m_out.text(QStringLiteral("…\n"));
            before = line.number;
            m_out.element("span", QStringLiteral("%1  ").arg(line.number, width), {{"class", QStringLiteral("n")}});
            if (line.isTrouble)
                m_out.element("span", line.text, {{"class", QStringLiteral("bad-line")}});
            else
                m_out.text(line.text);
            m_out.line();
        }
        m_out.close();
    }

    void writeLog()
    {
        const LogExcerpt &log = m_report.log;
        section(Words::tr("Log"));
        m_out.element("p", Words::tr("%1 lines, %2").arg(formatCount(log.lineCount()), formatBytes(log.byteCount())),
                      {{"class", QStringLiteral("small")}});
        m_out.close();
        if (log.lineCount() == 0)
            return;
        if (log.troubleCount() > 0) {
            const QList<LogLine> trouble = log.trouble();
            section(Words::tr("Problem lines in the log"));
            logLines(trouble);
            more(trouble.size(), qsizetype(log.troubleCount()));
            m_out.close();
        }
        const QList<LogLine> tail = log.tail();
        section(tail.isEmpty() ? Words::tr("Complete log") : Words::tr("Start of the log"));
        logLines(log.head());
        m_out.close();
        if (tail.isEmpty())
            return;
        section(Words::tr("End of the log"));
        logLines(tail);
        m_out.close();
    }

    const RunReport &m_report;
    const QByteArray m_style;
    Markup m_out;
};

}  // namespace

QByteArray htmlReport(const RunReport &report, const QByteArray &style) { return HtmlReport(report, style).write(); }

}  // namespace trainyard
