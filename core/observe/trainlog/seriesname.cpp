// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/seriesname.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>
#include <string>

namespace trainyard {
namespace {

using namespace std::string_view_literals;

struct Known {
    std::string_view key;  // lower case, blanks and dashes as '_'
    const char *name;
    WordKind kind = WordKind::Known;
    double factor = 1;
    bool isInverse = false;
};

constexpr std::array kKnown{
    Known{"step", "", WordKind::Step},
    Known{"global_step", "", WordKind::Step},
    Known{"train_step", "", WordKind::Step},
    Known{"iter", "", WordKind::Step},
    Known{"iteration", "", WordKind::Step},
    Known{"num_updates", "", WordKind::Step},
    Known{"global_step/max_steps", "", WordKind::Step},
    Known{"trainer/global_step", "", WordKind::Step},
    Known{"steps_done", "", WordKind::Step},
    Known{"epoch", "", WordKind::Epoch},
    Known{"cur_epoch", "", WordKind::Epoch},
    Known{"batch", "", WordKind::StepInEpoch},
    Known{"micro_step", "", WordKind::None},
    Known{"loss", "loss"},
    Known{"lm_loss", "loss"},
    Known{"lm_loss_value", "loss"},
    Known{"training_loss", "loss"},
    Known{"total_loss", "loss"},
    Known{"tr_loss", "loss"},
    Known{"loss_step", "loss"},
    Known{"average_loss", "loss"},
    Known{"avg_loss", "loss"},
    Known{"mean_loss", "loss"},
    Known{"logloss", "loss"},
    Known{"mlogloss", "loss"},
    Known{"binary_logloss", "loss"},
    Known{"multi_logloss", "loss"},
    Known{"loss_epoch", "loss_epoch"},
    Known{"accuracy", "accuracy"},
    Known{"acc", "accuracy"},
    Known{"acc_step", "accuracy"},
    Known{"accuracy_step", "accuracy"},
    Known{"average_accuracy", "accuracy"},
    Known{"grad_norm", "grad_norm"},
    Known{"gradnorm", "grad_norm"},
    Known{"gnorm", "grad_norm"},
    Known{"gradient_norm", "grad_norm"},
    Known{"global_grad_norm", "grad_norm"},
    Known{"grad_norm_value", "grad_norm"},
    Known{"ppl", "perplexity"},
    Known{"perplexity", "perplexity"},
    Known{"lm_loss_ppl", "perplexity"},
    Known{"mfu", "mfu", WordKind::Setting},
    Known{"lr", "lr", WordKind::Setting},
    Known{"learning_rate", "lr", WordKind::Setting},
    Known{"tok/s", "throughput (tok/s)", WordKind::Setting},
    Known{"tok/sec", "throughput (tok/s)", WordKind::Setting},
    Known{"tokens/s", "throughput (tok/s)", WordKind::Setting},
    Known{"tokens/sec", "throughput (tok/s)", WordKind::Setting},
    Known{"tokens/second", "throughput (tok/s)", WordKind::Setting},
    Known{"tps", "throughput (tok/s)", WordKind::Setting},
    Known{"tokens_per_sec", "throughput (tok/s)", WordKind::Setting},
    Known{"tokens_per_second", "throughput (tok/s)", WordKind::Setting},
    Known{"wps", "throughput (words/s)", WordKind::Setting},
    Known{"samples/s", "throughput (samples/s)", WordKind::Setting},
    Known{"samples/sec", "throughput (samples/s)", WordKind::Setting},
    Known{"samples_per_second", "throughput (samples/s)", WordKind::Setting},
    Known{"samplespersec", "throughput (samples/s)", WordKind::Setting},
    Known{"runningavgsamplespersec", "throughput (samples/s)", WordKind::Setting},
    Known{"img/s", "throughput (images/s)", WordKind::Setting},
    Known{"imgs/s", "throughput (images/s)", WordKind::Setting},
    Known{"images/s", "throughput (images/s)", WordKind::Setting},
    Known{"images/sec", "throughput (images/s)", WordKind::Setting},
    Known{"it/s", "step_time", WordKind::Setting, 1, true},
    Known{"steps/s", "step_time", WordKind::Setting, 1, true},
    Known{"steps/sec", "step_time", WordKind::Setting, 1, true},
    Known{"steps_per_second", "step_time", WordKind::Setting, 1, true},
    Known{"ups", "step_time", WordKind::Setting, 1, true},
    Known{"train_speed(iter/s)", "step_time", WordKind::Setting, 1, true},
    Known{"s/it", "step_time", WordKind::Setting},
    Known{"s/step", "step_time", WordKind::Setting},
    Known{"sec/step", "step_time", WordKind::Setting},
    Known{"ms/step", "step_time", WordKind::Setting, 1e-3},
    Known{"us/step", "step_time", WordKind::Setting, 1e-6},
    Known{"step_time", "step_time", WordKind::Setting},
    Known{"time", "step_time", WordKind::Setting},
    Known{"iter_time", "step_time", WordKind::Setting},
    Known{"elapsed_time_per_iteration_(ms)", "step_time", WordKind::Setting, 1e-3},
    Known{"throughput_per_gpu_(tflop/s/gpu)", "throughput (TFLOP/s)", WordKind::Setting},
};

// Numbers next to measurements that are not measurements: times, places, names, options of the run.
constexpr std::array kNoMeasure{
    "eta"sv,
    "time_left"sv,
    "timestamp"sv,
    "ts"sv,
    "t"sv,
    "date"sv,
    "datetime"sv,
    "at"sv,
    "pid"sv,
    "port"sv,
    "ip"sv,
    "host"sv,
    "rank"sv,
    "local_rank"sv,
    "global_rank"sv,
    "world_size"sv,
    "node"sv,
    "gpu"sv,
    "device"sv,
    "v_num"sv,
    "seed"sv,
    "version"sv,
    "level"sv,
    "line"sv,
    "lineno"sv,
    "thread"sv,
    "id"sv,
    "uuid"sv,
    "run"sv,
    "elapsed"sv,
    "elapsed_time"sv,
    "eta_msec"sv,
    "remaining"sv,
    "remaining_time"sv,
    "total_time"sv,
    "wall"sv,
    "train_wall"sv,
    "year"sv,
    "max_steps"sv,
    "total_steps"sv,
    "num_epochs"sv,
    "epochs"sv,
    "max_epochs"sv,
    "micro_step"sv,
    "percentage"sv,
    "progress"sv,
    "size"sv,
    "of"sv,
    "created"sv,
    "runtime"sv,
    "train_runtime"sv,
    "code"sv,
    "attempt"sv,
    "asctime"sv,
    "levelno"sv,
    "process"sv,
    "http"sv,
    "https"sv,
    "file"sv,
};

std::string folded(std::string_view key)
{
    std::string low(key);
    for (char &c : low) {
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
        else if (c == ' ' || c == '-')
            c = '_';
    }
    return low;
}

const Known *known(std::string_view low)
{
    const auto found = std::find_if(kKnown.begin(), kKnown.end(), [low](const Known &k) { return k.key == low; });
    return found == kKnown.end() ? nullptr : &*found;
}

struct Prefix {
    std::string_view text;
    DataSplit split;
};
constexpr std::array kPrefixes{
    Prefix{"validation", DataSplit::Validation},
    Prefix{"valid", DataSplit::Validation},
    Prefix{"val", DataSplit::Validation},
    Prefix{"evaluation", DataSplit::Validation},
    Prefix{"eval", DataSplit::Validation},
    Prefix{"dev", DataSplit::Validation},
    Prefix{"test", DataSplit::Test},
    Prefix{"training", DataSplit::Train},
    Prefix{"train", DataSplit::Train},
};

}  // namespace

bool isSplitWord(std::string_view word, DataSplit *split)
{
    const std::string low = folded(word);
    for (const Prefix &prefix : kPrefixes) {
        if (low == prefix.text) {
            *split = prefix.split;
            return true;
        }
    }
    return false;
}

SeriesWord seriesWord(std::string_view key, DataSplit split)
{
    const std::string low = folded(key);
    std::string_view rest = low;
    size_t cut = 0;  // of the key as written
    if (!known(rest)) {
        for (const Prefix &prefix : kPrefixes) {
            if (rest.size() > prefix.text.size() + 1 && rest.starts_with(prefix.text)
                && (rest[prefix.text.size()] == '_' || rest[prefix.text.size()] == '/' || rest[prefix.text.size()] == '.')) {
                cut = prefix.text.size() + 1;
                rest.remove_prefix(cut);
                split = prefix.split;
                break;
            }
        }
    }
    if (rest.find_first_not_of("_/.@") == std::string_view::npos
        || std::find(kNoMeasure.begin(), kNoMeasure.end(), rest) != kNoMeasure.end())
        return {};
    const char *const before = split == DataSplit::Validation ? "val_" : split == DataSplit::Test ? "test_" : "";
    if (const Known *const word = known(rest)) {
        if (word->kind == WordKind::Step || word->kind == WordKind::Epoch || word->kind == WordKind::StepInEpoch
            || word->kind == WordKind::None)
            return {word->kind, {}, 1, false};
        return {word->kind, QLatin1String(before) + QLatin1String(word->name), word->factor, word->isInverse};
    }
    std::string_view own = key;
    if (split != DataSplit::Train)
        own.remove_prefix(cut);
    QString name = QString::fromUtf8(own.data(), qsizetype(own.size()));
    name.replace(QLatin1Char(' '), QLatin1Char('_'));
    return {WordKind::Other, QLatin1String(before) + name, 1, false};
}

QString eventSeries(const QString &folder, const QString &tag)
{
    return QLatin1String("events:") + (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) + tag;
}

QString eventSeriesMeaning(const QString &name)
{
    if (!name.startsWith(QLatin1String("events:")))
        return {};
    DataSplit split = DataSplit::Train;
    QByteArrayList kept;
    for (const QByteArray &part : name.mid(7).toUtf8().split('/')) {
        DataSplit said = DataSplit::Train;
        if (isSplitWord(std::string_view(part.constData(), size_t(part.size())), &said))
            split = said == DataSplit::Train ? split : said;  // "validation/loss/train" is doubtful: not the training's
        else
            kept.append(part);
    }
    // The last part is the measured quantity; those before it are folders.
    if (kept.isEmpty())
        return {};
    QByteArray word = kept.last();
    if (word.startsWith("epoch_"))
        word = word.mid(6);
    return seriesWord(std::string_view(word.constData(), size_t(word.size())), split).name;
}

}  // namespace trainyard
