# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cofferdam_module(NAME [LINK …] [PRIVATE …])   a folder is a module is one static library, Cofferdam::NAME
# cofferdam_test(NAME SOURCES … [LINK …] [LABELS …] [TIMEOUT s])   one Qt Test program, one CTest test

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_AUTOMOC ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(cofferdam_options INTERFACE)
target_include_directories(cofferdam_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(cofferdam_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_KEYWORDS QT_ENABLE_STRICT_MODE_UP_TO=0x060800
    COFFERDAM_VERSION="${PROJECT_VERSION}" _GNU_SOURCE)
target_compile_options(cofferdam_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference -Wimplicit-fallthrough
    -Wformat=2 -Wunused -fstack-protector-strong
    -fPIC) # programs too, so that one precompiled header serves all
if(COFFERDAM_WERROR)
    target_compile_options(cofferdam_options INTERFACE -Werror)
endif()
if(COFFERDAM_SANITIZE)
    target_compile_options(cofferdam_options INTERFACE -fsanitize=${COFFERDAM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(cofferdam_options INTERFACE -fsanitize=${COFFERDAM_SANITIZE})
endif()

if(COFFERDAM_FUZZ)
    target_compile_options(cofferdam_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

option(COFFERDAM_PCH "Precompile the headers that nearly every file includes" ON)

# One precompiled header a world, shared by its modules and tests: Qt Core alone, and Qt Widgets for the console.
function(cofferdam_precompile target world)
    if(COFFERDAM_PCH)
        if(NOT TARGET cofferdam_pch_${world})
            file(WRITE "${PROJECT_BINARY_DIR}/pch/${world}.cpp" "namespace Cofferdam { extern const int precompiled_${world}; const int precompiled_${world} = 0; }\n")
            add_library(cofferdam_pch_${world} STATIC "${PROJECT_BINARY_DIR}/pch/${world}.cpp")
            set_target_properties(cofferdam_pch_${world} PROPERTIES AUTOMOC OFF)
            target_link_libraries(cofferdam_pch_${world} PRIVATE cofferdam_options Qt6::Core $<$<STREQUAL:${world},gui>:Qt6::Widgets>)
            target_precompile_headers(cofferdam_pch_${world} PRIVATE
                <QtCore/QByteArray> <QtCore/QString> <QtCore/QList> <QtCore/QHash> <QtCore/QJsonObject> <QtCore/QJsonArray> <QtCore/QObject>
                <QtCore/QFuture> <algorithm> <atomic> <expected> <functional> <memory> <optional> <vector>
                $<$<STREQUAL:${world},gui>:<QtWidgets/QWidget$<ANGLE-R>> $<$<STREQUAL:${world},gui>:<QtWidgets/QLayout$<ANGLE-R>>
                $<$<STREQUAL:${world},gui>:<QtGui/QPainter$<ANGLE-R>>)
        endif()
        target_precompile_headers(${target} REUSE_FROM cofferdam_pch_${world})
    endif()
endfunction()

function(cofferdam_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;PRIVATE")
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
    set(compiled ${sources})
    list(FILTER compiled INCLUDE REGEX "\\.cpp$")
    set(public ${arg_LINK})
    list(PREPEND public cofferdam_options)
    if(compiled)
        add_library(cofferdam_${name} STATIC ${sources})
        target_link_libraries(cofferdam_${name} PUBLIC ${public} PRIVATE ${arg_PRIVATE})
        if(name MATCHES "^app_" AND NOT name MATCHES "_(connection|model)$") # those need no widgets # the connection needs no Gui
            cofferdam_precompile(cofferdam_${name} gui)
        else()
            cofferdam_precompile(cofferdam_${name} core)
        endif()
    else()
        add_library(cofferdam_${name} INTERFACE)
        target_link_libraries(cofferdam_${name} INTERFACE ${public} ${arg_PRIVATE})
    endif()
    add_library(Cofferdam::${name} ALIAS cofferdam_${name})
endfunction()

function(cofferdam_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;LINK;LABELS")
    foreach(source IN LISTS arg_SOURCES)
        if(NOT IS_ABSOLUTE "${source}" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
            message(WARNING "${name}: ${source} is missing")
            return()
        endif()
    endforeach()
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE cofferdam_options Qt6::Test ${arg_LINK})
    target_compile_definitions(${name} PRIVATE COFFERDAM_SOURCE_DIR="${PROJECT_SOURCE_DIR}" COFFERDAM_BINARY_DIR="${PROJECT_BINARY_DIR}")
    cofferdam_precompile(${name} core)
    if(NOT arg_LABELS)
        set(arg_LABELS unit)
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 60)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;ASAN_OPTIONS=detect_leaks=1:abort_on_error=0")
endfunction()

# cofferdam_fuzz_target(NAME SOURCES … [LINK …] [SEEDS folder])   a libFuzzer program; ctest runs it for a short while
function(cofferdam_fuzz_target name)
    if(NOT COFFERDAM_FUZZ)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SEEDS" "SOURCES;LINK")
    add_executable(${name} ${arg_SOURCES})
    if(NOT TARGET fuzzers)
        add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${name})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF)
    target_link_libraries(${name} PRIVATE cofferdam_options ${arg_LINK})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set(corpus "${CMAKE_CURRENT_BINARY_DIR}/corpus-${name}")
    file(MAKE_DIRECTORY "${corpus}")
    add_test(NAME ${name} COMMAND ${name} -max_total_time=10 -timeout=5 -rss_limit_mb=2048 "${corpus}" ${arg_SEEDS})
    set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 90 ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
endfunction()
