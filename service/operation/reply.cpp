// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operation/reply.h"

#include <QtCore/QJsonDocument>

namespace Cofferdam {

Reply Reply::json(const QJsonObject &object, int status) { return jsonText(QJsonDocument(object).toJson(QJsonDocument::Compact), status); }

Reply Reply::jsonText(QByteArray utf8, int status)
{
    Reply reply;
    reply.status = status;
    reply.body = std::move(utf8);
    return reply;
}

Reply Reply::noContent()
{
    Reply reply;
    reply.status = 204;
    return reply;
}

Reply Reply::failed(Error error)
{
    Reply reply;
    reply.error = std::move(error);
    return reply;
}

} // namespace Cofferdam
