# find_package(aude) gives aude::shared and aude::static; link to one of them.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/audeTargets.cmake)
