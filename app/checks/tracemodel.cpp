// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/tracemodel.h"

#include "app/widgets/displaytext.h"
#include "app/widgets/icons.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QLocale>
#include <QtGui/QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

struct Outcome {
    QString iconName, word;
    Tone tone;
};

Outcome outcomeOf(const QString &outcome)
{
    if (outcome == "passed"_L1 || outcome == "allow"_L1 || outcome == "allowed"_L1) return {u"allow"_s, TraceModel::tr("passed"), Tone::Positive};
    if (outcome == "denied"_L1 || outcome == "deny"_L1 || outcome == "failed"_L1) return {u"deny"_s, TraceModel::tr("denied"), Tone::Negative};
    if (outcome == "depends"_L1) return {u"split"_s, TraceModel::tr("depends"), Tone::Warning};
    if (outcome == "skipped"_L1 || outcome == "not_reached"_L1 || outcome == "not_judged"_L1) return {u"minus"_s, TraceModel::tr("not judged"), Tone::Muted};
    return {u"dot"_s, displayText(outcome), Tone::Muted};
}

QString placeOf(const QJsonObject &source)
{
    const int line = source.value("line"_L1).toInt();
    return line > 0 ? TraceModel::tr("line %1").arg(line) : QString();
}

} // namespace

TraceModel::TraceModel(QObject *parent) : QAbstractItemModel(parent) { }
TraceModel::~TraceModel() = default;

QString TraceModel::valueText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined: return tr("none");
    case QJsonValue::Bool: return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Double: return QString::number(value.toInteger());
    case QJsonValue::String: return displayText(value.toString());
    case QJsonValue::Array: {
        QStringList parts;
        for (const QJsonValue &part : value.toArray())
            parts.append(part.isObject() ? valueText(part.toObject().value("pattern"_L1)) : valueText(part));
        return parts.isEmpty() ? tr("empty list") : parts.join(u", "_s);
    }
    case QJsonValue::Object: break;
    }
    return displayText(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
}

TraceModel::Item *TraceModel::add(Item &parent)
{
    parent.children.push_back(std::make_unique<Item>());
    parent.children.back()->parent = &parent;
    return parent.children.back().get();
}

void TraceModel::setAnswer(const QJsonObject &answer)
{
    beginResetModel();
    m_root.children.clear();
    const QJsonArray stages = answer.value("stages"_L1).toArray();
    if (!stages.isEmpty()) {
        Item *group = add(m_root);
        group->text[What] = tr("Order of judgement");
        group->iconName = u"stage"_s;
        group->strong = true;
        for (const QJsonValue &stage : stages)
            addStage(*group, stage.toObject());
    }
    const QJsonObject fields = answer.value("fields"_L1).toObject();
    if (!fields.isEmpty()) {
        Item *group = add(m_root);
        group->text[What] = tr("Fields of the rule");
        group->iconName = u"layers"_s;
        group->strong = true;
        QStringList names = fields.keys();
        std::ranges::stable_partition(names, [](const QString &name) { return name == "enabled"_L1; });
        for (const QString &name : std::as_const(names))
            addField(*group, name, fields.value(name).toObject());
    }
    endResetModel();
}

void TraceModel::addStage(Item &group, const QJsonObject &stage)
{
    Item *item = add(group);
    const Outcome outcome = outcomeOf(stage.value("outcome"_L1).toString());
    item->text[What] = displayText(stage.value("stage"_L1).toString());
    item->text[Value] = outcome.word;
    item->text[Why] = displayText(stage.value("detail"_L1).toString());
    item->rule = stage.value("rule"_L1).toString();
    item->text[Origin] = displayText(item->rule);
    item->line = stage.value("line"_L1).toInt();
    item->column = stage.value("column"_L1).toInt();
    item->iconName = outcome.iconName;
    item->tone = outcome.tone;
}

