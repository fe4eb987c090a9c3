// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/effectiverulemodel.h"

#include "common/base/bytesize.h"
#include "common/policy/catalogue.h"

#include <QtCore/QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

RulePlace placeFromJson(const QJsonObject &object)
{
    return { object["rule"_L1].toString().toUtf8(), object["layer"_L1].toString().toUtf8(), object["file"_L1].toString().toUtf8(),
        object["line"_L1].toInt(), object["column"_L1].toInt() };
}

/// enabled, scopes, audit first, then paths, limits and parameters by name.
int rank(const QString &name)
{
    static const QStringList first { u"enabled"_s, u"scopes"_s, u"audit"_s };
    if (const qsizetype place = first.indexOf(name); place >= 0)
        return int(place);
    return name.startsWith("paths."_L1) ? 3 : name.startsWith("limits."_L1) ? 4 : 5;
}

QString limitText(const QByteArray &key, qint64 number)
{
    const Policy::LimitKey *limit = Policy::findLimitKey(key);
    if (limit && limit->kind == Policy::LimitKind::Size)
        return formatByteSize(number);
    if (limit && limit->kind == Policy::LimitKind::Seconds)
        return EffectiveRuleModel::tr("%1 s").arg(number);
    return QString::number(number);
}

} // namespace

QString RulePlace::toText() const
{
    const QString name = QString::fromUtf8(rule);
    return line > 0 ? EffectiveRuleModel::tr("%1 · line %2").arg(name).arg(line) : name;
}

QString EffectiveRuleModel::valueText(const QString &field, const QJsonValue &value)
{
    if (field.startsWith("limits."_L1))
        return value.isNull() || value.isUndefined() ? tr("no limit") : limitText(field.sliced(7).toUtf8(), value.toInteger());
    switch (value.type()) {
    case QJsonValue::Bool: return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Double: return QString::number(value.toInteger());
    case QJsonValue::String: return value.toString();
    case QJsonValue::Array: {
        QStringList parts;
        for (const QJsonValue &item : value.toArray())
            parts.append(item.isObject() ? item["pattern"_L1].toString() : valueText({}, item));
        return parts.isEmpty() ? tr("none") : parts.join(u", "_s);
    }
    case QJsonValue::Null:
    case QJsonValue::Undefined: break;
    case QJsonValue::Object: return value["value"_L1].isUndefined() ? QString() : valueText(field, value["value"_L1]);
    }
    return tr("not set");
}

EffectiveRuleModel::Field EffectiveRuleModel::fieldFromJson(const QString &name, const QJsonObject &object)
{
    Field field { name, valueText(name, object["value"_L1]), placeFromJson(object), {} };
    bool winnerSeen = false;
    for (const QJsonValue &value : object["candidates"_L1].toArray()) {
        const QJsonObject candidate = value.toObject();
        const RulePlace place = placeFromJson(candidate);
        const bool winner = candidate["won"_L1].toBool() && !winnerSeen && place.rule == field.place.rule;
        if (winner) {
            winnerSeen = true;
            if (field.place.line == 0)
                field.place = place;
            continue;
        }
        field.overridden.append({ valueText(name, candidate["value"_L1]), candidate["why"_L1].toString(), place });
    }
    return field;
}

void EffectiveRuleModel::setExplanation(const QJsonObject &explanation, const QByteArray &endpoint)
{
    beginResetModel();
    m_endpoint = endpoint;
    m_fields.clear();
    const QJsonObject fields = explanation["fields"_L1].toObject();
    for (auto field = fields.begin(); field != fields.end(); ++field)
        m_fields.append(fieldFromJson(field.key(), field.value().toObject()));
    std::ranges::stable_sort(m_fields, {}, [](const Field &field) { return rank(field.name); });
    endResetModel();
}

QModelIndex EffectiveRuleModel::field(const QString &name) const
{
    const auto place = std::ranges::find(m_fields, name, &Field::name);
    return place == m_fields.end() ? QModelIndex() : index(int(place - m_fields.begin()), FieldColumn);
}

// Fields carry internal id 0, a candidate the row of its field plus one.
QModelIndex EffectiveRuleModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex EffectiveRuleModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(int(index.internalId()) - 1, FieldColumn, quintptr(0));
}

int EffectiveRuleModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_fields.size());
    return parent.internalId() == 0 && parent.column() == FieldColumn ? int(m_fields[parent.row()].overridden.size()) : 0;
}

int EffectiveRuleModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant EffectiveRuleModel::placeData(const RulePlace &place, int role) const
{
    switch (role) {
    case LineRole: return place.line;
    case ColumnRole: return place.column;
    case LayerRole: return QString::fromUtf8(place.layer);
    case RuleRole: return QString::fromUtf8(place.rule);
    default: return {};
    }
}

QVariant EffectiveRuleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const bool overridden = index.internalId() != 0;
    if (role == OverriddenRole)
        return overridden;
    const Field &field = m_fields[overridden ? qsizetype(index.internalId()) - 1 : index.row()];
    const Candidate *candidate = overridden ? &field.overridden[index.row()] : nullptr;
    const RulePlace &place = candidate ? candidate->place : field.place;
    const QString &value = candidate ? candidate->value : field.value;
    if (role == Qt::ToolTipRole) {
        QStringList lines { field.name + u": "_s + value, tr("%1, layer %2").arg(place.toText(), QString::fromUtf8(place.layer)) };
        if (!place.file.isEmpty())
            lines.append(u"%1:%2:%3"_s.arg(QString::fromUtf8(place.file)).arg(place.line).arg(place.column));
        if (candidate && !candidate->why.isEmpty())
            lines.append(candidate->why);
        return lines.join(u'\n');
    }
    if (role != Qt::DisplayRole)
        return placeData(place, role);
    switch (index.column()) {
    case FieldColumn: return candidate ? (candidate->why.isEmpty() ? tr("overridden") : candidate->why) : field.name;
    case ValueColumn: return value;
    case FromColumn: return place.toText();
    default: return {};
    }
}

QVariant EffectiveRuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FieldColumn: return tr("Field");
    case ValueColumn: return tr("Value");
    case FromColumn: return tr("From");
    default: return {};
    }
}

} // namespace Cofferdam::PolicyEditor
