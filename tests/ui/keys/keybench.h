// SPDX-License-Identifier: GPL-3.0-or-later
// A window whose buttons only record that they were pressed, for tests that try every key on every control.
#pragma once

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QTest>

namespace trainyard {

inline QString controlName(const QWidget *widget)
{
    return QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
}

// Whether Tab reaches it.
inline bool isReached(const QWidget *widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
}

inline bool isTextLine(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget);
}

// Ticked by Space only.
inline bool isBox(const QWidget *widget) { return qobject_cast<const QCheckBox *>(widget) || qobject_cast<const QRadioButton *>(widget); }

inline bool isPressed(const QWidget *widget) { return qobject_cast<const QAbstractButton *>(widget) && !isBox(widget); }

class KeyBench {
public:
    explicit KeyBench(QWidget *window) : m_window(window) {}

    const QStringList &pressed() const { return m_pressed; }

    // The controls that Tab reaches in the window or in a part of it.
    static QList<QWidget *> stations(const QWidget *part)
    {
        QList<QWidget *> reached;
        for (QWidget *const one : part->findChildren<QWidget *>()) {
            if (one->window() == part->window() && isReached(one))
                reached << one;
        }
        return reached;
    }

    // Disconnects the buttons' own actions and records their clicks instead. Call it again when new buttons may have appeared.
    void listen()
    {
        for (QAbstractButton *const button : m_window->findChildren<QAbstractButton *>()) {
            if (m_heard.contains(button))
                continue;
            m_heard.insert(button);
            QObject::disconnect(button, &QAbstractButton::clicked, nullptr, nullptr);
            QObject::disconnect(button, &QAbstractButton::pressed, nullptr, nullptr);  // which opens menus
            QObject::connect(button, &QAbstractButton::clicked, &m_ear, [this, button] { m_pressed << controlName(button); });
            QObject::connect(button, &QObject::destroyed, &m_ear, [this, button] { m_heard.remove(button); });
        }
    }

    void type(QWidget *station, Qt::Key key)
    {
        m_pressed.clear();
        station->setFocus(Qt::TabFocusReason);
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : station, key);
        // The list that a key has opened.
        for (int i = 0; QApplication::activePopupWidget() && i < 3; ++i)
            QApplication::activePopupWidget()->close();
    }

private:
    QWidget *m_window;
    QObject m_ear;
    QSet<const QObject *> m_heard;
    QStringList m_pressed;
};

}  // namespace trainyard
