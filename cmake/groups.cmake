# Asks PROGRAM for its --list and writes one add_test per group to OUT.
# "board/fits_beside" is in the group "board", and the filter "board/" runs that group.
execute_process(COMMAND ${PROGRAM} --list WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE list OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" list "${list}")
list(TRANSFORM list REPLACE "^([^/]+/).*" "\\1" OUTPUT_VARIABLE filters)
list(REMOVE_DUPLICATES filters)
if(NOT filters)
    message(FATAL_ERROR "${PROGRAM} --list names no test")
endif()

set(text "")
foreach(filter ${filters})
    string(REGEX REPLACE "/$" "" group "${filter}")
    string(APPEND text "add_test([==[${group}]==] [==[${PROGRAM}]==] [==[${filter}]==])\n"
           "set_tests_properties([==[${group}]==] PROPERTIES WORKING_DIRECTORY [==[${FOLDER}]==])\n")
endforeach()
file(WRITE ${OUT} "${text}")
