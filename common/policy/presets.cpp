// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/document.h"

#include "common/policy/presets_text.h"

#include <algorithm>
#include <map>

namespace Cofferdam::Policy {

QList<QByteArray> presetNames()
{
    static const QList<QByteArray> names = [] {
        QList<QByteArray> list;
        for (const PresetText &preset : presetTexts())
            list.append(preset.name);
        return list;
    }();
    return names;
}

QByteArray presetText(QByteArrayView name)
{
    const auto texts = presetTexts();
    const auto it = std::ranges::find(texts, name, [](const PresetText &p) { return QByteArrayView(p.name); });
    return it == texts.end() ? QByteArray() : QByteArray(it->text);
}

const Document *presetDocument(QByteArrayView name)
{
    static const std::map<QByteArray, Document> documents = [] {
        std::map<QByteArray, Document> all;
        for (const PresetText &preset : presetTexts()) {
            LoadResult result = loadDocument(preset.text, Format::Yaml);
            if (!result.ok()) // a mistake in this program: the test of the presets finds it
                qFatal("preset %s: %s", preset.name, qPrintable(result.diagnostics.first().message));
            all.emplace(preset.name, *std::move(result.document));
        }
        return all;
    }();
    const auto it = documents.find(name.toByteArray());
    return it == documents.end() ? nullptr : &it->second;
}

} // namespace Cofferdam::Policy
