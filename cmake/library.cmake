# The library as others get it: rules, computer players and pictures in one, shared and static, of
# the objects that the program is made of. The program itself links the parts, statically.
#
#   lib/libaude.so.0    exports what the headers mark AUDE_API (tests/package/library.txt), nothing else
#   lib/libaude.a       the same for static linking: one object, in which all other names are its own

find_package(Threads REQUIRED)
set(library_o ${tiles_o} $<TARGET_OBJECTS:libaude> $<TARGET_OBJECTS:ai> $<TARGET_OBJECTS:art>)

# An archive knows no hidden names: a function of ours would clash with one of the same name in the
# program that links it. So the objects are made one, and its hidden names local. Where there are other tools
# than these (not Linux), or objects that are not ELF yet (-flto), the archive has all names.
set(static_o ${library_o})
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND plain AND CMAKE_OBJCOPY AND NOT CMAKE_C_FLAGS MATCHES "-flto"
   AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    set(static_o ${CMAKE_BINARY_DIR}/lib/aude.o)
    add_custom_command(
        OUTPUT ${static_o}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/lib
        COMMAND ${CMAKE_LINKER} -r -o ${static_o} ${library_o}
        COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${static_o}
        DEPENDS ${library_o} COMMAND_EXPAND_LISTS
        COMMENT "Making one object of the library" VERBATIM)
else()
    message(NOTICE "aude: lib/libaude.a will have global names that are no part of its interface")
endif()

add_library(shared SHARED ${library_o})
add_library(static STATIC ${static_o})
foreach(name shared static)
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
