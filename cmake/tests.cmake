# Every test that ctest knows. All run from the root of the tree.
#
#   C tests    tests/*/test_*.c and their parts make one program, aude_tests. After each build it is asked for its
#              `--list`, one `group/name` a line; every group becomes one ctest test.
#   scripts    each tests/*/*.sh and tests/*/*.py is one ctest test and is given the build
#              folder. Exit status 77, or output that begins "skipped: ", means skipped.
#   fuzzing    each tests/fuzz/fuzz_NAME.c is a program; scripts/fuzz runs them.

# Whoever asks for memory asks tests/server/memory.c first, which can let it run out; tests/server/locks.c sees every lock; tests/server/test_store_faults.c lets
# SQLite fail; accept() and getaddrinfo() are answered by tests/server/test_net.c when it wants to; tests/server/clock_test.c has the clocks, thread_test.c the threads; tests/server/whole_server.c sees what
# a whole server asks for, faults_test.c lets OpenSSL fail and sees what is closed,
set(wrapped malloc calloc realloc strdup free json_object json_array json_string json_stringn json_integer json_dumps json_loads json_loadb
    json_pack json_object_set_new json_array_append_new whole_set whole_append whole_join accept getaddrinfo pthread_mutex_init pthread_mutex_lock
    pthread_mutex_unlock pthread_mutex_destroy pthread_cond_wait pthread_cond_timedwait sqlite3_step sqlite3_exec sqlite3_prepare_v2
    clock_gettime time store_open malloc_trim push_failures push_post pthread_create close EVP_EncryptInit_ex EVP_EncryptUpdate EVP_EncryptFinal_ex
    EVP_CIPHER_CTX_ctrl EVP_PKEY_derive_init EVP_PKEY_derive_set_peer EVP_PKEY_derive EVP_DigestSignInit EVP_DigestSign SSL_new)
if(pq_FOUND) # and tests/server/test_pg_line.c answers for PostgreSQL
    list(APPEND wrapped PQconnectdbParams PQconnectStartParams PQsetNoticeReceiver PQstatus PQerrorMessage PQsocket PQconnectPoll PQsetnonblocking PQenterPipelineMode PQsendPrepare
         PQsendQueryPrepared PQpipelineSync PQflush PQconsumeInput PQisBusy PQgetResult PQresultStatus PQresultErrorField PQresultErrorMessage
         PQntuples PQgetvalue PQcmdTuples PQfinish PQclear PQexec)
endif()
list(TRANSFORM wrapped PREPEND "LINKER:--wrap=")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(memory_runs_out AUDE_WRAPPED)
else()
    set(wrapped "")
