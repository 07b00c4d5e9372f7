# Debian packages, which cpack makes of the components (packaging/make_debs).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME condyle)
# The project has no address; whoever hands packages on gives theirs, "Name <address>".
set(CPACK_PACKAGE_CONTACT "The authors of Condyle" CACHE STRING "Maintainer of the Debian packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL program dev)

# condyle_debian(COMPONENT PACKAGE SECTION DESCRIPTION DEPENDS)
macro(condyle_debian component package section description depends)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
endmacro()

condyle_debian(program condyle science "Pressure between the surfaces of joints, in real time
 Shows and computes the contact of meshes with elastic layers, and ligaments." "")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "python3-condyle, libgl1-mesa-dri")
condyle_debian(dev libcondyle-dev libdevel "Contact of meshes and ligaments: libraries and headers"
  "libeigen3-dev (>= 3.4), libfmt-dev, libpugixml-dev, zlib1g-dev, libtbb-dev, pkg-config")
set(with_core "libcondyle-dev (= ${PROJECT_VERSION})")
if(CONDYLE_PLUGIN)
  list(APPEND CPACK_COMPONENTS_ALL bullet-dev)
  condyle_debian(bullet-dev libcondyle-bullet-dev libdevel "Condyle's contact in worlds of Bullet"
    "${with_core}, libbullet-dev (>= 3.24)")
endif()
if(CONDYLE_MUJOCO)
  list(APPEND CPACK_COMPONENTS_ALL mujoco-dev)
  condyle_debian(mujoco-dev libcondyle-mujoco-dev libdevel "Condyle's contact in models of MuJoCo"
    "${with_core}, libmujoco-dev")
endif()
if(CONDYLE_C)
  list(APPEND CPACK_COMPONENTS_ALL c c-dev)
  get_target_property(c_version condyle_c SOVERSION)
  condyle_debian(c libcondyle-c${c_version} libs "Contact of meshes and ligaments: shared library for C" "")
  condyle_debian(c-dev libcondyle-c-dev libdevel "Contact of meshes and ligaments: header for C"
    "libcondyle-c${c_version} (= ${PROJECT_VERSION}), ${with_core}")
endif()
if(CONDYLE_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR after "${Python3_VERSION_MINOR} + 1")
  condyle_debian(python python3-condyle python "Contact of meshes, ligaments and scenes with numpy arrays"
    "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${after}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS
    "python3-xarray, python3-scipy, python3-pandas, python3-matplotlib, python3-distributed")
endif()
include(CPack)
