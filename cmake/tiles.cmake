# The tiles: tilec compiles data/tiles to a table in C, and that is the library `tiles`.

get_filename_component(aude_root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

# ORDER SET: the sets, in the order of their numbers. tilec reads them in this order.
set(tile_sets base river-1 river-2 inns-cathedrals traders-builders princess-dragon
    tower abbey-mayor count king-robber cult catapult)

file(GLOB tilec_c CONFIGURE_DEPENDS ${aude_root}/tools/make/tilec.c ${aude_root}/tools/make/tilec_*.c)
add_executable(tilec ${tilec_c} ${aude_root}/engine/names.c)
target_include_directories(tilec PRIVATE ${aude_root}/include ${aude_root}/engine)
target_compile_definitions(tilec PRIVATE _POSIX_C_SOURCE=200809L)
list(TRANSFORM tile_sets REPLACE "(.+)" "${aude_root}/data/tiles/\\1.tiles"
     OUTPUT_VARIABLE tile_files)
# By way of a second name, so that a refused tile leaves no half-written table behind.
add_custom_command(
    OUTPUT tiles.c
    COMMAND tilec ${tile_files} > tiles.c.new
    COMMAND ${CMAKE_COMMAND} -E rename tiles.c.new tiles.c
    DEPENDS tilec ${tile_files}
    COMMENT "Compiling the tiles" VERBATIM)
add_library(tiles OBJECT ${CMAKE_CURRENT_BINARY_DIR}/tiles.c)
target_include_directories(tiles PRIVATE ${aude_root}/include ${aude_root}/engine)
set(tiles_o $<TARGET_OBJECTS:tiles>)
