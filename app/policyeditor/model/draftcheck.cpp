// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/draftcheck.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QMetaObject>

#include <algorithm>

namespace Cofferdam::PolicyEditor {

namespace {

Policy::Diagnostic diagnosticOf(const Error &error)
{
    Policy::Diagnostic diagnostic;
    diagnostic.severity = Policy::Severity::Error;
    diagnostic.id = error.code;
    diagnostic.message = error.message;
    diagnostic.span = error.span.value_or(SourceSpan {});
    return diagnostic;
}

void count(Checked &result)
{
    for (const Policy::Diagnostic &problem : std::as_const(result.problems)) {
        switch (problem.severity) {
        case Policy::Severity::Error: ++result.errors; break;
        case Policy::Severity::Warning: ++result.warnings; break;
        case Policy::Severity::Note: ++result.notes; break;
        }
    }
}

/// Lint of severity E does not make a policy invalid (policy.md 10), so it stands among the warnings here.
QList<Policy::Diagnostic> lintOf(const Policy::CompiledPolicy &policy, const Policy::LintFacts &facts)
{
    QList<Policy::Diagnostic> lint = Policy::lint(policy, facts);
    for (Policy::Diagnostic &finding : lint) {
        if (finding.severity == Policy::Severity::Error)
            finding.severity = Policy::Severity::Warning;
    }
    return lint;
}

} // namespace

Checked checkDraft(const Draft &draft)
{
    QElapsedTimer timer;
    timer.start();
    Checked result;
    result.text = draft.text;
    result.secrets = findSecrets(draft.text, draft.format);
    const Policy::LoadResult loaded = Policy::loadDocument(draft.text, draft.format, draft.fileName);
    result.problems = loaded.diagnostics;
    for (const Secret &secret : std::as_const(result.secrets)) {
        // The loader has its own word for a token written into an entry; one is enough, and it is the one check-config prints.
        if (!std::ranges::any_of(loaded.diagnostics, [&secret](const auto &known) { return speaksOf(known, secret); }))
            result.problems.append(secretDiagnostic(secret));
    }
    if (loaded.ok()) {
        auto policy = Policy::CompiledPolicy::compile(*loaded.document, draft.inputs);
        if (policy) {
            result.policy = *policy;
            result.matrix = Policy::matrix(*result.policy);
            result.problems += lintOf(*result.policy, draft.facts);
        } else {
            result.problems.append(diagnosticOf(policy.error()));
        }
    }
    std::ranges::stable_sort(result.problems, {}, [](const Policy::Diagnostic &problem) { return problem.span.offset; });
    count(result);
    result.microseconds = timer.nsecsElapsed() / 1000;
    return result;
}

DraftChecker::DraftChecker(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(DelayMs);
    connect(&m_delay, &QTimer::timeout, this, &DraftChecker::start);
}

DraftChecker::~DraftChecker()
{
    m_pool.clear();
    m_pool.waitForDone();
}

void DraftChecker::setDraft(Draft draft)
{
    m_draft = std::move(draft);
    ++m_number;
    m_delay.start();
}

void DraftChecker::flush()
{
    if (m_delay.isActive()) {
        m_delay.stop();
        start();
    }
}

void DraftChecker::start()
{
    m_pool.clear();
    m_pool.start([this, draft = m_draft, number = m_number] {
        Checked result = checkDraft(draft);
        result.number = number;
        QMetaObject::invokeMethod(this, [this, result = std::move(result)] { take(result); }, Qt::QueuedConnection);
    });
}

void DraftChecker::take(const Checked &result)
{
    if (result.number != m_number)
        return;
    m_latest = result;
    if (result.policy)
        m_lastGood = result;
    Q_EMIT checked();
}

} // namespace Cofferdam::PolicyEditor
