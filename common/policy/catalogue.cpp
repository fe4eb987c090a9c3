// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue.h"

#include "common/policy/catalogue_rows.h"

#include <QtCore/QHash>

#include <algorithm>
#include <array>

namespace Cofferdam::Policy {

namespace {

constexpr std::array<const char *, 14> built {
    "health", "capabilities", "capabilities_check",
    "files_list", "files_stat", "files_read", "files_mkdir", "files_delete", "files_move",
    "files_upload_stream", "files_download_stream", "upload", "download",
    "shell",
};

QList<Endpoint> readAll()
{
    using namespace Rows;
    QList<Endpoint> list;
    for (const Section &section : {core(), commands(), files(), process(), terminal(), systemFacts(), devTools(), browser(), agents(),
             desktop(), tools(), mcp(), web(), database()}) {
        for (const Row &row : section.rows) {
            list.append(read(row, section.group));
            list.last().built = std::ranges::find(built, list.last().id) != built.end();
        }
    }
    return list;
}

/// Views into the endpoints' own ids, so that a look-up allocates nothing.
const QHash<QByteArrayView, int> &byId()
{
    static const auto index = [] {
        QHash<QByteArrayView, int> result;
        for (qsizetype i = 0; i < endpoints().size(); ++i)
            result.insert(endpoints().at(i).id, int(i));
        return result;
    }();
    return index;
}

template <typename T>
const T *findByKey(const QList<T> &list, QByteArrayView key)
{
    const auto it = std::ranges::find(list, key, &T::key);
    return it == list.end() ? nullptr : &*it;
}

constexpr std::array<QByteArrayView, 4> roleNames {"read", "write", "delete", "exec"};

} // namespace

QByteArrayView pathRoleName(PathRole role) { return roleNames[size_t(role)]; }

std::optional<PathRole> pathRoleFromName(QByteArrayView name)
{
    const auto it = std::ranges::find(roleNames, name);
    if (it == roleNames.end())
        return std::nullopt;
    return PathRole(it - roleNames.begin());
}

const LimitDefault *Endpoint::limit(QByteArrayView key) const { return findByKey(limits, key); }

const ParamDefault *Endpoint::param(QByteArrayView key) const { return findByKey(params, key); }

const QList<Endpoint> &endpoints()
{
    static const QList<Endpoint> list = readAll();
    return list;
}

const Endpoint *findEndpoint(QByteArrayView id)
{
    const int index = endpointIndex(id);
    return index < 0 ? nullptr : &endpoints().at(index);
}

int endpointIndex(QByteArrayView id) { return byId().value(id, -1); }

const Group *findGroup(QByteArrayView name)
{
    const auto it = std::ranges::find(groups(), name, &Group::name);
    return it == groups().end() ? nullptr : &*it;
}

QList<QByteArray> endpointsOfGroup(QByteArrayView group)
{
    QList<QByteArray> ids;
    for (const Endpoint &endpoint : endpoints()) {
        if (endpoint.group == group)
            ids.append(endpoint.id);
    }
    return ids;
}

std::span<const char *const> builtEndpoints() { return built; }

} // namespace Cofferdam::Policy
