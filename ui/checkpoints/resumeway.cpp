// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumeway.h"

#include "core/base/shellquote.h"
#include "ui/checkpoints/internal/typingpause.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {

ResumeWay::ResumeWay(QWidget *parent)
    : QWidget(parent), m_presets(resumePresets()), m_preset(new QComboBox), m_pattern(new QLineEdit), m_words(new QLineEdit),
      m_presetRow(new FieldRow(tr("How to pass the checkpoint"), m_preset)),
      m_patternRow(new FieldRow(tr("Checkpoint arguments"), m_pattern)), m_wordsRow(new FieldRow(tr("Additional arguments"), m_words))
{
    m_preset->setObjectName(QStringLiteral("resumePreset"));
    m_pattern->setObjectName(QStringLiteral("resumePattern"));
    m_words->setObjectName(QStringLiteral("resumeWords"));
    for (const ResumePreset &preset : m_presets) {
        m_preset->addItem(preset.title, preset.id);
        m_preset->setItemData(m_preset->count() - 1, preset.pattern, Qt::ToolTipRole);
    }
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_pattern->setPlaceholderText(QStringLiteral("--resume {path}"));
    m_words->setPlaceholderText(QStringLiteral("--learning_rate 1e-5"));
    m_wordsRow->setHelp(tr("Appended to the command, e.g. a new learning rate. Remembered for the next resume."));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    for (FieldRow *const row : {m_presetRow, m_patternRow, m_wordsRow}) {
        row->setRoomKept(false);
        column->addWidget(row);
    }
    m_later.setSingleShot(true);
    m_later.setInterval(kAfterKeys);
    connect(&m_later, &QTimer::timeout, this, [this] {
        check();
        if (isRight())
            Q_EMIT changed();
    });
    connect(m_preset, &QComboBox::activated, this, [this] {
        m_isPresetChosen = true;
        showPreset();
        m_later.stop();
        check();
        if (isRight())
            Q_EMIT changed();
    });
    connect(m_pattern, &QLineEdit::textEdited, this, [this] {
        m_isPresetChosen = true;
        m_later.start();
        Q_EMIT edited();
    });
    connect(m_words, &QLineEdit::textEdited, this, [this] {
        m_areWordsWritten = true;
        m_later.start();
        Q_EMIT edited();
    });
    showPreset();
}

void ResumeWay::propose(const QString &preset, const QString &pattern, const QStringList &words)
{
    if (!m_isPresetChosen) {
        m_preset->setCurrentIndex(std::max(0, m_preset->findData(preset)));
        if (preset == kOwnPreset)
            m_pattern->setText(pattern);
        showPreset();
    }
    if (!m_areWordsWritten)
        m_words->setText(shellJoined(words));
    check();
}

void ResumeWay::showPreset()
{
    const ResumePreset *const preset = presetById(m_presets, m_preset->currentData().toString());
    const bool isOwn = preset && preset->id == kOwnPreset;
    m_presetRow->setHelp(preset && !isOwn ? preset->hint : QString());
    m_patternRow->setVisible(isOwn);
    m_patternRow->setHelp(isOwn ? preset->hint : QString());
}

void ResumeWay::check()
{
    const auto words = wordsOf(m_words->text());
    if (words)
        m_wordsRow->clearError();
    else
        m_wordsRow->setError(words.error().what);
    if (m_preset->currentData().toString() == kOwnPreset && m_pattern->text().trimmed().isEmpty())
        m_patternRow->setError(tr("Enter the arguments, or choose “Only the variables”."));
    else
        m_patternRow->clearError();
}

QString ResumeWay::preset() const { return m_isPresetChosen ? m_preset->currentData().toString() : QString(); }

QString ResumeWay::pattern() const { return m_pattern->text().simplified(); }

std::optional<QStringList> ResumeWay::words() const
{
    if (!m_areWordsWritten)
        return std::nullopt;
    const auto words = wordsOf(m_words->text());
    return words ? std::optional<QStringList>(*words) : std::nullopt;
}

bool ResumeWay::isRight() const
{
    return wordsOf(m_words->text()).has_value()
           && (m_preset->currentData().toString() != kOwnPreset || !m_pattern->text().trimmed().isEmpty());
}

}  // namespace trainyard

#include "moc_resumeway.cpp"
