# What `make install` copies: the program, the library, its headers, its pkg-config file.

if(TARGET aude)
    install(TARGETS aude)
endif()
install(TARGETS libaude)

file(GLOB headers CONFIGURE_DEPENDS include/*.h)
install(FILES ${headers} TYPE INCLUDE)
file(GLOB pages CONFIGURE_DEPENDS docs/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE TYPE DOC)

# The .pc file finds its prefix from where it lies, so any --prefix and DESTDIR will do.
file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" up "${up}")
configure_file(aude.pc.in aude.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/aude.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
