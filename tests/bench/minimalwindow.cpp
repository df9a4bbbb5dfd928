// SPDX-License-Identifier: GPL-3.0-or-later
// The baseline for a window's start: the minimum that a Qt Widgets program can do. It shows one label, paints once and ends.
#include <QApplication>
#include <QLabel>
#include <QTimer>

class Label : public QLabel {
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QLabel::paintEvent(event);
        QTimer::singleShot(0, qApp, &QCoreApplication::quit);
    }
};

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Label label(QStringLiteral("Trainyard"));
    label.resize(1440, 900);
    label.show();
    return QApplication::exec();
}
