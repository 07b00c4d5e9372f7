# What `cmake --install` gives: libraries, headers, and a package for find_package(condyle).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/condyle)

# One export file per component, so that a user of the core alone needs no Bullet.
foreach(component core scene opensim bullet bullet_float)
  if(TARGET condyle_${component})
    install(TARGETS condyle_${component} EXPORT condyle_${component})
    install(EXPORT condyle_${component} NAMESPACE condyle:: DESTINATION ${package_dir})
  endif()
endforeach()

set(doors condyle/condyle.h condyle/scene.h condyle/opensim.h condyle/contact/user_law.h)
set(source_folders core core/scene core/opensim)
if(CONDYLE_PLUGIN)
  list(APPEND doors condyle/bullet.h)
  list(APPEND source_folders plugin)
endif()
list(TRANSFORM source_folders PREPEND ${PROJECT_SOURCE_DIR}/)
install(CODE "
  set(DOORS \"${doors}\")
  set(SOURCE_FOLDERS \"${source_folders}\")
  set(INCLUDE_DIR \"${CMAKE_INSTALL_INCLUDEDIR}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/condyleConfig.cmake.in condyleConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(condyleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/condyleConfig.cmake ${PROJECT_BINARY_DIR}/condyleConfigVersion.cmake
  cmake/CondylePkgConfig.cmake DESTINATION ${package_dir})
