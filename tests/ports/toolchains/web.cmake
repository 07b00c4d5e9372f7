# WebAssembly by Debian's Emscripten, whose own file this completes. With vectors of 128 bits, which browsers
# have had since 2021 (Safari: 2023).
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CXX_FLAGS_INIT "-fexceptions -msimd128 -include ${CMAKE_CURRENT_LIST_DIR}/old_libcxx.h")
set(CMAKE_EXE_LINKER_FLAGS_INIT -fexceptions)
set(CMAKE_FIND_ROOT_PATH ${CONDYLE_PORT_PACKAGES})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CONDYLE_PORT_PACKAGES)
