# MuJoCo: in the folder MUJOCO_DIR, with include/ and lib/, or the system's. The build uses this, and so
# does the installed package.
set(MUJOCO_DIR "" CACHE PATH "Folder of MuJoCo, with include/ and lib/; empty: the system's")
find_path(CONDYLE_MUJOCO_INCLUDE mujoco/mujoco.h HINTS ${MUJOCO_DIR}/include ${MUJOCO_DIR})
find_library(CONDYLE_MUJOCO_LIBRARY mujoco HINTS ${MUJOCO_DIR}/lib ${MUJOCO_DIR})
mark_as_advanced(CONDYLE_MUJOCO_INCLUDE CONDYLE_MUJOCO_LIBRARY)
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
