// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/seriesdialog.h"

#include "core/observe/trainlog/seriespattern.h"
#include "ui/charts/stepcharts.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/readingtable.h"

#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 kTail = 256 * 1024;  // of the log: a few thousand lines
constexpr qsizetype kShownLines = 200, kTriedLines = 4000;
constexpr int kTypingPause = 150;         // ms
constexpr qsizetype kShownColumns = 300;  // of a line

QByteArrayList lastLines(const QString &logFile)
{
    QFile file(logFile);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(std::max<qint64>(0, file.size() - kTail)))
        return {};
    QByteArray bytes = file.read(kTail);
    bytes.replace('\r', '\n').replace('\b', '\n');
    QByteArrayList lines = bytes.split('\n');
    if (file.size() > kTail)
        lines.removeFirst();  // it is incomplete
    lines.removeIf([](const QByteArray &line) { return line.trimmed().isEmpty(); });
    return lines.mid(std::max<qsizetype>(0, lines.size() - kTriedLines));
}

QString described(const TrainingLine &line)
{
    QStringList parts;
    if (line.epoch)
        parts << QStringLiteral("epoch = ") + stepValueText(*line.epoch);
    if (line.step)
        parts << QStringLiteral("step = ") + QString::number(*line.step, 'f', 0);
    for (const TrainingValue &value : line.values)
        parts << value.name + QStringLiteral(" = ") + stepValueText(value.value);
    return parts.join(QStringLiteral("   "));
}

}  // namespace

SeriesDialog::SeriesDialog(const QString &taskName, const QString &logFile, const QString &expression, QWidget *parent)
    : Dialog(parent), m_lines(lastLines(logFile)), m_pattern(new QLineEdit(expression)),
      m_field(new FieldRow(tr("Regular expression"), m_pattern)), m_count(new Label(TextRole::Small, Ink::Text2)),
      m_preview(new QTableWidget(0, 2)), m_use(makeButton(QStringLiteral("seriesUse"), tr("Apply"), ButtonVariant::Primary))
{
    setObjectName(QStringLiteral("seriesDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Series from the log"));
    m_pattern->setObjectName(QStringLiteral("seriesPattern"));
    m_pattern->setPlaceholderText(QStringLiteral("it (?P<step>\\d+) .* err (?P<loss>[-+.\\deE]+)"));
    m_pattern->setFont(textFont(TextRole::Code));
    m_field->setHelp(tr("Name a group to draw it as a series, for example (?P<loss>…). Four names are not drawn: step, epoch, total and "
                        "rank say where a value belongs."));
    makeReadingTable(m_preview, QStringLiteral("seriesPreview"), tr("Last lines of the log and the values read from them"));
    m_preview->setHorizontalHeaderLabels({tr("Values"), tr("Log line")});
    m_preview->horizontalHeader()->setStretchLastSection(true);
    m_preview->setFont(textFont(TextRole::Code));
    m_preview->verticalHeader()->setDefaultSectionSize(lineHeight(TextRole::Code) + dp(4));

    QPushButton *const remove = makeButton(QStringLiteral("seriesRemove"), tr("Remove"));
    remove->setVisible(!expression.isEmpty());
    QPushButton *const cancel = makeButton(QStringLiteral("seriesCancel"), tr("Cancel"));
    auto *const about = makeProse(tr("Used for every run of “%1”. Lines that do not match are read as before.").arg(taskName),
                                  TextRole::Body, Ink::Text2);
    QVBoxLayout *const body = makeBody(860, 560);
    body->setSpacing(dp(10));
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    body->addWidget(about);
    body->addWidget(m_field);
    body->addWidget(m_count);
    body->addWidget(m_preview, 1);
    setFooter({cancel, m_use}, {remove});

    m_use->setDefault(true);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPause);
    connect(&m_pause, &QTimer::timeout, this, &SeriesDialog::tryOut);
    connect(m_pattern, &QLineEdit::textChanged, this, [this] {
        setDisabledReason(m_use, tr("Testing it on the log…"));
        m_pause.start();
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(remove, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen({});
        accept();
    });
    connect(m_use, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(m_pattern->text());
        accept();
    });
    tryOut();
}

void SeriesDialog::tryOut()
{
    const QString expression = m_pattern->text();
    std::shared_ptr<const SeriesPattern> pattern;
    QString fault;
    if (!expression.isEmpty()) {
        if (const auto compiled = SeriesPattern::compile(expression))
            pattern = *compiled;
        else
            fault = compiled.error().what;
    }
    if (fault.isEmpty())
        m_field->clearError();
    else
        m_field->setError(fault);
    setDisabledReason(m_use, expression.isEmpty() ? tr("Enter an expression first.") : fault);

    qsizetype hits = 0;
    struct Row {
        QByteArray line;
        QString read;
    };
    QList<Row> rows;
    for (auto line = m_lines.crbegin(); line != m_lines.crend(); ++line) {
        const auto said = pattern ? pattern->read(*line) : std::nullopt;
        hits += said.has_value();
        // Without a hit, the lines themselves help to write an expression.
        if (said || (rows.size() < kShownLines / 4 && !pattern))
            rows.append({*line, said ? described(*said) : QString()});
        if (rows.size() >= kShownLines)
            break;
    }
    if (rows.isEmpty()) {
        for (const QByteArray &line : m_lines.mid(std::max<qsizetype>(0, m_lines.size() - kShownLines / 4)))
            rows.prepend({line, {}});
    }
    m_count->setText(m_lines.isEmpty() ? tr("The log has no lines yet.")
                     : !pattern        ? tr("The last lines of the log, newest first:")
                     : hits == 0       ? tr("None of the last %1 lines match. The newest are:").arg(m_lines.size())
                                       : tr("Matching lines, newest first:"));
    m_preview->setRowCount(int(rows.size()));
    for (int row = 0; row < rows.size(); ++row) {
        m_preview->setItem(row, 0, new QTableWidgetItem(rows[row].read));
        m_preview->setItem(row, 1, new QTableWidgetItem(QString::fromUtf8(rows[row].line.left(kShownColumns)).simplified()));
    }
    m_preview->setColumnWidth(0, dp(hits > 0 ? 300 : 80));
}

}  // namespace trainyard

#include "moc_seriesdialog.cpp"
