// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/presets_text.h"

namespace Cofferdam::Policy {

namespace {

constexpr PresetText texts[] = {
    {"default", R"(# default: what the catalogue says. All but the opt-in groups are on, inside base_dir.
version: 1
)"},
    {"transfer-only", R"(# transfer-only: files in and out, and nothing else.
version: 1
endpoints:
  "*":
    enabled: false
  upload:
    enabled: true
    limits: {max_bytes: 100MiB}
  download:
    enabled: true
    limits: {max_bytes: 100MiB}
  files_upload_stream:
    enabled: true
    limits: {max_bytes: 100MiB}
  files_download_stream:
    enabled: true
    limits: {max_bytes: 100MiB}
)"},
    {"read-only", R"(# read-only: look at files and at the host, change nothing. A writer that is enabled over it
# still answers path_read_only until read_only: false is written for it.
version: 1
defaults:
  paths: {read_only: true}
  limits: {max_bytes: 100MiB}
endpoints:
  "*":
    enabled: false
  files_list: {enabled: true}
  files_stat: {enabled: true}
  files_search: {enabled: true}
  files_grep: {enabled: true}
  files_read: {enabled: true}
  download: {enabled: true}
  files_download_stream: {enabled: true}
  files_archive: {enabled: true}
  files_watch: {enabled: true}
  system_info: {enabled: true}
  system_metrics: {enabled: true}
  ports: {enabled: true}
)"},
    {"hardened", R"(# hardened: work on files without running anything of the caller's choice.
version: 1
defaults:
  paths:
    symlinks: never
    deny:
      - "**/.env"
      - "**/.env.*"
      - "**/*.pem"
      - "**/*.key"
      - "**/.ssh/**"
      - "**/.aws/**"
      - "**/.gnupg/**"
      - "**/.netrc"
      - "**/.git/hooks/**"
      - "**/.git/config"
  limits: {rate_per_minute: 120, max_concurrency: 8, max_bytes: 10MiB}
  params:
    max_mode: "0666"
    deny_extensions: [.so, .dylib, .dll]
  audit: all
endpoints:
  "*":
    enabled: false
  files_*: {enabled: true}
  commands_*: {enabled: true}
  upload: {enabled: true}
  download: {enabled: true}
  system_info: {enabled: true}
  system_metrics: {enabled: true}
)"},
    {"locked", R"(# locked: nothing but health and discovery. Enable one endpoint at a time over it.
version: 1
defaults:
  audit: all
endpoints:
  "*":
    enabled: false
)"},
    {"workspace", R"(# workspace: files inside the directories you name, and nothing else. Needs paths.allow:
#   defaults: {paths: {allow: [/home/user/project]}}
version: 1
defaults:
  audit: all
endpoints:
  "*":
    enabled: false
  files_*: {enabled: true}
  upload: {enabled: true}
  download: {enabled: true}
)"},
};

} // namespace

std::span<const PresetText> presetTexts() { return texts; }

} // namespace Cofferdam::Policy
