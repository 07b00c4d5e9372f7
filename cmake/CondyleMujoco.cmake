# Makes condyle_mujoco_engine, which links MuJoCo: in the folder MUJOCO_DIR, with include/ and lib/, or
# the system's. The build uses it, and so does the installed package.
function(condyle_find_mujoco)
  if(TARGET condyle_mujoco_engine)
    return()
  endif()
  set(MUJOCO_DIR "" CACHE PATH "Folder of MuJoCo, with include/ and lib/; empty: the system's")
  find_path(condyle_mujoco_include mujoco/mujoco.h HINTS ${MUJOCO_DIR}/include ${MUJOCO_DIR} REQUIRED)
  find_library(condyle_mujoco_library mujoco HINTS ${MUJOCO_DIR}/lib ${MUJOCO_DIR} REQUIRED)
  add_library(condyle_mujoco_engine INTERFACE IMPORTED GLOBAL)
  set_target_properties(condyle_mujoco_engine PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${condyle_mujoco_include}"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${condyle_mujoco_include}"
    INTERFACE_LINK_LIBRARIES "${condyle_mujoco_library}")
endfunction()
