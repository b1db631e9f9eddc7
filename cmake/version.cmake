# The version, from include/aude_api.h, where it stands for programs too: aude_version.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../include/aude_api.h lines
     REGEX "^#define AUDE_VERSION_(MAJOR|MINOR|PATCH) [0-9]+$")
list(TRANSFORM lines REPLACE "^.* " "")
list(JOIN lines "." aude_version)
if(NOT aude_version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$")
    message(FATAL_ERROR "include/aude_api.h does not say the version as MAJOR, MINOR and PATCH")
endif()
