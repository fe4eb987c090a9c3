// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filternode.h"

#include <algorithm>

namespace Cofferdam::Audit {

namespace {

using Values = FilterField::Values;

constexpr const char *Decisions[] = {"allow", "deny", "error"};
constexpr const char *Events[] = {"call", "admin", "lease", "approval", "service"};

constexpr FilterField Fields[] = {
    {"decision", Values::Text, Field::Decision, "what was decided", Decisions},
    {"endpoint", Values::Text, Field::Endpoint, "the endpoint's id, or admin.METHOD", {}},
    {"identity", Values::Text, Field::Identity, "who called; - is unauthenticated", {}},
    {"code", Values::Text, Field::Code, "the error code of a refusal", {}},
    {"status", Values::Number, Field::Status, "the HTTP status", {}},
    {"path", Values::Path, Field::Paths, "path~/a is /a or below, path:*.pem a pattern", {}},
    {"rule", Values::Text, Field::Rule, "the rule that decided", {}},
    {"since", Values::Since, Field::Ts, "not older than 30s, 5m, 2h, 7d, or a time", {}},
    {"until", Values::Until, Field::Ts, "older than a span or a time", {}},
    {"event", Values::Text, Field::Event, "the kind of event", Events},
    {"method", Values::Text, Field::Method, "the HTTP method", {}},
    {"duration", Values::Duration, Field::DurationUs, "how long it took, as in >10ms", {}},
    {"duration_us", Values::Duration, Field::DurationUs, "how long it took, in microseconds", {}},
    {"bytes_in", Values::Size, Field::BytesIn, "size of the request", {}},
    {"bytes_out", Values::Size, Field::BytesOut, "size of the answer", {}},
    {"session", Values::Text, Field::Session, "the session id of the caller", {}},
    {"agent", Values::Text, Field::Agent, "the agent id of the caller", {}},
    {"task", Values::Text, Field::Task, "the task id of the caller", {}},
    {"object", Values::Text, Field::Object, "what the event is about", {}},
    {"peer", Values::Text, Field::Peer, "the caller's address", {}},
    {"params", Values::Text, Field::Params, "the noted parameters, as JSON", {}},
    {"request_id", Values::Text, Field::RequestId, "the request's id", {}},
    {"revision", Values::Text, Field::Revision, "the policy's revision", {}},
    {"seq", Values::Number, Field::Seq, "the place in the log", {}},
    {"count", Values::Number, Field::Count, "how many events one line stands for", {}},
    {"boot", Values::Text, Field::Boot, "the run of the service", {}},
};

} // namespace

std::span<const FilterField> filterFields() { return Fields; }

const FilterField *findFilterField(QByteArrayView name)
{
    const auto it = std::ranges::find_if(Fields, [name](const FilterField &field) { return name == QByteArrayView(field.name); });
    return it == std::end(Fields) ? nullptr : it;
}

} // namespace Cofferdam::Audit
