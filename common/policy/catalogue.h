// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

#include <optional>
#include <span>

/// The catalogue of endpoints.md 1 as data: the one table from which routes, policy defaults, completion, discovery, the OpenAPI
/// document and the reference pages are derived. Immutable after start; thread-safe.
namespace Cofferdam::Policy {

enum class PathRole { Read, Write, Delete, Exec };
[[nodiscard]] QByteArrayView pathRoleName(PathRole role); ///< "read", "write", "delete", "exec"
[[nodiscard]] std::optional<PathRole> pathRoleFromName(QByteArrayView name);

/// Where a request of the endpoint carries its parameters, and what kind of body it has.
enum class BodyKind { None, Json, Raw, RawOrJson };
enum class StreamKind { None, Sse, SseOption, WebSocket, RawBody, Chunked };
enum class Tier { S, P, N1 };

/// One path-taking parameter: "path", "source", "destination", "paths", "cwd", "file", "archive".
struct PathParameter {
    QByteArray name;
    QList<PathRole> roles; ///< all must pass; files_edit has two
    bool inQuery = false; ///< else in the JSON body
    bool each = false; ///< every produced or touched entry is judged too
    bool optional = false; ///< absent means base_dir (or the first allow root)
    bool list = false; ///< paths[]
    bool leaf = false; ///< acts on the last component itself and never follows it (delete, move)
};

enum class LimitKind { Size, Integer, Seconds };
/// One row of endpoints.md 1.6.
struct LimitKey {
    QByteArray key;
    LimitKind kind = LimitKind::Integer;
    bool zeroAllowed = false;
    QByteArray meaning; ///< one sentence
    QByteArray atLimit; ///< what happens at it
};
/// A limit of one endpoint; no value = no limit by default.
struct LimitDefault {
    QByteArray key;
    std::optional<qint64> value;
};

enum class ParamKind { Bool, StringList, OctalMode, IntegerOrRangeList, Integer };
/// One row of endpoints.md 1.7.
struct ParamKey {
    QByteArray key;
    ParamKind kind = ParamKind::Bool;
    bool unionMerge = false; ///< deny_*: the union over every candidate
    QList<QByteArray> closedValues; ///< of a list, where the vocabulary is closed
    QByteArray meaning;
};
struct ParamDefault {
    QByteArray key;
    QJsonValue value; ///< undefined: not set
};

struct Endpoint {
    QByteArray id;
    QByteArray method; ///< "GET", "POST", …; "*" for any
    QByteArray path; ///< "/process/{id}/signal"
    QByteArray group;
    Tier tier = Tier::S;
    QList<QByteArray> scopes; ///< all-of
    bool authentication = true; ///< false only for health
    QList<PathParameter> paths;
    QList<LimitDefault> limits; ///< the common ones (C, St) included, with this endpoint's defaults
    QList<ParamDefault> params;
    BodyKind body = BodyKind::None;
    StreamKind stream = StreamKind::None;
    QByteArray summary;
    QList<QByteArray> query; ///< names of the query parameters it takes (endpoints.md 1.8)
    bool startsPrograms = false; ///< shell, process_*, pty_create, code_*, …: off without a sandbox level
    bool mutating = false; ///< writes, deletes, executes or changes state
    bool built = false; ///< this version has a handler; otherwise discovery says not_built

    [[nodiscard]] bool isCore() const { return group == "core"; }
    [[nodiscard]] const LimitDefault *limit(QByteArrayView key) const;
    [[nodiscard]] const ParamDefault *param(QByteArrayView key) const;
    [[nodiscard]] bool takesPaths() const { return !paths.isEmpty(); }
};

struct Group {
    QByteArray name;
    bool onByDefault = true;
    bool canDisable = true;
    QByteArray summary;
};

struct Scope {
    QByteArray name;
    QByteArray grants;
    QByteArray note;
};

/// Every endpoint, in the order of endpoints.md. The reference stays valid for the life of the process.
[[nodiscard]] const QList<Endpoint> &endpoints();
[[nodiscard]] const Endpoint *findEndpoint(QByteArrayView id);
[[nodiscard]] int endpointIndex(QByteArrayView id); ///< place in endpoints(), -1 where unknown
[[nodiscard]] const QList<Group> &groups();
[[nodiscard]] const Group *findGroup(QByteArrayView name);
[[nodiscard]] QList<QByteArray> endpointsOfGroup(QByteArrayView group);
[[nodiscard]] const QList<Scope> &scopes();
[[nodiscard]] const QList<LimitKey> &limitKeys();
[[nodiscard]] const LimitKey *findLimitKey(QByteArrayView key);
[[nodiscard]] const QList<ParamKey> &paramKeys();
[[nodiscard]] const ParamKey *findParamKey(QByteArrayView key);
/// Ids this version has handlers for: the single list that the composition root's registration is checked against by a test.
[[nodiscard]] std::span<const char *const> builtEndpoints();

/// The whole catalogue, with error codes, lint rules and presets, as `cofferdamd --describe` prints it.
[[nodiscard]] QJsonObject describe();

} // namespace Cofferdam::Policy
