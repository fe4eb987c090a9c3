// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/icons.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtGui/QGuiApplication>
#include <QtGui/QIconEngine>
#include <QtGui/QPainter>
#include <QtGui/QPixmapCache>
#include <QtSvg/QSvgRenderer>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QByteArray source(const QString &name)
{
    static QHash<QString, QByteArray> loaded; // GUI thread only, a bounded set of names
    auto found = loaded.constFind(name);
    if (found != loaded.cend()) return *found;
    QFile file(u":/icons/"_s + name + u".svg"_s);
    return *loaded.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

class Engine final : public QIconEngine
{
public:
    Engine(QString name, Tone tone) : m_name(std::move(name)), m_tone(tone) { }

    QIconEngine *clone() const override { return new Engine(m_name, m_tone); }
    QString key() const override { return u"CofferdamIcon"_s; }
    bool isNull() override { return source(m_name).isEmpty(); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, iconPixmap(m_name, colorOf(mode), qMin(rect.width(), rect.height()), ratio));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1.0); }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        return iconPixmap(m_name, colorOf(mode), qMin(size.width(), size.height()), scale);
    }

private:
    QColor colorOf(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::Text);
        return toneColor(m_tone, palette);
    }

    QString m_name;
    Tone m_tone;
};

} // namespace

QIcon icon(const QString &name, Tone tone) { return source(name).isEmpty() ? QIcon() : QIcon(new Engine(name, tone)); }

QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio)
{
    const QString key = u"cofferdam:%1:%2:%3:%4"_s.arg(name, color.name(QColor::HexArgb)).arg(size).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    QByteArray svg = source(name);
    if (svg.isEmpty() || size <= 0) return {};
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    pixmap = QPixmap(QSize(size, size) * devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(pixmap.size())));
    painter.end();
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

DecisionLook decisionLook(QByteArrayView decision)
{
    const auto word = [](const char *text) { return QCoreApplication::translate("Decision", text); };
    if (decision == "allow" || decision == "allowed") return {u"allow"_s, word("Allowed"), Tone::Positive};
    if (decision == "deny" || decision == "denied") return {u"deny"_s, word("Denied"), Tone::Negative};
    if (decision == "error") return {u"error"_s, word("Error"), Tone::Warning};
    if (decision == "depends") return {u"split"_s, word("Depends"), Tone::Warning};
    return {u"dot"_s, QString::fromUtf8(decision), Tone::Muted};
}

} // namespace Cofferdam::App
