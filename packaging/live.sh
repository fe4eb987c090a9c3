# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by packaging/run, which sets root, build and place: the service it starts, and its end.

service_pid() { [ -r "$place/runtime/service.json" ] && sed -n 's/.*"pid": *\([0-9]*\).*/\1/p' "$place/runtime/service.json" | head -n 1 || true; }

# A pid is taken for ours only while its program is a cofferdamd of this build folder.
is_ours() { [ -n "$1" ] && [ "$(readlink "/proc/$1/exe" 2>/dev/null | sed 's/ (deleted)$//')" = "$build/bin/cofferdamd" ]; }

stop_service() {
    local pid
    pid=$(service_pid)
    if ! is_ours "$pid"; then
        [ "${1-}" = quietly ] || echo "run: nothing to stop"
        return 0
    fi
    kill -TERM "$pid"
    for _ in $(seq 1 150); do
        is_ours "$pid" || { [ "${1-}" = quietly ] || echo "run: the service has ended"; return 0; }
        sleep 0.1
    done
    echo "run: the service (process $pid) did not end in 15 seconds" >&2
    return 1
}

# Kept as long as the folder: what somebody pasted into an agent still works after another run.
make_token() {
    [ -s "$place/tokens/$1" ] || head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$place/tokens/$1"
    cat "$place/tokens/$1"
}

start_service() {
    mkdir -p "$place/tokens" "$place/state" "$place/runtime" "$place/work/shared" "$place/work/private"
    chmod 700 "$place" "$place/runtime" "$place/state"
    sed "s|/home/user/work|$place/work|g" "$root/packaging/example-policy.yaml" >"$place/policy.yaml"
    printf 'for the operator only, until the policy says otherwise\n' >"$place/work/private/plan.txt"
    rm -f "$place/runtime/service.json"
    COFFERDAM_READER_TOKEN=$(make_token reader) COFFERDAM_AGENT_TOKEN=$(make_token agent) \
        setsid "$build/bin/cofferdamd" --listen 127.0.0.1:0 --policy "$place/policy.yaml" --base-dir "$place/work" \
        --state-dir "$place/state" --runtime-dir "$place/runtime" </dev/null >"$place/service.out" 2>"$place/service.log" &
    local started=$!
    for _ in $(seq 1 200); do
        [ -s "$place/runtime/service.json" ] && break
        kill -0 $started 2>/dev/null || { echo "run: the service did not start:" >&2; cat "$place/service.log" >&2; return 1; }
        sleep 0.05
    done
    address=$(sed -n 's/.*"addresses": *\["\([^"]*\)".*/\1/p' "$place/runtime/service.json")
    [ -n "$address" ] || { echo "run: the service named no address" >&2; cat "$place/service.log" >&2; return 1; }
    echo "run: the service listens at http://$address"
}

tell_how_to_go_on() {
    cat <<TEXT

The service runs at http://$address.
  an agent's files    $place/work/shared
  its policy          $place/policy.yaml
  its tokens          $place/tokens/reader, $place/tokens/agent
  as an agent         curl -H "Authorization: Bearer \$(cat $place/tokens/agent)" "http://$address/files/list?path=."
  as the operator     $build/bin/cofferdamctl --runtime-dir $place/runtime audit tail
  the console         $build/bin/cofferdam --runtime-dir $place/runtime
  stop it             packaging/run --stop
TEXT
}
