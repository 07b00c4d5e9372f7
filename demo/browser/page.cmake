# The viewer as a page for browsers with WebGL 2: index.html with what it loads, in browser/page of the build.
condyle_pkg_config(imgui imgui)
condyle_pkg_config(stb stb)

condyle_part(condyle_view FOLDERS view view/browser LINKS condyle_run condyle_new_joint HEADERS_OF condyle_evaluate)
target_compile_definitions(condyle_view PRIVATE GLFW_INCLUDE_NONE)
target_link_libraries(condyle_view PRIVATE PkgConfig::imgui PkgConfig::stb)

set(page ${CMAKE_CURRENT_BINARY_DIR}/page)
set(fonts /usr/share/fonts/truetype/dejavu)
add_executable(condyle_page browser/main.cpp)
target_link_libraries(condyle_page PRIVATE condyle_view condyle_options PkgConfig::imgui
  nlohmann_json::nlohmann_json)
target_link_options(condyle_page PRIVATE -O2 -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=134217728 -sENVIRONMENT=web -sEXIT_RUNTIME=0
  -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString
  "SHELL:--preload-file ${PROJECT_BINARY_DIR}/assets/scenes@/condyle/scenes"
  "SHELL:--preload-file ${PROJECT_BINARY_DIR}/assets/meshes@/condyle/meshes"
  "SHELL:--exclude-file *.obj --exclude-file *thread_*"  # of robots, and of condyle validate
  "SHELL:--preload-file ${PROJECT_BINARY_DIR}/assets/lessons@/condyle/lessons"
  "SHELL:--preload-file ${PROJECT_BINARY_DIR}/assets/pictures@/condyle/pictures"
  "SHELL:--preload-file ${fonts}/DejaVuSans.ttf@${fonts}/DejaVuSans.ttf"
  "SHELL:--preload-file ${fonts}/DejaVuSans-Bold.ttf@${fonts}/DejaVuSans-Bold.ttf")
set_target_properties(condyle_page PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${page} OUTPUT_NAME condyle
  LINK_DEPENDS "${mesh_stamp}")
add_dependencies(condyle_page condyle_meshes)
foreach(file index.html page.js)
  configure_file(browser/${file} ${page}/${file} COPYONLY)
endforeach()
