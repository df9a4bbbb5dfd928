# SPDX-License-Identifier: GPL-3.0-or-later
# Options, warnings and the functions that declare every room.
option(TRAINYARD_BUILD_TESTS "Build the tests" ON)
option(TRAINYARD_WERROR "Treat warnings as errors" OFF)
option(TRAINYARD_FUZZ "Build nothing but the programs for libFuzzer (clang only)" OFF)
option(TRAINYARD_PRECOMPILE "Compile the headers of Qt once for all files; off, every file must include what it needs" ON)
option(TRAINYARD_COMPACT "Link without unused functions, and order the window's by their first use; needs -ffunction-sections" OFF)
option(TRAINYARD_UNITY "Compile several sources of a room at once; off, each one by itself, which is quicker after a small change" OFF)
set(TRAINYARD_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address;undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
include(GNUInstallDirs)

find_program(TRAINYARD_CCACHE ccache)
if(TRAINYARD_CCACHE)
  # ccache caches nothing that uses a precompiled header unless this setting allows it.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${TRAINYARD_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${TRAINYARD_CCACHE}")
endif()

# All programs use these options, except those that must be static.
add_library(trainyard_options INTERFACE)
target_compile_options(trainyard_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                   -Wno-sign-conversion)
if(TRAINYARD_WERROR)
  target_compile_options(trainyard_options INTERFACE -Werror)
endif()
target_compile_definitions(trainyard_options INTERFACE
  QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_NO_KEYWORDS QT_STRICT_ITERATORS)
if(TRAINYARD_BUILD_TESTS)
  # Failed assertions must show in tests, in optimised builds too.
  target_compile_definitions(trainyard_options INTERFACE QT_FORCE_ASSERTS)
endif()
# Linking the many tests takes a third of the time with gold, and less than half of that with mold. Only gold can order functions.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold TRAINYARD_HAS_GOLD)
check_linker_flag(CXX -fuse-ld=mold TRAINYARD_HAS_MOLD)
if(TRAINYARD_HAS_MOLD AND TRAINYARD_BUILD_TESTS AND NOT TRAINYARD_COMPACT)
  target_link_options(trainyard_options INTERFACE -fuse-ld=mold)
elseif(TRAINYARD_HAS_GOLD AND (TRAINYARD_BUILD_TESTS OR TRAINYARD_COMPACT))
  target_link_options(trainyard_options INTERFACE -fuse-ld=gold)
endif()
if(TRAINYARD_COMPACT)
  target_link_options(trainyard_options INTERFACE -Wl,--gc-sections)
endif()
if(TRAINYARD_SANITIZE)
  string(REPLACE ";" "," sanitizers "${TRAINYARD_SANITIZE}")
  target_compile_options(trainyard_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                                     -fno-sanitize-recover=all)
  target_link_options(trainyard_options INTERFACE -fsanitize=${sanitizers})
endif()

# trainyard_precompile(target [TEST]): the target uses the headers that are compiled once for all targets of its kind: Qt Core, or also Qt
# Widgets for targets below ui/ and their tests, each with or without Qt Test.
function(trainyard_precompile target)
  cmake_parse_arguments(arg "TEST" "" "LINK" ${ARGN})
  # Qt Test's headers have other contents for targets that link Qt Network.
  if(NOT TRAINYARD_PRECOMPILE OR (arg_TEST AND "Qt6::Network" IN_LIST arg_LINK))
    return()
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
  set(headers "core.h")
  set(kind core)
  set(parts Qt6::Core)
  set(unlike)
  if(folder MATCHES "^(ui|tests/ui|app/desktop)(/|$)" OR "Trainyard::Window" IN_LIST arg_LINK)
    list(APPEND headers "widgets.h")
    set(kind widgets)
    list(APPEND parts Qt6::Widgets)
  endif()
  if(arg_TEST)
    list(APPEND headers "test.h")
    # Qt Test defines these for QFINDTESTDATA, so that each folder's tests would differ from the others'.
    set(unlike -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)
    string(APPEND kind "test")
    list(APPEND parts Qt6::Test)
  endif()
  set(owner trainyard_precompiled_${kind})
  if(NOT TARGET ${owner})
    set(place "${PROJECT_SOURCE_DIR}/cmake/precompiled")
    add_library(${owner} OBJECT "${place}/precompiled.cpp")
    target_link_libraries(${owner} PRIVATE trainyard_options ${parts})
    target_compile_options(${owner} PRIVATE -fpch-preprocess ${unlike})
    list(TRANSFORM headers PREPEND "${place}/")
    target_precompile_headers(${owner} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  target_compile_options(${target} PRIVATE -fpch-preprocess ${unlike} -Winvalid-pch)
endfunction()

# trainyard_mocs(target file…): moc reads the headers among the files that declare a Q_OBJECT, and the source beside each one includes moc's
# output, "moc_NAME.cpp", as its last line. AUTOMOC would scan every folder in each build, and compile each folder's headers once more for a
# file that holds nothing else. Whether a header has a Q_OBJECT is determined when CMake runs: after a header gets its first one, the file
# to include is missing until CMake runs again.
function(trainyard_mocs target)
  set(place "${CMAKE_CURRENT_BINARY_DIR}/${target}_mocs")
  file(MAKE_DIRECTORY "${place}")
  set(mocs)
  foreach(file IN LISTS ARGN)
    if(NOT file MATCHES "[.]h$")
      continue()
    endif()
    file(STRINGS "${file}" objects REGEX "^ *Q_(OBJECT|GADGET|NAMESPACE)" LIMIT_COUNT 1)
    if(objects)
      cmake_path(GET file STEM stem)
      set(moc "${place}/moc_${stem}.cpp")
      # The target is not passed, because its include paths would make moc read all of Qt.
      qt6_generate_moc("${file}" "${moc}")
      list(APPEND mocs "${moc}")
    endif()
  endforeach()
  if(mocs)
    # These are generated before anything of the target is compiled, and not compiled by themselves.
    set_source_files_properties(${mocs} PROPERTIES HEADER_FILE_ONLY ON)
    target_sources(${target} PRIVATE ${mocs})
    target_include_directories(${target} PRIVATE "${place}")
  endif()
endfunction()

# trainyard_unity(target): with TRAINYARD_UNITY, the target's sources are compiled eight at once, which takes six tenths of the time: most
# of it goes to the same headers and templates. Names that are local to a file must therefore be unique in its room; tests/architecture
# checks it. Only the structs named Words, which hold a file's translation context, get a name of their own here.
function(trainyard_unity target)
  if(NOT TRAINYARD_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8 UNITY_BUILD_UNIQUE_ID TRAINYARD_FILE
    UNITY_BUILD_CODE_BEFORE_INCLUDE "\
#ifndef TRAINYARD_JOINED
#define TRAINYARD_JOINED(first, second) first##second
#define TRAINYARD_NAMED(first, second) TRAINYARD_JOINED(first, second)
#endif
#undef Words
#define Words TRAINYARD_NAMED(Words_, TRAINYARD_FILE)")
  # A class may contain a type that is local to its file; in a file that is included, GCC cannot know that no other file includes it.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
endfunction()

# trainyard_room(Ssh SOURCES … PUBLIC … PRIVATE …): one folder, one static target Trainyard::Ssh.
# PUBLIC and PRIVATE are link lists; together with tests/architecture they define the arrows between rooms.
function(trainyard_room name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  string(TOLOWER "trainyard_${name}" target)
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(Trainyard::${name} ALIAS ${target})
  trainyard_mocs(${target} ${arg_SOURCES})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE trainyard_options ${arg_PRIVATE})
  trainyard_precompile(${target})
  trainyard_unity(${target})
  set_property(GLOBAL APPEND PROPERTY TRAINYARD_ROOMS ${target})
endfunction()

# trainyard_test(tst_result SOURCES … LINK … [LABELS …] [TIMEOUT seconds] [LOCK …])
# The labels `first` and `waits` are for tests that take long and mostly wait for other programs: ./test runs them while others are
# compiled. They must not need the window, and those labelled `first` must need nothing but what is copied to machines.
# The label `long` is for tests that take minutes and have a shorter one beside them: only ./test --thorough and ./test NAME run them.
# LOCK names resources that only one test at a time may use, e.g. docker, podman, cpu: ctest runs other tests meanwhile. Each test starts an
# engine of its own; two of one kind at once would only wait for each other.
function(trainyard_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;LABELS;LOCK" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${name}.cpp)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  # On the slowest machines so far, starting a process takes ten times as long as on those that the limits were chosen on.
  math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 2")
  if(TRAINYARD_SANITIZE)
    # Sanitized code runs two to ten times slower.
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 4")
  endif()
  # Only the first file has a Q_OBJECT, and it includes NAME.moc: AUTOMOC's target, scan and collecting file for each test would take longer
  # than moc itself. The target is not passed, because its include paths would make moc read all of Qt.
  list(GET arg_SOURCES 0 first)
  cmake_path(GET first STEM stem)
  set(moc "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc/${stem}.moc")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc")
  add_executable(${name} ${arg_SOURCES} "${moc}")
  qt6_generate_moc("${first}" "${moc}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc")
  target_link_libraries(${name} PRIVATE trainyard_options Qt6::Test ${arg_LINK})
  target_compile_definitions(${name} PRIVATE
    TRAINYARD_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRAINYARD_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  trainyard_precompile(${name} TEST LINK ${arg_LINK})
  foreach(label IN LISTS arg_LABELS)
    set_property(GLOBAL APPEND PROPERTY TRAINYARD_TESTS_${label} ${name})
  endforeach()
  # By default Qt Test aborts a function after five minutes; this raises its limit so that only the limit given here counts.
  math(EXPR function_timeout "${arg_TIMEOUT} * 1000")
  add_test(NAME ${name} COMMAND ${name})
  # Tests that may take longest start first, so that no long test is left for the end.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT} LABELS "${arg_LABELS}"
    RESOURCE_LOCK "${arg_LOCK}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QTEST_FUNCTION_TIMEOUT=${function_timeout}")
endfunction()

# trainyard_fuzz(pickle ENTRY fuzzPickle [SOURCES …] LINK fuzzed_pickled SEEDS tests/data/…): a program fuzz_pickle for libFuzzer that feeds
# void fuzzPickle(const QByteArray &), one of tests/fuzz/readers.h. SEEDS: files and folders, or programs that write files into the folder
# they are given. `cmake --build --preset fuzz --target fuzz` runs all.
function(trainyard_fuzz name)
  cmake_parse_arguments(arg "" "ENTRY" "SOURCES;SEEDS;LINK" ${ARGN})
  add_executable(fuzz_${name} fuzzmain.cpp ${arg_SOURCES})
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
  target_link_libraries(fuzz_${name} PRIVATE trainyard_options ${arg_LINK})
  target_compile_definitions(fuzz_${name} PRIVATE TRAINYARD_FUZZED=${arg_ENTRY})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  set(seeds ${arg_SEEDS})
  list(TRANSFORM seeds PREPEND "${PROJECT_SOURCE_DIR}/")
  string(REPLACE ";" "|" seeds "${seeds}")
  set_property(GLOBAL APPEND PROPERTY TRAINYARD_FUZZERS ${name})
  set_property(GLOBAL APPEND PROPERTY TRAINYARD_FUZZ_RUNS "${name}=${seeds}")
endfunction()

# trainyard_bench(bench_log SOURCES … LINK …): a program in tests/bench that prints JSON lines
# {"bench","ours","baseline","ratio","unit"}. `cmake --build --preset release --target bench` builds and runs them all; `./test --thorough`
# builds them too (target `benchmarks`).
function(trainyard_bench name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${name}.cpp)
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench")
  target_link_libraries(${name} PRIVATE trainyard_options ${arg_LINK})
  target_compile_definitions(${name} PRIVATE
    TRAINYARD_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRAINYARD_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  trainyard_precompile(${name} LINK ${arg_LINK})
  set_property(GLOBAL APPEND PROPERTY TRAINYARD_BENCHES ${name})
endfunction()

# Called once, after every trainyard_bench(). PROGRAMS are the programs that the benchmarks start, so they are built first.
function(trainyard_bench_target)
  cmake_parse_arguments(arg "" "" "PROGRAMS" ${ARGN})
  get_property(benches GLOBAL PROPERTY TRAINYARD_BENCHES)
  set(programs)
  foreach(bench IN LISTS benches)
    list(APPEND programs $<TARGET_FILE:${bench}>)
  endforeach()
  add_custom_target(benchmarks DEPENDS ${benches})
  # They run one after the other and on the terminal, so that nothing else runs during a measurement.
  add_custom_target(bench
    COMMAND "${PROJECT_SOURCE_DIR}/tests/bench/run-all" "${CMAKE_BINARY_DIR}/bench.jsonl" ${programs}
    USES_TERMINAL VERBATIM)
  if(benches)
    add_dependencies(bench ${benches})
  endif()
  foreach(program IN LISTS arg_PROGRAMS)
    if(TARGET ${program})
      add_dependencies(bench ${program})
    endif()
  endforeach()
endfunction()
