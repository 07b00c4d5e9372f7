# `cmake --install` installs libraries, headers, and a package for find_package(condyle).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/condyle)

# One export file per component, so that users of the core alone do not need Bullet.
foreach(component core world geometry scene opensim bullet bullet_float mujoco)
  if(TARGET condyle_${component})
    install(TARGETS condyle_${component} EXPORT condyle_${component})
    install(EXPORT condyle_${component} NAMESPACE condyle:: DESTINATION ${package_dir})
  endif()
endforeach()

set(public_headers core/include/ core/world/include/ core/geometry/include/ core/scene/include/ core/opensim/include/)
if(CONDYLE_PLUGIN)
  list(APPEND public_headers plugin/bullet/include/)
endif()
if(CONDYLE_MUJOCO)
  list(APPEND public_headers plugin/mujoco/include/)
endif()
install(DIRECTORY ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/condyleConfig.cmake.in condyleConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(condyleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/condyleConfig.cmake ${PROJECT_BINARY_DIR}/condyleConfigVersion.cmake
  cmake/CondylePkgConfig.cmake cmake/CondyleMujoco.cmake DESTINATION ${package_dir})