void TraceModel::addField(Item &group, const QString &name, const QJsonObject &field)
{
    Item *item = add(group);
    item->text[What] = displayText(name);
    item->text[Value] = valueText(field.value("value"_L1));
    item->rule = field.value("rule"_L1).toString();
    item->text[Origin] = displayText(item->rule);
    item->line = field.value("line"_L1).toInt();
    item->column = field.value("column"_L1).toInt();
    QList<QJsonObject> candidates;
    for (const QJsonValue &candidate : field.value("candidates"_L1).toArray())
        candidates.append(candidate.toObject());
    std::ranges::stable_partition(candidates, [](const QJsonObject &candidate) { return candidate.value("won"_L1).toBool(); });
    item->text[Why] = candidates.size() > 1 ? tr("%1 candidates").arg(candidates.size()) : QString();
    for (const QJsonObject &candidate : std::as_const(candidates)) {
        addCandidate(*item, candidate);
        if (item->line == 0 && candidate.value("won"_L1).toBool()) {
            item->line = candidate.value("line"_L1).toInt();
            item->column = candidate.value("column"_L1).toInt();
        }
    }
}

void TraceModel::addCandidate(Item &field, const QJsonObject &candidate)
{
    Item *item = add(field);
    const bool won = candidate.value("won"_L1).toBool();
    const QString selector = displayText(candidate.value("selector"_L1).toString());
    item->text[What] = selector.isEmpty() ? candidate.value("layer"_L1).toString() : u"%1 · %2"_s.arg(candidate.value("layer"_L1).toString(), selector);
    item->text[Value] = valueText(candidate.value("value"_L1));
    item->rule = candidate.value("rule"_L1).toString();
    const QString place = placeOf(candidate);
    item->text[Origin] = place.isEmpty() ? displayText(item->rule) : u"%1, %2"_s.arg(displayText(item->rule), place);
    const QString why = displayText(candidate.value("why"_L1).toString());
    item->text[Why] = won ? (why.isEmpty() ? tr("won") : tr("won: %1").arg(why)) : (why.isEmpty() ? tr("lost") : tr("lost: %1").arg(why));
    item->line = candidate.value("line"_L1).toInt();
    item->column = candidate.value("column"_L1).toInt();
    item->iconName = won ? u"check"_s : u"minus"_s;
    item->tone = won ? Tone::Positive : Tone::Muted;
}

const TraceModel::Item &TraceModel::itemOf(const QModelIndex &index) const
{
    return index.isValid() ? *static_cast<const Item *>(index.constInternalPointer()) : m_root;
}

QModelIndex TraceModel::index(int row, int column, const QModelIndex &parent) const
{
    const Item &owner = itemOf(parent);
    if (row < 0 || row >= int(owner.children.size()) || column < 0 || column >= ColumnCount) return {};
    return createIndex(row, column, owner.children[size_t(row)].get());
}

QModelIndex TraceModel::parent(const QModelIndex &child) const
{
    const Item *owner = child.isValid() ? itemOf(child).parent : nullptr;
    if (!owner || owner == &m_root) return {};
    const auto &siblings = owner->parent->children;
    const auto place = std::ranges::find(siblings, owner, [](const std::unique_ptr<Item> &item) { return item.get(); });
    return createIndex(int(place - siblings.begin()), 0, owner);
}

int TraceModel::rowCount(const QModelIndex &parent) const { return parent.column() > 0 ? 0 : int(itemOf(parent).children.size()); }
int TraceModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant TraceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Item &item = itemOf(index);
    switch (role) {
    case Qt::DisplayRole: return item.text[index.column()];
    case Qt::ToolTipRole: return item.text[index.column()];
    case Qt::AccessibleTextRole: return u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(), item.text[index.column()]);
    case LineRole: return item.line;
    case ColumnRole: return item.column;
    case RuleRole: return item.rule;
    case ToneRole: return int(item.tone);
    case IconNameRole: return item.iconName;
    case StrongRole: return item.strong;
    default: return {};
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case What: return tr("Stage or field");
    case Value: return tr("Result");
    case Origin: return tr("Rule");
    case Why: return tr("Why");
    default: return {};
    }
}

} // namespace Cofferdam::App
