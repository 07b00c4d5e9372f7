# MuJoCo: in the folder MUJOCO_DIR, or the system's. The build uses this, and so does the installed package.
# The folder is a release's, with include/ and lib/, or that of Python's package "mujoco", whose library
# has its version in its name.
set(MUJOCO_DIR "" CACHE PATH "Folder of a release of MuJoCo, or of Python's package; empty: the system's")
set(condyle_mujoco_names mujoco)
set(condyle_mujoco_where)
if(MUJOCO_DIR)
  file(GLOB versions ${MUJOCO_DIR}/libmujoco.so.* ${MUJOCO_DIR}/libmujoco.*.dylib)
  foreach(version IN LISTS versions)
    get_filename_component(name ${version} NAME)
    list(APPEND condyle_mujoco_names ${name})
  endforeach()
  set(condyle_mujoco_where PATHS ${MUJOCO_DIR} PATH_SUFFIXES include lib NO_DEFAULT_PATH)
endif()
if(NOT "${CONDYLE_MUJOCO_DIR_BEFORE}" STREQUAL "${MUJOCO_DIR}")
  unset(CONDYLE_MUJOCO_INCLUDE CACHE)
  unset(CONDYLE_MUJOCO_LIBRARY CACHE)
endif()
set(CONDYLE_MUJOCO_DIR_BEFORE "${MUJOCO_DIR}" CACHE INTERNAL "MUJOCO_DIR when MuJoCo was last looked for")
find_path(CONDYLE_MUJOCO_INCLUDE mujoco/mujoco.h ${condyle_mujoco_where})
find_library(CONDYLE_MUJOCO_LIBRARY NAMES ${condyle_mujoco_names} ${condyle_mujoco_where})
mark_as_advanced(CONDYLE_MUJOCO_INCLUDE CONDYLE_MUJOCO_LIBRARY)
if(MUJOCO_DIR AND NOT (CONDYLE_MUJOCO_INCLUDE AND CONDYLE_MUJOCO_LIBRARY))
  message(FATAL_ERROR "MUJOCO_DIR, ${MUJOCO_DIR}, lacks include/mujoco/mujoco.h or a library of MuJoCo's. Name the "
    "folder of a release or of Python's package \"mujoco\", or leave MUJOCO_DIR empty for the system's.")
endif()
set(condyle_has_mujoco OFF)
if(CONDYLE_MUJOCO_INCLUDE AND CONDYLE_MUJOCO_LIBRARY)
  set(condyle_has_mujoco ON)
  # mjVERSION_HEADER: 222 is 2.2.2, 3012001 is 3.12.1.
  file(STRINGS ${CONDYLE_MUJOCO_INCLUDE}/mujoco/mujoco.h version REGEX "define mjVERSION_HEADER")
  string(REGEX MATCH "[0-9]+" condyle_mujoco_version "${version}")
endif()

# Makes condyle_mujoco_engine, which links MuJoCo. Its headers are system headers, which suppresses their
# warnings.
function(condyle_find_mujoco)
  if(NOT condyle_has_mujoco)
    message(FATAL_ERROR "MuJoCo was not found. Install libmujoco-dev, or set MUJOCO_DIR to a folder with "
      "its include/ and lib/.")
  endif()
  if(NOT TARGET condyle_mujoco_engine)
    add_library(condyle_mujoco_engine INTERFACE IMPORTED GLOBAL)
    set_target_properties(condyle_mujoco_engine PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${CONDYLE_MUJOCO_INCLUDE}"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${CONDYLE_MUJOCO_INCLUDE}"
      INTERFACE_LINK_LIBRARIES "${CONDYLE_MUJOCO_LIBRARY}")
  endif()
endfunction()
