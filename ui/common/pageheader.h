// Title left, its context beside it, actions right, the primary one rightmost; the message bar below.
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace trainyard {

class ElidedLabel;
class Label;
class MessageBar;

class PageHeader : public QWidget {
    Q_OBJECT
public:
    explicit PageHeader(const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setContext(const QString &text);
    // Directly after the title: badges and chips.
    void addBesideTitle(QWidget *widget);
    // Before the title: where this page belongs, "Runs ›".
    void setBreadcrumb(const QString &text, const QString &objectName);
    // From left to right; the last one is the primary.
    void addAction(QWidget *widget);
    using QWidget::addAction;
    MessageBar *messageBar() const { return m_messages; }

Q_SIGNALS:
    void breadcrumbClicked();

private:
    Label *m_title;
    ElidedLabel *m_context;
    QHBoxLayout *m_row, *m_left, *m_right;
    QWidget *m_crumb = nullptr;
    MessageBar *m_messages;
};


}  // namespace trainyard
