// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/displaytext.h"

#include <QtCore/QChar>
#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

bool isInvisible(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // bidirectional marks, zero-width joiners, tags
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    case QChar::Separator_Space: return code != U' ';
    default: return code == 0x115f || code == 0x1160 || code == 0x3164 || code == 0xffa0; // blank Hangul fillers
    }
}

void appendEscaped(QString &out, char32_t code)
{
    switch (code) {
    case U'\n': out += "\\n"_L1; return;
    case U'\r': out += "\\r"_L1; return;
    case U'\t': out += "\\t"_L1; return;
    default: break;
    }
    const bool byte = code <= 0xff;
    out += (byte ? "\\x"_L1 : code > 0xffff ? "\\U"_L1 : "\\u"_L1) + QString::number(uint(code), 16).rightJustified(byte ? 2 : code > 0xffff ? 8 : 4, u'0');
}

} // namespace

QString displayText(const QString &text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t code = text.at(i).unicode();
        if (text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            code = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
            ++i;
        }
        if (isInvisible(code)) appendEscaped(out, code);
        else out += QChar::fromUcs4(code);
    }
    return out;
}

QString displayText(QByteArrayView utf8)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    const QString decoded = decoder.decode(utf8);
    if (!decoder.hasError()) return displayText(decoded);
    QString out; // not UTF-8: every byte beyond ASCII is shown as what it is
    for (const char byte : utf8) {
        const auto code = char32_t(uchar(byte));
        if (code >= 0x7f || code < 0x20) appendEscaped(out, code);
        else out += QLatin1Char(byte);
    }
    return out;
}

QString shellQuoted(const QString &text)
{
    const bool plain = !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return (c.unicode() < 0x80 && c.isLetterOrNumber()) || u"/._-:@+,"_s.contains(c); });
    return plain ? text : u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}

QString displayDuration(qint64 microseconds)
{
    if (microseconds < 0) return {};
    const QLocale locale;
    if (microseconds < 1000) return locale.toString(microseconds) + u" µs"_s;
    if (microseconds < 1'000'000) return locale.toString(double(microseconds) / 1e3, 'f', microseconds < 100'000 ? 1 : 0) + u" ms"_s;
    return locale.toString(double(microseconds) / 1e6, 'f', microseconds < 100'000'000 ? 1 : 0) + u" s"_s;
}

QString displayBytes(qint64 bytes)
{
    return bytes < 0 ? QString() : QLocale().formattedDataSize(bytes, bytes < 1024 ? 0 : 1, QLocale::DataSizeIecFormat);
}

} // namespace Cofferdam::App
