// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/linehasher.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace Cofferdam::Audit {

LineHasher::LineHasher() : m_context(EVP_MD_CTX_new())
{
    // INVARIANT: a chain is never written without its hash
    if (!m_context || EVP_DigestInit_ex(m_context, EVP_sha256(), nullptr) != 1)
        std::abort();
}

LineHasher::~LineHasher() { EVP_MD_CTX_free(m_context); }

QByteArray LineHasher::hex(QByteArrayView line)
{
    static constexpr char digits[] = "0123456789abcdef";
    unsigned char digest[32];
    unsigned int size = 0;
    const bool good = EVP_DigestInit_ex(m_context, nullptr, nullptr) == 1 && EVP_DigestUpdate(m_context, line.data(), size_t(line.size())) == 1
        && EVP_DigestFinal_ex(m_context, digest, &size) == 1;
    if (!good || size != sizeof digest)
        std::abort();
    QByteArray out(64, Qt::Uninitialized);
    for (size_t i = 0; i < sizeof digest; ++i) {
        out[qsizetype(2 * i)] = digits[digest[i] >> 4];
        out[qsizetype(2 * i + 1)] = digits[digest[i] & 15];
    }
    return out;
}

} // namespace Cofferdam::Audit
