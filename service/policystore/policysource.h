// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/document.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <functional>

namespace Cofferdam::PolicyStore {

/// Where the document in force came from; the highest present source wins whole (policy.md 1).
enum class Origin { Defaults, Etc, Config, EnvFile, EnvInline, Option };
[[nodiscard]] QByteArrayView originName(Origin origin); ///< defaults, etc, config, env_file, env_inline, option

/// What the sources are looked for with. Injected, so that tests need no real home and no real environment.
struct SourceInputs {
    QByteArray optionFile; ///< --policy
    QByteArray inlineJson; ///< ABX_SERVER_POLICY
    bool hasInlineJson = false;
    QByteArray environmentFile; ///< ABX_SERVER_POLICY_FILE
    QByteArray configDirectory; ///< $XDG_CONFIG_HOME/cofferdam
    QByteArray etcFile = "/etc/agent-sandbox/server-policy.json";
};

/// A document as found, not yet read as a policy.
struct Source {
    Origin origin = Origin::Defaults;
    QByteArray path; ///< the file it came from; for defaults the file an edit would make
    QByteArray text;
    Policy::Format format = Policy::Format::Yaml;
    bool editable = false;
    QString whyNotEditable;
};

/// Finds and reads the source that wins. A present source that cannot be read is an error, never a reason to go lower. Blocks briefly.
[[nodiscard]] Result<Source> findSource(const SourceInputs &inputs);

} // namespace Cofferdam::PolicyStore
