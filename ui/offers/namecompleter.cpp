#include "ui/offers/namecompleter.h"

#include <QCompleter>
#include <QLineEdit>
#include <QStringListModel>

namespace trainyard {

namespace {

class NameCompleter : public QCompleter {
public:
    NameCompleter(const QStringList &names, QLineEdit *field) : QCompleter(names, field), m_field(field)
    {
        setCaseSensitivity(Qt::CaseInsensitive);
        setFilterMode(Qt::MatchContains);
        setMaxVisibleItems(10);
    }

    QStringList splitPath(const QString &path) const override { return {path.section(u',', -1).trimmed()}; }

    QString pathFromIndex(const QModelIndex &index) const override
    {
        const QString before = m_field->text().section(u',', 0, -2);
        return before.isEmpty() ? QCompleter::pathFromIndex(index) : before + QStringLiteral(", ") + QCompleter::pathFromIndex(index);
    }

private:
    QLineEdit *m_field;
};

}  // namespace

void completeNames(QLineEdit *field, const QStringList &names)
{
    if (auto *before = dynamic_cast<NameCompleter *>(field->completer())) {
        static_cast<QStringListModel *>(before->model())->setStringList(names);
        return;
    }
    field->setCompleter(new NameCompleter(names, field));
}

}  // namespace trainyard
