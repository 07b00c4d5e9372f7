# `cmake --install` installs libraries, headers, a package for find_package(condyle), files for pkg-config
# and, where it is built, the program with its scenes. Each part is a component, which cpack makes a
# Debian package of: program, dev, bullet-dev, mujoco-dev, c, c-dev and python.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/condyle)

# condyle_install_library(COMPONENT NAME...): with one export file for each library, so that users of the
# core alone do not need Bullet.
function(condyle_install_library component)
  foreach(name IN LISTS ARGN)
    if(TARGET condyle_${name})
      install(TARGETS condyle_${name} EXPORT condyle_${name} COMPONENT ${component})
      install(EXPORT condyle_${name} NAMESPACE condyle:: DESTINATION ${package_dir} COMPONENT ${component})
    endif()
  endforeach()
endfunction()

# condyle_install_pkg_config(COMPONENT NAME DESCRIPTION LIBS REQUIRES [CFLAGS]): NAME.pc. LIBS in the order
# of linking; REQUIRES as of pkg-config.
function(condyle_install_pkg_config component pc_name pc_description pc_libs pc_requires)
  set(pc_cflags ${ARGV5})
  file(RELATIVE_PATH pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" pc_up ${pc_up})
  configure_file(${PROJECT_SOURCE_DIR}/packaging/condyle.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT ${component})
endfunction()

condyle_install_library(dev core world geometry scene opensim)
install(DIRECTORY core/include/ core/world/include/ core/geometry/include/ core/scene/include/
  core/opensim/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
set(pc_needs "eigen3 fmt pugixml zlib")
if(CONDYLE_THREADS)
  string(APPEND pc_needs " tbb")
endif()
list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE pc_dl)  # Windows has none
condyle_install_pkg_config(dev condyle "Contact of meshes, ligaments, scenes and OpenSim's files"
  "-lcondyle_opensim -lcondyle_scene -lcondyle_geometry -lcondyle_world -lcondyle_core ${pc_dl}" ${pc_needs} "-std=c++20")

if(CONDYLE_PLUGIN)
  condyle_install_library(bullet-dev bullet bullet_float)
  install(DIRECTORY plugin/bullet/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT bullet-dev)
  condyle_install_pkg_config(bullet-dev condyle-bullet "Condyle's contact in worlds of Bullet (double)"
    "-lcondyle_bullet" "condyle bullet-float64" "-DBT_USE_DOUBLE_PRECISION -DCONDYLE_BULLET_DOUBLE")
endif()
if(CONDYLE_MUJOCO)
  condyle_install_library(mujoco-dev mujoco)
  install(DIRECTORY plugin/mujoco/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT mujoco-dev)
  condyle_install_pkg_config(mujoco-dev condyle-mujoco "Condyle's contact in models of MuJoCo"
    "-lcondyle_mujoco -lmujoco" "condyle")
endif()

# The library for C holds the others, so that its users need none of them.
if(CONDYLE_C)
  install(TARGETS condyle_c EXPORT condyle_c LIBRARY COMPONENT c NAMELINK_COMPONENT c-dev)
  install(EXPORT condyle_c NAMESPACE condyle:: DESTINATION ${package_dir} COMPONENT c-dev)
  install(DIRECTORY c/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT c-dev)
  condyle_install_pkg_config(c-dev condyle-c "Condyle's contact, ligaments and worlds for C" "-lcondyle_c" "")
endif()

configure_package_config_file(cmake/condyleConfig.cmake.in condyleConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(condyleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/condyleConfig.cmake ${PROJECT_BINARY_DIR}/condyleConfigVersion.cmake
  cmake/CondylePkgConfig.cmake cmake/CondyleMujoco.cmake DESTINATION ${package_dir} COMPONENT dev)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libcondyle-dev COMPONENT dev)

if(CONDYLE_DEMO)
  install(TARGETS condyle RUNTIME COMPONENT program)
  foreach(folder scenes meshes lessons robots pictures validation)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/assets/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/condyle
      COMPONENT program)
  endforeach()
  install(FILES assets/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/condyle COMPONENT program)
  install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/condyle
    COMPONENT program)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/condyle COMPONENT program
    FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.gif" PATTERN generator EXCLUDE
    PATTERN site EXCLUDE)
  if(NOT WIN32)
    install(FILES packaging/condyle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
    install(FILES packaging/condyle.bash RENAME condyle COMPONENT program
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES packaging/condyle.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
      COMPONENT program)
    install(FILES packaging/condyle.svg COMPONENT program
      DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  endif()
endif()

include(CondylePackages)