endif()
set(tests_h ${CMAKE_SOURCE_DIR} tests tests/cards tests/jcz tests/match tests/model tests/server tests/unit engine)
# What these do themselves is quickly done: they wait for what they look at, which is as fast as ever.
set(seldom_tests_c ${tests_c})
list(FILTER seldom_tests_c INCLUDE REGEX "/tests/(server/test_[^/]*|club/[^/]*|table/[^/]*|tree/[^/]*)\\.c$")
seldom(${seldom_tests_c})
if(tests_c)
    add_executable(aude_tests ${tests_c})
    target_include_directories(aude_tests PRIVATE ${tests_h})
    target_compile_definitions(aude_tests PRIVATE ${posix} ${memory_runs_out})
    target_link_libraries(aude_tests PRIVATE ${parts} PkgConfig::sodium)
    target_link_options(aude_tests PRIVATE ${wrapped})
    if(pq_FOUND) # tests of that store empty it
        target_link_libraries(aude_tests PRIVATE PkgConfig::pq)
    endif()

    # The server's tests alone, when asked for: for tools/mutate, which builds them again and again.
    if(TARGET server)
        set(server_tests_c ${tests_c})
        list(FILTER server_tests_c INCLUDE REGEX "/tests/((server|club)/.*|[^/]*)\\.c$")
        add_executable(server_tests EXCLUDE_FROM_ALL ${server_tests_c})
        target_include_directories(server_tests PRIVATE ${tests_h})
        target_compile_definitions(server_tests PRIVATE ${posix} ${memory_runs_out})
        target_link_libraries(server_tests PRIVATE ${parts} PkgConfig::sodium)
        target_link_options(server_tests PRIVATE ${wrapped})
        if(pq_FOUND)
            target_link_libraries(server_tests PRIVATE PkgConfig::pq)
        endif()
    endif()

    set(groups ${CMAKE_BINARY_DIR}/aude_groups.cmake)
    # What writes that list is a part of the program: a changed one writes it anew.
    set_property(TARGET aude_tests APPEND PROPERTY LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/groups.cmake ${CMAKE_SOURCE_DIR}/cmake/once.cmake)
    add_custom_command(
        TARGET aude_tests POST_BUILD
        COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:aude_tests> -D FOLDER=${CMAKE_SOURCE_DIR}
                -D OUT=${groups} -P ${CMAKE_SOURCE_DIR}/cmake/groups.cmake
        VERBATIM)
    file(WRITE ${CMAKE_BINARY_DIR}/aude_ctest.cmake
         "if(EXISTS \"${groups}\")\n  include(\"${groups}\")\n"
         "else()\n  add_test(aude_tests_is_not_built aude_tests_is_not_built)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/aude_ctest.cmake)
endif()

# Not tests: fresh.sh, deb.sh and container.sh are for maintainers, by hand; try.sh, wire.py, described.py, postgres.py and push_receiver.py are parts of others. Plain builds only: what looks at the
# objects or links the installed library cannot do so past a sanitizer's additions.
set(by_hand container contest deb described fresh postgres push_receiver try wire)
set(plain_only build dist version engine_symbols install library manual need seam)
# Nor is a sanitizer asked twice about what it does not see: these look at texts, or compile what they run themselves.
list(APPEND plain_only colours figures net_wasm paths rooms rules site switches tiny)

# What a script is given, where that is not the build folder.
set(given_to_catalogue ${CMAKE_BINARY_DIR}/tiledump ${AUDE_CATALOGUE})
set(given_to_tilec ${CMAKE_BINARY_DIR}/tilec ${CMAKE_SOURCE_DIR}/tests/tiles/tilec)

include(cmake/once.cmake)

# The longest begin first, as in groups.cmake.
set(cost_of_store_postgres 60)
set(cost_of_nodes 30)
set(cost_of_simulate 35) # half an hour in the long test
set(cost_of_nodes_contest 20)
set(cost_of_nodes_versions 25)
foreach(name build balancer puzzles_command cli)
    set(cost_of_${name} 40)
endforeach()
foreach(name server_attack server_push server_clock server_wire server_limits server_kill bot_protocol tiny jcz python)
    set(cost_of_${name} 25)
endforeach()
foreach(name server_messages server_fuzz bot net_wasm seam admin_command site)
    set(cost_of_${name} 12)
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS tests/*/*.sh tests/*/*.py)
foreach(script ${scripts})
    cmake_path(GET script STEM name)
    if(name IN_LIST by_hand OR (name IN_LIST plain_only AND NOT plain))
        continue()
    endif()
    set(runner sh)
    if(script MATCHES "\\.py$")
        set(runner python3)
    endif()
    set(given ${CMAKE_BINARY_DIR})
    if(DEFINED given_to_${name})
        set(given ${given_to_${name}})
    endif()
    set(cost 1)
    if(DEFINED cost_of_${name})
        set(cost ${cost_of_${name}})
    endif()
    once_of(${name} label)
    add_test(NAME ${name} COMMAND ${runner} ${script} ${given}
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES COST ${cost} LABELS "${label}" ENVIRONMENT CC=${CMAKE_C_COMPILER}
                         SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "^skipped: ")
endforeach()

if(AUDE_FUZZ)
    # Two libraries that read the same as server/net/wire*.c, as judges of it; without them nobody judges.
    find_path(http_parser_h http_parser.h)
    find_library(http_parser_l http_parser)
    find_path(wslay_h wslay/wslay.h)
    find_library(wslay_l wslay)
    sources(fuzz_c tests/fuzz/fuzz_*.c)
    add_library(fuzz_play OBJECT tests/play.c) # once for all of them
    target_link_libraries(fuzz_play PRIVATE libaude)
    foreach(file ${fuzz_c})
        cmake_path(GET file STEM name)
        add_executable(${name} ${file} $<TARGET_OBJECTS:fuzz_play>)
        target_include_directories(${name} PRIVATE ${tests_h})
        # libFuzzer has no header for the one function it calls.
        target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        target_compile_definitions(${name} PRIVATE ${posix})
        target_link_libraries(${name} PRIVATE ${parts})
    endforeach()
    if(http_parser_h AND http_parser_l AND wslay_h AND wslay_l)
        target_compile_definitions(fuzz_wire PRIVATE AUDE_JUDGES)
        target_link_libraries(fuzz_wire PRIVATE ${http_parser_l} ${wslay_l})
    else()
        message(NOTICE "aude: without libhttp-parser-dev and libwslay-dev fuzz_wire compares with nobody")
    endif()
    target_compile_definitions(fuzz_wire PRIVATE _GNU_SOURCE)
    # The browser's reader of JSON, under other names, beside the library that it stands for.
    target_sources(fuzz_json PRIVATE tests/fuzz/json_ours.c)
    target_link_libraries(fuzz_json PRIVATE PkgConfig::jansson)
endif()
