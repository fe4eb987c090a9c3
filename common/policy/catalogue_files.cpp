// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr auto extensions = "allow_extensions -; deny_extensions -";
constexpr auto writer = "overwrite true; create_parents true; allow_extensions -; deny_extensions -; max_mode 0777";

constexpr Row rows[] = {
    {.id = "upload", .route = "POST /upload", .scopes = "files:write", .paths = "path write", .limits = "max_bytes 100MiB",
        .params = writer, .body = BodyKind::Json, .flags = Mutating, .summary = "write a small file from base64 in JSON"},
    {.id = "download", .route = "GET /download", .scopes = "files:read", .paths = "path read query", .limits = "max_bytes 100MiB",
        .params = extensions, .query = "path path_base64", .summary = "read a small file as base64 in JSON"},
    {.id = "files_list", .route = "GET /files/list", .scopes = "files:read", .paths = "path read query each optional",
        .limits = "max_entries 1000; max_depth 3", .params = "recursive true; hidden true",
        .query = "path path_base64 recursive max_entries max_depth hidden cursor",
        .summary = "entries with type, size, mode, time, and a link's target only if it is inside; paged"},
    {.id = "files_stat", .route = "GET /files/stat", .scopes = "files:read", .paths = "path read query",
        .limits = "max_hash_bytes 100MiB", .params = "hash true", .query = "path path_base64 hash",
        .summary = "metadata, `exists`, ETag, and the SHA-256 where asked"},
    {.id = "files_mkdir", .route = "POST /files/mkdir", .scopes = "files:write", .paths = "path write", .limits = "max_depth 32",
        .params = "create_parents true", .body = BodyKind::Json, .flags = Mutating, .summary = "make a directory"},
    {.id = "files_delete", .route = "DELETE /files", .scopes = "files:delete", .paths = "path delete query each leaf",
        .limits = "max_entries 10000", .params = "recursive true", .query = "path path_base64 recursive", .flags = Mutating,
        .summary = "remove a file or tree; refused whole, before anything is removed, if any descendant is denied"},
    {.id = "files_move", .route = "POST /files/move", .scopes = "files:write files:delete",
        .paths = "source delete each leaf; destination write leaf", .limits = "max_entries 10000; max_bytes 100MiB",
        .params = "overwrite false", .body = BodyKind::Json, .flags = Mutating,
        .summary = "rename; across file systems only for files within max_bytes"},
    {.id = "files_copy", .route = "POST /files/copy", .scopes = "files:read files:write",
        .paths = "source read each; destination write", .limits = "max_bytes 100MiB; max_entries 10000", .params = "overwrite false",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "copy a file or tree"},
    {.id = "files_search", .route = "POST /files/search", .scopes = "files:read", .paths = "path read each",
        .limits = "max_results 100; max_depth 5; timeout_s 10", .params = "hidden true", .body = BodyKind::Json,
        .summary = "find names by glob"},
    {.id = "files_grep", .route = "POST /files/grep", .scopes = "files:read", .paths = "path read each",
        .limits = "max_results 500; max_depth 8; timeout_s 10; max_file_bytes 1MiB; max_line_bytes 4096",
        .params = "regex true; hidden false", .body = BodyKind::Json, .tier = Tier::N1,
        .summary = "find lines by text or pattern, with context and paging"},
    {.id = "files_read", .route = "GET /files/read", .scopes = "files:read", .paths = "path read query", .limits = "max_bytes 1MiB",
        .params = extensions, .query = "path path_base64 start_line end_line offset length", .tier = Tier::N1,
        .summary = "text by lines or bytes by range, with ETag"},
    {.id = "files_edit", .route = "POST /files/edit", .scopes = "files:read files:write", .paths = "path read write",
        .limits = "max_bytes 10MiB; max_edits 100", .params = extensions, .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating,
        .summary = "exact replacements; `if_match` guards against lost updates"},
    {.id = "files_chmod", .route = "POST /files/chmod", .scopes = "files:write", .paths = "path write", .params = "max_mode 0777",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "change permission bits, never set-id"},
    {.id = "files_upload_stream", .route = "POST /files/upload-stream", .scopes = "files:write", .paths = "path write query",
        .limits = "max_bytes 100MiB", .params = writer, .query = "path path_base64 overwrite create_parents mode", .body = BodyKind::Raw,
        .stream = StreamKind::RawBody, .flags = Mutating, .summary = "write a file from the request's bytes; `If-Match`, `If-None-Match`"},
    {.id = "files_download_stream", .route = "GET /files/download-stream", .scopes = "files:read", .paths = "path read query",
        .limits = "max_bytes 100MiB", .params = extensions, .query = "path path_base64", .stream = StreamKind::RawBody,
        .summary = "a file's bytes, with ETag, one range, and the encoded file name"},
    {.id = "files_archive", .route = "POST /files/archive", .scopes = "files:read", .paths = "paths read each list",
        .limits = "max_files 10000; max_bytes 100MiB; timeout_s 60", .params = "formats tar.gz,zip; hidden true", .body = BodyKind::Json,
        .stream = StreamKind::Chunked, .summary = "an archive of files and trees; denied entries are left out and counted"},
    {.id = "files_extract", .route = "POST /files/extract", .scopes = "files:write",
        .paths = "destination write query each; archive read optional",
        .limits = "max_files 10000; max_bytes 100MiB; max_ratio 100; timeout_s 60", .params = "formats tar.gz,zip; overwrite false",
        .query = "destination destination_base64 format overwrite", .body = BodyKind::RawOrJson, .stream = StreamKind::RawBody,
        .tier = Tier::N1, .flags = Mutating, .summary = "unpack; links, devices, absolute and dotted names are refused"},
    {.id = "files_watch", .route = "GET /files/watch", .scopes = "files:read", .paths = "path read query each optional",
        .limits = "max_watches 16; max_depth 8; queue_events 1000", .params = "recursive true; hidden true; min_debounce_ms 50",
        .query = "path path_base64 recursive", .stream = StreamKind::Sse,
        .summary = "events of a tree; resumes from `Last-Event-ID` while events are kept"},
};

} // namespace

Section files() { return {"file_ops", rows}; }

} // namespace Cofferdam::Policy::Rows
