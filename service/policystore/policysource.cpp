// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/policystore/policysource.h"

#include "common/base/atomicfile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyStore {

namespace {

constexpr qint64 MostBytes = 1 << 20;

bool isPresent(const QByteArray &path)
{
    struct stat info {};
    return !path.isEmpty() && ::lstat(path.constData(), &info) == 0;
}

/// The file behind a link, so that replacing it keeps the link.
QByteArray realName(const QByteArray &path)
{
    char resolved[PATH_MAX];
    return ::realpath(path.constData(), resolved) ? QByteArray(resolved) : path;
}

bool canReplace(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    const QByteArray directory = slash <= 0 ? QByteArray("/") : path.first(slash);
    return ::access(directory.constData(), W_OK | X_OK) == 0;
}

Result<Source> readFile(Origin origin, const QByteArray &path)
{
    const auto format = Policy::formatFromFileName(path);
    if (!format)
        return failure("bad_policy_file", "expected a name ending in .yaml, .yml or .json, got "_L1 + QString::fromLocal8Bit(path));
    auto text = readWholeFile(path, MostBytes);
    if (!text)
        return failure(text.error());
    Source source {origin, realName(path), std::move(*text), *format, true, {}};
    if (!canReplace(source.path)) {
        source.editable = false;
        source.whyNotEditable = "the service may not write "_L1 + QString::fromLocal8Bit(source.path);
    }
    return source;
}

} // namespace

QByteArrayView originName(Origin origin)
{
    switch (origin) {
    case Origin::Defaults: return "defaults";
    case Origin::Etc: return "etc";
    case Origin::Config: return "config";
    case Origin::EnvFile: return "env_file";
    case Origin::EnvInline: return "env_inline";
    case Origin::Option: return "option";
    }
    return "defaults";
}

Result<Source> findSource(const SourceInputs &inputs)
{
    if (!inputs.optionFile.isEmpty())
        return readFile(Origin::Option, inputs.optionFile);
    if (inputs.hasInlineJson)
        return Source {Origin::EnvInline, {}, inputs.inlineJson, Policy::Format::Json, false,
            u"the policy came from the environment variable ABX_SERVER_POLICY"_s};
    if (!inputs.environmentFile.isEmpty())
        return readFile(Origin::EnvFile, inputs.environmentFile);
    for (const QByteArrayView name : {"policy.yaml", "policy.json"}) {
        const QByteArray path = inputs.configDirectory + QByteArray("/") + name.toByteArray();
        if (!inputs.configDirectory.isEmpty() && isPresent(path))
            return readFile(Origin::Config, path);
    }
    if (isPresent(inputs.etcFile))
        return readFile(Origin::Etc, inputs.etcFile);
    Source defaults;
    defaults.path = inputs.configDirectory.isEmpty() ? QByteArray() : inputs.configDirectory + "/policy.yaml";
    defaults.text = "version: 1\npreset: default\n";
    defaults.editable = !defaults.path.isEmpty();
    if (!defaults.editable)
        defaults.whyNotEditable = u"there is no configuration directory to write a policy to"_s;
    return defaults;
}

} // namespace Cofferdam::PolicyStore
