# What `make install` copies: the program, the library (shared and static), its headers, and what
# pkg-config and CMake's find_package(aude) read.

if(TARGET aude)
    install(TARGETS aude)
endif()
install(TARGETS shared static EXPORT aude)

file(GLOB headers CONFIGURE_DEPENDS include/*.h)
install(FILES ${headers} TYPE INCLUDE)
# <aude/ai.h>, <aude/art.h>: too short a name to lie among everybody's.
install(FILES ai/ai.h ai/review.h art/art.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aude)
file(GLOB pages CONFIGURE_DEPENDS docs/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE TYPE DOC)

# The .pc file finds its prefix from where it lies, so any --prefix and DESTDIR will do.
file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" up "${up}")
configure_file(aude.pc.in aude.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/aude.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# find_package(aude): the targets aude::shared and aude::static. Until 1.0 a minor version may
# change everything (aude_api.h), after it a major one.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/aude)
set(compatible SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatible SameMinorVersion)
endif()
write_basic_package_version_file(${CMAKE_BINARY_DIR}/audeConfigVersion.cmake
                                 COMPATIBILITY ${compatible})
install(FILES cmake/audeConfig.cmake ${CMAKE_BINARY_DIR}/audeConfigVersion.cmake
        DESTINATION ${package})
install(EXPORT aude NAMESPACE aude:: FILE audeTargets.cmake DESTINATION ${package})
