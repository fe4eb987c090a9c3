// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/program.h"

int main(int argc, char **argv)
{
    return Cofferdam::Main::runProgram(argc, argv);
}
