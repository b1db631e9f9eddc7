# The library as others get it: rules, computer players and pictures in one, shared and static, of
# the objects that the program is made of. The program itself links the parts, statically.
#
#   lib/libaude.so.0    exports what the headers mark AUDE_API (tests/exports.txt), nothing else
#   lib/libaude.a       the same for static linking

find_package(Threads REQUIRED)
set(library_o ${tiles_o} $<TARGET_OBJECTS:libaude> $<TARGET_OBJECTS:ai> $<TARGET_OBJECTS:art>)

foreach(kind SHARED STATIC)
    string(TOLOWER ${kind} name)
    add_library(${name} ${kind} ${library_o})
    set_target_properties(${name} PROPERTIES
        OUTPUT_NAME aude LINKER_LANGUAGE C EXPORT_NAME ${name}
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${name} PRIVATE m Threads::Threads)
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux") # what follows are options of its linkers
    # Calls from one of our functions to another need no detour by the table of the loader.
    target_link_options(shared PRIVATE -Wl,-Bsymbolic-functions)
    if(NOT AUDE_SANITIZE AND NOT AUDE_FUZZ) # a sanitizer's functions are in the program
        target_link_options(shared PRIVATE -Wl,-z,defs)
    endif()
endif()
