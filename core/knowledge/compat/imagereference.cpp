// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/imagereference.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ImageReference)
};

// The limits of registries: 255 for the name, 128 for the tag, 71 for a digest.
constexpr qsizetype kMax = 512;

}  // namespace

Result<ImageReference> ImageReference::parse(const QString &text)
{
    static const QRegularExpression repositoryForm(
        QStringLiteral("\\A[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*(/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)*\\z"));
    static const QRegularExpression tagForm(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}\\z"));
    static const QRegularExpression digestForm(QStringLiteral("\\Asha(256:[0-9a-f]{64}|512:[0-9a-f]{128})\\z"));
    static const QRegularExpression registryForm(QStringLiteral("\\A(\\[[0-9a-fA-F:]+\\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?\\z"));
    if (text.isEmpty() || text.size() > kMax)
        return invalidInput(
            Words::tr("An image is written like pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime, in at most %1 characters.").arg(kMax));
    ImageReference image;
    QString rest = text;
    if (const qsizetype at = rest.indexOf(u'@'); at >= 0) {
        image.digest = rest.mid(at + 1);
        rest.truncate(at);
        if (!digestForm.match(image.digest).hasMatch())
            return invalidInput(Words::tr("“%1” is not a valid digest: it must be sha256: and 64 characters from 0 to 9 and a to f.")
                                    .arg(image.digest.left(80)));
    }
    // Docker's rule for recognizing a registry in the first part of a name.
    if (const qsizetype slash = rest.indexOf(u'/'); slash >= 0) {
        const QString first = rest.left(slash);
        if (first.contains(u'.') || first.contains(u':') || first == QLatin1String("localhost")) {
            image.registry = first.toLower();
            rest.remove(0, slash + 1);
            if (!registryForm.match(first).hasMatch())
                return invalidInput(Words::tr("“%1” is not a valid registry.").arg(first.left(80)));
        }
    }
    if (const qsizetype colon = rest.indexOf(u':'); colon >= 0) {
        image.tag = rest.mid(colon + 1);
        rest.truncate(colon);
        if (!tagForm.match(image.tag).hasMatch())
            return invalidInput(Words::tr("“%1” is not a valid tag of an image.").arg(image.tag.left(80)));
    }
    if (rest != rest.toLower() && repositoryForm.match(rest.toLower()).hasMatch())
        return invalidInput(Words::tr("Image names are in lower case: write %1.").arg(rest.toLower().left(120)));
    if (!repositoryForm.match(rest).hasMatch())
        return invalidInput(Words::tr("“%1” is not a valid image name.").arg(rest.left(80)));
    if (image.registry == QLatin1String("docker.io") || image.registry == QLatin1String("index.docker.io")
        || image.registry == QLatin1String("registry-1.docker.io"))
        image.registry.clear();
    if (image.registry.isEmpty() && rest.startsWith(QLatin1String("library/")))
        rest.remove(0, 8);
    image.repository = rest;
    return image;
}

QString ImageReference::text() const
{
    QString text = registry.isEmpty() ? repository : registry + u'/' + repository;
    if (!tag.isEmpty())
        text += u':' + tag;
    return digest.isEmpty() ? text : text + u'@' + digest;
}

}  // namespace trainyard
