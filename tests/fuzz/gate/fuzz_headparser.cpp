// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/headparser.h"

#include <algorithm>
#include <cstdlib>

using namespace Cofferdam::Gate;

namespace {

struct Outcome {
    HeadParser::State state = HeadParser::State::Incomplete;
    qsizetype consumed = 0;
    QByteArray code;
    Head head;
};

Outcome parse(QByteArrayView bytes, qsizetype size)
{
    HeadParser parser;
    Outcome outcome;
    while (!bytes.isEmpty() && outcome.state == HeadParser::State::Incomplete) {
        const HeadParser::Step step = parser.feed(bytes.first(std::min(size, bytes.size())));
        outcome.state = step.state;
        outcome.consumed += step.consumed;
        bytes = bytes.sliced(step.consumed);
    }
    outcome.code = parser.error().code;
    outcome.head = parser.takeHead();
    return outcome;
}

void require(bool condition)
{
    if (!condition)
        std::abort();
}

void checkAccepted(const Head &head)
{
    require(head.target.startsWith('/') && head.path.startsWith('/') && !head.target.startsWith("//"));
    require(head.headerCount("host") == 1 && head.headerCount("transfer-encoding") == 0 && head.headerCount("content-length") <= 1);
    require(head.headers.size() <= 64 && head.target.size() <= 8192);
    require(!head.path.contains('\0') && !head.path.contains("/../") && !head.path.endsWith("/.."));
    for (const HeaderField &field : head.headers)
        require(!field.name.isEmpty() && !field.value.contains('\r') && !field.value.contains('\n') && !field.value.contains('\0'));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    const Outcome whole = parse(bytes, 65536);
    require((whole.state == HeadParser::State::Refused) == !whole.code.isEmpty());
    if (whole.state == HeadParser::State::Complete)
        checkAccepted(whole.head);
    // However the bytes are cut, the verdict is the same.
    const Outcome cut = parse(bytes, 1);
    require(whole.state == cut.state);
    if (whole.state == HeadParser::State::Complete)
        require(whole.consumed == cut.consumed && whole.head.path == cut.head.path && whole.head.headers.size() == cut.head.headers.size());
    return 0;
}
