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

# Manual pages and completions, made of help texts and headers.
if(TARGET aude AND plain)
    set(manual ${CMAKE_BINARY_DIR}/manual)
    add_custom_command(
        OUTPUT manual/aude.1 manual/libaude.3 manual/aude.bash manual/_aude manual/aude.fish
        COMMAND scripts/man $<TARGET_FILE:aude> ${manual}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        DEPENDS aude scripts/man ${headers} ai/ai.h ai/review.h art/art.h
        COMMENT "Writing the manual pages" VERBATIM)
    add_custom_target(manual ALL DEPENDS manual/aude.1)
    install(FILES ${manual}/aude.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${manual}/libaude.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
    install(FILES ${manual}/aude.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            RENAME aude)
    # Where zsh looks: Debian's packages have a folder of their own in /usr, anything else has not.
    if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
        set(zsh vendor-completions)
    else()
        set(zsh site-functions)
    endif()
    install(FILES ${manual}/_aude DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
    install(FILES ${manual}/aude.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
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
