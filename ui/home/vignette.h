// SPDX-License-Identifier: GPL-3.0-or-later
// Small schematic drawings for the first start: what launching, watching and resuming look like. No numbers and
// no data, only shapes; drawn in the colours of simulated things.
#pragma once

#include <QWidget>

namespace trainyard {

class Vignette : public QWidget {
    Q_OBJECT
public:
    enum class Scene { Launch, Watch, Resume };
    explicit Vignette(Scene scene, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Scene m_scene;
};

}  // namespace trainyard
