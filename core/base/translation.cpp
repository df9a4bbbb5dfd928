// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace trainyard {

namespace {

const QString kEnglish = QStringLiteral("en");
const QString kChinese = QStringLiteral("zh_CN");

void install(QCoreApplication &app, const QString &file)
{
    auto *translator = new QTranslator(&app);
    translator->setObjectName(QStringLiteral("trainyard-translation"));
    if (translator->load(file))
        app.installTranslator(translator);
    else
        delete translator;
}

}  // namespace

QStringList translationLanguages() { return {kEnglish, kChinese}; }

QString chooseLanguage(const QString &wanted, const QStringList &uiLanguages)
{
    if (translationLanguages().contains(wanted))
        return wanted;
    for (const QString &tag : uiLanguages) {
        const QStringList parts = QString(tag).replace(QLatin1Char('_'), QLatin1Char('-')).split(QLatin1Char('-'));
        const QString language = parts.value(0).toLower();
        if (language == QLatin1String("en") || language == QLatin1String("c"))
            return kEnglish;
        // "zh" alone means the simplified script; Taiwan, Hong Kong and Macao use the traditional one.
        const bool isTraditional = parts.contains(QLatin1String("Hant"))
                                   || (!parts.contains(QLatin1String("Hans"))
                                       && (parts.contains(QLatin1String("TW")) || parts.contains(QLatin1String("HK"))
                                           || parts.contains(QLatin1String("MO"))));
        if (language == QLatin1String("zh") && !isTraditional)
            return kChinese;
    }
    return kEnglish;
}

QString installTranslation(QCoreApplication &app, const QString &wanted)
{
    const auto old = app.findChildren<QTranslator *>(QStringLiteral("trainyard-translation"), Qt::FindDirectChildrenOnly);
    for (QTranslator *translator : old) {
        app.removeTranslator(translator);
        delete translator;
    }

    const QLocale system = QLocale::system();
    const QString language = chooseLanguage(wanted, system.uiLanguages());
    if (language == kChinese) {
        // Also selects the Chinese shapes of Han characters, which differ from the Japanese ones.
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
        install(app, QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_zh_CN.qm"));
    } else if (system.language() == QLocale::Chinese) {
        QLocale::setDefault(QLocale(QLocale::English));
    } else {
        QLocale::setDefault(system);
    }
    // English needs one too: it holds the singular and plural forms.
    install(app, QStringLiteral(":/i18n/trainyard_%1.qm").arg(language));
    return language;
}

}  // namespace trainyard
