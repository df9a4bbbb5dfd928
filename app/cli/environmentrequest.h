// SPDX-License-Identifier: GPL-3.0-or-later
// The input of `yard environment`: its options as a request for an environment, and the text to be checked.
#pragma once

#include "app/cli/compatrequest.h"
#include "core/knowledge/environment/environmentrecipe.h"
#include "core/knowledge/environment/lintreport.h"

namespace trainyard {

QString environmentMakeUsage();        // after `yard`
QStringList environmentMakeOptions();  // with a value
QStringList environmentMakeFlags();
QString environmentLintUsage();
QStringList environmentLintOptions();

// InvalidInput names the first wrong option.
Result<RecipeOptions> readRecipeOptions(const Options &options, const CompatAsked &asked);

struct LintRequest {
    QString name;  // of the file; "-" for standard input
    QByteArray text;
    std::optional<LintKind> kind;  // given, or by the file's name
};
Result<LintRequest> readLintRequest(const Options &options);

}  // namespace trainyard
