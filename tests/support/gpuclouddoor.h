// SPDX-License-Identifier: GPL-3.0-or-later
// The front door of the stand-in for RunPod, Lambda and Vast.ai: which call a path is, and whether a body has its shape
// (tests/data/gpuclouds). Pure.
#pragma once

#include <QJsonValue>
#include <QString>

namespace trainyard {

// What is wrong with a value, by the shape that it must have; empty: nothing.
QString gpuCloudMisfit(const QJsonValue &value, const QJsonValue &shape, const QString &path);
// "/v1/pods/pod-1/stop" is "/v1/pods/{id}/stop".
QString gpuCloudPattern(const QString &path, QString &id);

}  // namespace trainyard
