// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/ids.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <sys/random.h>

#include <cerrno>
#include <cstdlib>

namespace Cofferdam {

QByteArray randomBytes(int count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    for (qsizetype got = 0; got < count;) {
        const ssize_t n = ::getrandom(bytes.data() + got, size_t(count - got), 0);
        if (n > 0)
            got += n;
        else if (errno != EINTR)
            std::abort(); // INVARIANT: no id is ever made without randomness
    }
    return bytes;
}

QByteArray newId() { return randomBytes(16).toHex(); }

QByteArray newToken() { return randomBytes(32).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals); }

QByteArray sha256(QByteArrayView data)
{
    QByteArray digest(SHA256_DIGEST_LENGTH, Qt::Uninitialized);
    SHA256(reinterpret_cast<const unsigned char *>(data.data()), size_t(data.size()), reinterpret_cast<unsigned char *>(digest.data()));
    return digest;
}

QByteArray sha256Hex(QByteArrayView data) { return sha256(data).toHex(); }

bool equalInConstantTime(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), size_t(a.size())) == 0;
}

} // namespace Cofferdam
