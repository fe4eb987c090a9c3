// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/consoleclient.h"

#include "common/base/atomicfile.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

namespace {

constexpr qint64 smallFileCap = 64 * 1024;

/// The first address that is not a Unix socket, as a URL.
QUrl httpUrlOf(const QJsonArray &addresses)
{
    for (const QJsonValue &value : addresses) {
        const QString address = value.toString();
        if (address.isEmpty() || address.startsWith("unix:"_L1))
            continue;
        const QUrl url(u"http://"_s + address, QUrl::StrictMode);
        if (url.isValid() && url.port() > 0)
            return url;
    }
    return {};
}

} // namespace

QByteArray defaultRuntimeDir()
{
    const QByteArray xdg = qgetenv("XDG_RUNTIME_DIR");
    if (xdg.startsWith('/'))
        return QDir::cleanPath(QFile::decodeName(xdg) + u"/cofferdam"_s).toUtf8();
    return "/tmp/cofferdam-" + QByteArray::number(getuid());
}

Result<ServiceAddress> findService(const QByteArray &runtimeDir)
{
    const QByteArray folder = runtimeDir.isEmpty() ? defaultRuntimeDir() : runtimeDir;
    const QByteArray file = folder + "/service.json";
    struct stat info {};
    if (::stat(file.constData(), &info) == 0 && info.st_uid != getuid() && info.st_uid != 0)
        return failure("bad_service_file", u"expected a file of this user, %1 belongs to user %2"_s.arg(QString::fromUtf8(file)).arg(info.st_uid));
    const Result<QByteArray> text = readWholeFile(file, smallFileCap);
    if (!text)
        return failure("no_service", u"no service runs here: %1 cannot be read (%2)"_s.arg(QString::fromUtf8(file), text.error().message));
    const QJsonObject object = QJsonDocument::fromJson(*text).object();
    ServiceAddress found;
    found.httpUrl = httpUrlOf(object.value("addresses"_L1).toArray());
    found.operatorTokenFile = object.value("operator_token_file"_L1).toString().toUtf8();
    found.version = object.value("version"_L1).toString().toUtf8();
    found.pid = object.value("pid"_L1).toInteger();
    if (found.httpUrl.isEmpty())
        return failure("bad_service_file", u"expected an object with a TCP address, %1 has none"_s.arg(QString::fromUtf8(file)));
    return found;
}

Result<QByteArray> readOperatorToken(const QByteArray &file)
{
    if (file.isEmpty())
        return failure("no_credential", u"no file with the operator's token is named"_s);
    const Result<QByteArray> text = readWholeFile(file, smallFileCap);
    if (!text)
        return failure("no_credential", u"the operator's token cannot be read from %1 (%2)"_s.arg(QString::fromUtf8(file), text.error().message));
    QByteArray token = text->trimmed();
    if (token.isEmpty())
        return failure("no_credential", u"%1 is empty"_s.arg(QString::fromUtf8(file)));
    return token;
}

} // namespace Cofferdam::Client
