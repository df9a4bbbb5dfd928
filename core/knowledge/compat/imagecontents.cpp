// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/imagecontents.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ImageContents)
};

const QString kTorch = QStringLiteral("pytorch/pytorch");
const QString kCuda = QStringLiteral("nvidia/cuda");
const QString kTensorflow = QStringLiteral("tensorflow/tensorflow");
const QString kNgc = QStringLiteral("nvcr.io/nvidia/pytorch");

// The condition that images of this CUDA inherit from nvidia/cuda. `image`: its complete version, if known.
void inheritCondition(ImageContents &contents, const CompatFacts &facts, const Version &image)
{
    const auto found = std::find_if(facts.constraints.begin(), facts.constraints.end(),
                                    [&](const ConstraintString &one) { return one.cuda == contents.cuda.first(2); });
    if (found == facts.constraints.end())
        return;
    contents.condition = ImageContents::Condition::Known;
    contents.constraint = &*found;
    contents.isConstraintExact = found->isWhole && (image.size() < 3 || image == found->image);
    contents.sources += found->sources;
}

bool readTorchTag(const QString &tag, const CompatFacts &facts, ImageContents &contents)
{
    static const QRegularExpression form(QStringLiteral("\\A([0-9.]+)-cuda([0-9.]+)-(cudnn[0-9.]+-(runtime|devel))\\z"));
    const auto match = form.match(tag);
    const auto torch = Version::parse(match.captured(1)), cuda = Version::parse(match.captured(2));
    if (!match.hasMatch() || !torch || !cuda || torch->size() < 2 || cuda->size() < 2)
        return false;
    contents.framework = QStringLiteral("torch");
    contents.frameworkVersion = *torch;
    contents.cuda = *cuda;
    contents.flavour = match.captured(3);
    contents.sources << QStringLiteral("PT-DOCKER");
    if (match.captured(4) == QLatin1String("runtime")) {
        contents.condition = ImageContents::Condition::None;
    } else {
        contents.hasCompatLibraries = true;
        inheritCondition(contents, facts, *cuda);
    }
    return true;
}

bool readCudaTag(const QString &tag, const CompatFacts &facts, ImageContents &contents)
{
    static const QRegularExpression form(QStringLiteral("\\A([0-9.]+)-((cudnn[0-9]*-)?(base|runtime|devel)-[a-z]+[0-9.]+)\\z"));
    const auto match = form.match(tag);
    const auto cuda = Version::parse(match.captured(1));
    if (!match.hasMatch() || !cuda || cuda->size() < 2)
        return false;
    contents.cuda = *cuda;
    contents.flavour = match.captured(2);
    contents.hasCompatLibraries = true;
    inheritCondition(contents, facts, *cuda);
    return true;
}

bool readTensorflowTag(const QString &tag, const CompatFacts &facts, ImageContents &contents)
{
    static const QRegularExpression form(QStringLiteral("\\A([0-9]+\\.[0-9]+\\.[0-9]+)((-gpu|-jupyter|-py3)*)\\z"));
    const auto match = form.match(tag);
    const auto version = Version::parse(match.captured(1));
    if (!match.hasMatch() || !version)
        return false;
    contents.framework = QStringLiteral("tensorflow");
    contents.frameworkVersion = *version;
    contents.flavour = match.captured(2);
    contents.isCpuOnly = !match.captured(2).contains(QLatin1String("-gpu"));
    contents.sources << QStringLiteral("TF-DOCS");
    const auto release = std::find_if(facts.tensorflow.begin(), facts.tensorflow.end(),
                                      [&](const TensorflowRelease &one) { return one.version.first(2) == version->first(2); });
    if (release != facts.tensorflow.end())
        contents.cuda = release->cuda;
    return true;
}

bool readNgcTag(const QString &tag, const CompatFacts &facts, ImageContents &contents)
{
    const auto found = std::find_if(facts.ngc.begin(), facts.ngc.end(), [&](const NgcRelease &one) { return one.tag == tag; });
    if (found == facts.ngc.end() || found->cuda.isNull())
        return false;
    contents.cuda = found->cuda;
    contents.ownDriver = found->driver;
    contents.olderDrivers = found->olderDrivers;
    contents.hasCompatLibraries = true;
    contents.isTagSeen = true;
    contents.sources += found->sources;
    return true;
}

}  // namespace

ImageContents contentsOf(const ImageReference &image, const CompatFacts &facts)
{
    ImageContents contents;
    ImageReference plain = image;
    plain.tag.clear();
    plain.digest.clear();
    QString name = plain.text();
    if (name == QLatin1String("nvcr.io/nvidia/cuda"))
        name = kCuda;
    const KnownImages *known = facts.image(name);
    if (!known && name != kNgc) {
        const bool isMirror = !image.registry.isEmpty() && facts.image(image.repository);
        contents.missing =
            isMirror
                ? Words::tr("The contents of %1 are unknown. If it mirrors Docker Hub, check %2 instead.")
                      .arg(image.registry, image.tag.isEmpty() ? image.repository : image.repository + u':' + image.tag)
                : Words::tr(
                      "The contents of %1 are unknown: only its versions of CUDA and frameworks and its NVIDIA_REQUIRE_CUDA would tell.")
                      .arg(plain.text());
        return contents;
    }
    if (image.tag.isEmpty()) {
        contents.missing = image.digest.isEmpty()
                               ? Words::tr("%1 has no tag: add one, as in %1:TAG.").arg(name)
                               : Words::tr("A digest does not show the contents: write the tag before it, like %1:TAG@sha256:….").arg(name);
        return contents;
    }
    ImageContents read;
    read.isTagSeen = known && known->tags.contains(image.tag);
    const bool isRead = name == kTorch        ? readTorchTag(image.tag, facts, read)
                        : name == kCuda       ? readCudaTag(image.tag, facts, read)
                        : name == kTensorflow ? readTensorflowTag(image.tag, facts, read)
                                              : readNgcTag(image.tag, facts, read);
    if (!isRead) {
        contents.missing = Words::tr("The tag of %1:%2 does not show its contents. Use a tag with versions.").arg(name, image.tag);
        return contents;
    }
    read.name = name;
    if (known && read.isTagSeen)
        read.sources += known->sources;
    read.sources.removeDuplicates();
    return read;
}

QStringList knownImages(const CompatFacts &facts)
{
    QStringList images;
    for (const KnownImages &known : facts.images) {
        for (const QString &tag : known.tags)
            images << known.name + u':' + tag;
    }
    for (const NgcRelease &release : facts.ngc)
        images << kNgc + u':' + release.tag;
    return images;
}

}  // namespace trainyard
