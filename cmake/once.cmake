# What a short run has in one build only. `make test-all` runs every test in the release build and under the sanitizers, and `make test` does
# so with most. Of the longest it has one run: scripts/test leaves out those with the other build's label, and prints their names.

# What whole programs say, and how well players play. Their parts are under the sanitizers all the same: what reads a file, a message or a line
# of a bot (fuzz targets; jcz_..., bot, server_fuzz), the engine (game, cards), the players (ai), puzzles.
set(in_release_only bot_protocol cli help jcz levels model puzzles_command)
# What no optimiser moves: the same steps and the same data in both builds, and under the sanitizers asserts, threads and memory are seen, too.
set(in_asan_only store store_postgres)

# once_of(NAME VAR): the label of the test NAME, or nothing.
function(once_of name var)
    set(label "")
    if(name IN_LIST in_release_only)
        set(label release_only)
    elseif(name IN_LIST in_asan_only)
        set(label asan_only)
    endif()
    set(${var} "${label}" PARENT_SCOPE)
endfunction()
