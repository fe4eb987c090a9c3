// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <QtCore/QSet>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <unordered_map>

namespace Cofferdam::Policy::Load {

/// Thrown by the builder to leave the YAML parser at once; caught where the parser is called and nowhere else.
struct YamlFault {
    Diagnostic diagnostic;
};

/// Builds a tree from YAML events, counting depth, nodes and alias expansions before anything grows (policy.md 1). Repeated keys
/// are reported and their later values dropped; every other fault ends the reading by a YamlFault. Lives for one document.
class YamlBuilder final : public YAML::EventHandler
{
public:
    YamlBuilder(QByteArrayView text, QList<Diagnostic> &diagnostics) : m_text(text), m_diagnostics(diagnostics) { }
    /// The document's value; null for one without content.
    [[nodiscard]] Node takeRoot() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark &) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, const std::string &value) override;
    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override;
    void OnSequenceEnd() override { closeFrame(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override;
    void OnMapEnd() override { closeFrame(); }

private:
    /// A list or map that is still open.
    struct Frame {
        Node node;
        YAML::anchor_t anchor = 0;
        int firstNode = 0; ///< nodes counted before this one
        int deepest = 0; ///< levels below this one
        bool hasKey = false; ///< of a map: the key is read, its value is due
        bool repeated = false; ///< the key was there before
        Node::Member member;
        QSet<QByteArray> keys;
    };
    struct Anchored {
        Node node;
        int nodes = 0;
        int depth = 0;
    };

    void open(Node::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor);
    void closeFrame();
    void add(Node node, YAML::anchor_t anchor, int nodes, int depth);
    void addKey(Frame &frame, Node node);
    void remember(YAML::anchor_t anchor, const Node &node, int nodes, int depth);
    void count(int nodes, const SourceSpan &at);
    void checkDepth(int more, const SourceSpan &at) const;
    [[nodiscard]] SourceSpan spanAt(const YAML::Mark &mark, qsizetype length) const;
    [[nodiscard]] qsizetype scalarLength(qsizetype offset, QByteArrayView value) const;
    [[nodiscard]] QByteArray path() const;
    [[noreturn]] void fail(const SourceSpan &at, const QString &message) const;

    QByteArrayView m_text;
    QList<Diagnostic> &m_diagnostics;
    Node m_root;
    std::vector<Frame> m_frames;
    std::unordered_map<YAML::anchor_t, Anchored> m_anchors;
    int m_nodes = 0;
    int m_aliases = 0;
};

} // namespace Cofferdam::Policy::Load
