// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/validate_reader.h"

/// The parts of the strict reading, one a section of the document. Each reports its faults through the reader.
namespace Cofferdam::Policy::Load {

void readAuth(Reader &reader, const Place &place, AuthSection &auth);
void readGroups(Reader &reader, const Place &place, QList<Rule> &rules);
void readDefaults(Reader &reader, const Place &place, const SourceSpan &keySpan, QList<Rule> &rules);
void readEndpoints(Reader &reader, const Place &place, QList<Rule> &rules);
void readAudit(Reader &reader, const Place &place, Document &document);
void readHttp(Reader &reader, const Place &place, HttpSection &http);
void readSandboxing(Reader &reader, const Place &place, SandboxSection &sandbox);

/// Where a rule applies: what its limits, parameters and paths are judged by.
struct Applies {
    QByteArray words; ///< for messages: "`shell`", "any endpoint of group `process`"
    QList<const Endpoint *> endpoints;
    bool exact = false;
    bool everywhere = false; ///< defaults
};
void readLimits(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields);
void readParams(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields);
void readPaths(Reader &reader, const Place &place, PathFields &paths);

/// An absolute path as a policy may name one; the fault's message, or nothing.
[[nodiscard]] QString checkAbsolute(QByteArrayView path);
/// A scope as an identity may hold it (`*` and `ns:*` too) or as a rule may require it.
[[nodiscard]] QString checkHeldScope(QByteArrayView scope);
[[nodiscard]] QString checkRequiredScope(QByteArrayView scope);

} // namespace Cofferdam::Policy::Load
