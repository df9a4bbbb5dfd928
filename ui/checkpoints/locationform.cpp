// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/locationform.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

QWidget *withButton(QWidget *field, QPushButton *button)
{
    if (!button)
        return field;
    auto *const both = new QWidget;
    auto *const row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(field, 1);
    row->addWidget(button);
    both->setFocusProxy(field);
    return both;
}

QString folderHere(const QString &typed)
{
    const bool isHome = typed == QLatin1String("~") || typed.startsWith(QLatin1String("~/"));
    return typed.isEmpty() ? QString() : QDir::cleanPath(QDir().absoluteFilePath(isHome ? QDir::homePath() + typed.mid(1) : typed));
}

QString withoutEndSlash(QString path, qsizetype least)
{
    while (path.size() > least && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

QString addressIn(const ObjectStoreConfig &store, QString key)
{
    while (key.startsWith(u'/'))
        key.remove(0, 1);
    return StoreAddress{store.kind, store.bucket, withoutEndSlash(key, 0)}.text();
}

}  // namespace

LocationForm::LocationForm(const QString &prefix, const QList<LocationWords> &kinds, QWidget *parent) : QWidget(parent)
{
    auto *const pages = new QVBoxLayout(this);
    pages->setContentsMargins(0, 0, 0, 0);
    for (const LocationWords &words : kinds) {
        addPage(prefix, words);
        pages->addWidget(m_pages.last().form);
    }
    showPage(0);
}

void LocationForm::showPage(int index)
{
    // The others first, so that two are never laid out at once.
    for (int i = 0; i < m_pages.size(); ++i) {
        if (i != index)
            m_pages[i].form->hide();
    }
    m_pages[index].form->show();
    m_shown = index;
}

void LocationForm::addPage(const QString &prefix, const LocationWords &words)
{
    const bool isHere = words.kind == Location::Kind::ThisComputer;
    const bool isInBucket = words.kind == Location::Kind::InBucket;
    auto *const form = new QWidget(this);
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));

    auto *const path = new QLineEdit(words.typed);
    path->setObjectName(prefix + QLatin1String(isHere ? "Folder" : isInBucket ? "Prefix" : "MachineFolder"));
    path->setAccessibleName(words.path);
    path->setPlaceholderText(words.example);
    path->setFont(textFont(TextRole::Code));
    QPushButton *const button = words.button.isEmpty()
                                    ? nullptr
                                    : makeButton(prefix + QLatin1String(isHere ? "FolderChoose" : "StoreNew"), words.button);
    Page page{form, words, path, new FieldRow(words.path, withButton(path, isHere ? button : nullptr))};
    page.pathRow->setHelp(words.help);
    if (!isHere) {
        page.choice = new QComboBox;
        page.choice->setObjectName(prefix + QLatin1String(isInBucket ? "Store" : "Machine"));
        page.choice->setAccessibleName(words.choice);
        page.choiceRow = new FieldRow(words.choice, withButton(page.choice, button));
        column->addWidget(page.choiceRow);
        connect(page.choice, &QComboBox::currentIndexChanged, this, &LocationForm::changed);
    }
    column->addWidget(page.pathRow);
    connect(path, &QLineEdit::textChanged, page.pathRow, &FieldRow::clearError);
    connect(path, &QLineEdit::textChanged, this, &LocationForm::changed);
    if (button && isHere)
        connect(button, &QPushButton::clicked, this, [this, path, title = words.path] { chooseFolder(path, title); });
    else if (button)
        connect(button, &QPushButton::clicked, this, &LocationForm::newStoreRequested);
    m_pages << page;
}

void LocationForm::chooseFolder(QLineEdit *path, const QString &title)
{
    auto *const chooser = new QFileDialog(window(), title, path->text());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, path, &QLineEdit::setText);
    chooser->open();
}

void LocationForm::setMachines(const QList<Machine> &machines)
{
    QList<std::pair<QString, QVariant>> choices;
    for (const Machine &machine : machines)
        choices.emplaceBack(machine.name, machine.id.number());
    setChoices(Location::Kind::OnMachine, choices);
}

void LocationForm::setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen)
{
    m_stores = stores;
    QList<std::pair<QString, QVariant>> choices;
    for (const ObjectStoreConfig &store : stores)
        choices.emplaceBack(QStringLiteral("%1  %2").arg(store.name, addressIn(store, {})), store.name);
    setChoices(Location::Kind::InBucket, choices, chosen);
}

void LocationForm::setChoices(Location::Kind kind, const QList<std::pair<QString, QVariant>> &choices, const QString &chosen)
{
    for (const Page &page : std::as_const(m_pages)) {
        if (page.words.kind != kind)
            continue;
        page.choice->clear();
        for (const auto &[text, id] : choices)
            page.choice->addItem(text, id);
        page.choice->setCurrentIndex(std::max(0, page.choice->findData(chosen)));
        page.choiceRow->setHelp(choices.isEmpty() ? page.words.none : QString());
    }
}

Location LocationForm::location() const
{
    const Page &page = m_pages[m_shown];
    const QString typed = page.path->text().trimmed();
    switch (page.words.kind) {
    case Location::Kind::OnMachine:
        return Location::onMachine(MachineId(page.choice->currentData().toLongLong()), withoutEndSlash(typed, 1));
    case Location::Kind::InBucket: {
        const qsizetype at = page.choice->currentIndex();
        return at < 0 ? Location::inBucket({}, {}) : Location::inBucket(m_stores[at].name, addressIn(m_stores[at], typed));
    }
    case Location::Kind::ThisComputer: break;
    }
    return Location::here(folderHere(typed));
}

QString LocationForm::machineName() const
{
    return kind() == Location::Kind::OnMachine ? m_pages[m_shown].choice->currentText() : QString();
}

QString LocationForm::disabledReason() const
{
    const Page &page = m_pages[m_shown];
    return page.choice && page.choice->count() == 0 ? page.words.noneYet : QString();
}

bool LocationForm::isComplete()
{
    if (!location().path.isEmpty())
        return true;
    const Page &page = m_pages[m_shown];
    if (!page.words.missing.isEmpty()) {
        page.pathRow->setError(page.words.missing);
        focusPath();
    }
    return false;
}

void LocationForm::focusPath() { m_pages[m_shown].path->setFocus(); }

void LocationForm::clearErrors()
{
    for (const Page &page : std::as_const(m_pages))
        page.pathRow->clearError();
}

}  // namespace trainyard

#include "moc_locationform.cpp"
