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

install(DIRECTORY core/condyle core/scene/condyle core/opensim/condyle
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(CONDYLE_PLUGIN)
  install(DIRECTORY plugin/condyle
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/condyleConfig.cmake.in condyleConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(condyleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/condyleConfig.cmake ${PROJECT_BINARY_DIR}/condyleConfigVersion.cmake
  cmake/CondylePkgConfig.cmake DESTINATION ${package_dir})
