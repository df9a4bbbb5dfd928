// SPDX-License-Identifier: GPL-3.0-or-later
// The language of every text a person reads. Programs call this once, before the first text is made; the
// translations themselves are built into the program (target Trainyard::Translations, under :/i18n).
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace trainyard {

// The available languages: "en", "zh_CN".
QStringList translationLanguages();

// The language for a setting: one of translationLanguages(), or "auto" for the first available one of uiLanguages (BCP 47, as from
// QLocale::uiLanguages()). English if nothing matches; Traditional Chinese does not match.
QString chooseLanguage(const QString &wanted, const QStringList &uiLanguages);

// Installs the translation of Trainyard and, if present on this computer, Qt's own; sets the default QLocale if the language is not the
// system's. A second call replaces the first one's translation; existing texts keep their language. Main thread. Returns the language used.
QString installTranslation(QCoreApplication &app, const QString &wanted = QStringLiteral("auto"));

}  // namespace trainyard
