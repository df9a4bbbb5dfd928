// SPDX-License-Identifier: GPL-3.0-or-later
// Every dialog of the program, filled with sample data, for tests that go through all of them. tests/architecture makes sure that none is
// missing: a class that derives from Dialog and is not named in dialogsamples.cpp breaks a rule.
#pragma once

#include <QList>

#include <functional>

class QDialog;
class QWidget;

namespace trainyard {

struct DialogSample {
    const char *name;
    std::function<QDialog *(QWidget *)> make;  // not shown yet; does not delete itself when closed
};

QList<DialogSample> dialogSamples();

}  // namespace trainyard
