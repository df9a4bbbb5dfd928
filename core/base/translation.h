// SPDX-License-Identifier: GPL-3.0-or-later
// The language of every text a person reads. Programs call this once, before the first text is made; the
// translations themselves are built into the program (target Trainyard::Translations, under :/i18n).
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace trainyard {

// The languages there are: "en", "zh_CN".
QStringList translationLanguages();

// The language for a setting: one of translationLanguages(), or "auto" for the first of uiLanguages (BCP 47, as
// from QLocale::uiLanguages()) that there is. English when nothing fits; Traditional Chinese does not fit.
QString chooseLanguage(const QString &wanted, const QStringList &uiLanguages);

// Installs the translation of Trainyard and, where it is on this computer, Qt's own; sets the default QLocale
// when the language is not the system's. A second call replaces the first one's translation; texts already made
// keep their language. Main thread. Returns the language used.
QString installTranslation(QCoreApplication &app, const QString &wanted = QStringLiteral("auto"));

}  // namespace trainyard
