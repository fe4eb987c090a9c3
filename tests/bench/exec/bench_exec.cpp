// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Row 5a of the performance page: `true` through the sandbox interface against a bare posix_spawn, in a small process and in one with a
// gibibyte in use. Figures are printed, nothing is asserted.
#include "service/sandbox/subprocess/subprocessbackend.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

using namespace Cofferdam;
using namespace Cofferdam::Sandbox;
using std::chrono::steady_clock;

namespace {

constexpr int Rounds = 60;
constexpr char Launcher[] = COFFERDAM_BINARY_DIR "/bin/cofferdam-launch";

double milliseconds(const std::function<void()> &function)
{
    const auto begin = steady_clock::now();
    function();
    return std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count();
}

double median(std::vector<double> &values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void spawnBare(const char *program)
{
    pid_t pid = -1;
    char *argv[] = {const_cast<char *>(program), nullptr};
    char *environment[] = {nullptr};
    if (posix_spawn(&pid, program, nullptr, nullptr, argv, environment) == 0)
        waitpid(pid, nullptr, 0);
}

void runSandboxed(Sandbox::Sandbox &sandbox)
{
    ProcessSpec spec;
    spec.argv = {"/bin/true"};
    spec.workingDirectory.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    spec.environment = {"PATH=/usr/bin:/bin"};
    sandbox.run(std::move(spec)).waitForFinished();
}

void compare(const char *where, Sandbox::Sandbox &sandbox)
{
    std::vector<double> bare, launcher, ours;
    for (int i = 0; i < Rounds; ++i) {
        bare.push_back(milliseconds([] { spawnBare("/bin/true"); }));
        launcher.push_back(milliseconds([] { spawnBare(Launcher); }));
        ours.push_back(milliseconds([&sandbox] { runSandboxed(sandbox); }));
    }
    const double base = median(bare);
    std::printf("5a  %-22s posix_spawn true %6.2f ms   launcher alone %6.2f ms   through the sandbox %6.2f ms   %5.2fx   target <= 1.25x\n", where, base,
        median(launcher), median(ours), median(ours) / base);
}

} // namespace

int main()
{
    SubprocessBackend backend(Launcher);
    const auto sandbox = backend.acquire({});
    if (!sandbox)
        return 1;
    compare("small process", **sandbox);
    constexpr size_t size = size_t(1) << 30;
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        std::memset(memory, 1, size);
        compare("1 GiB in use", **sandbox);
        munmap(memory, size);
    }
    return 0;
}
