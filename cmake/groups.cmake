# Asks PROGRAM for its --list and writes one add_test per group to OUT.
# "board/fits_beside" is in the group "board", and the filter "board/" runs that group.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --list WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE list OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" list "${list}")
list(TRANSFORM list REPLACE "^([^/]+/).*" "\\1" OUTPUT_VARIABLE filters)
list(REMOVE_DUPLICATES filters)
if(NOT filters)
    message(FATAL_ERROR "${PROGRAM} --list names no test")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/once.cmake)

# The longest groups begin first (about their seconds): otherwise one of them runs alone at the end.
set(cost_of_model 60)
set(cost_of_art 50)
set(cost_of_no_memory 60)
set(cost_of_ai 30)
set(cost_of_game 20)
set(cost_of_puzzles 20)
set(cost_of_outlook 10)

set(text "")
foreach(filter ${filters})
    string(REGEX REPLACE "/$" "" group "${filter}")
    set(cost 1)
    if(DEFINED cost_of_${group})
        set(cost ${cost_of_${group}})
    endif()
    once_of(${group} label)
    string(APPEND text "add_test([==[${group}]==] [==[${PROGRAM}]==] [==[${filter}]==])\n"
           "set_tests_properties([==[${group}]==] PROPERTIES COST ${cost} LABELS \"${label}\" WORKING_DIRECTORY [==[${FOLDER}]==])\n")
endforeach()
file(WRITE ${OUT} "${text}")
