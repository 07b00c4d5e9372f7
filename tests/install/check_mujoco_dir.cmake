# MuJoCo is found in a folder like that of Python's package, whose library has its version in its name, and
# nowhere else if MUJOCO_DIR names a folder: cmake -DINCLUDE=DIR -DLIBRARY=FILE -DWORK_DIR=DIR -DFINDER=FILE -P ..
set(package ${WORK_DIR}/mujoco)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${package}/include ${WORK_DIR}/empty)
file(CREATE_LINK ${INCLUDE}/mujoco ${package}/include/mujoco SYMBOLIC)
file(CREATE_LINK ${LIBRARY} ${package}/libmujoco.so.9.8.7 SYMBOLIC)

file(WRITE ${WORK_DIR}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(finds_mujoco LANGUAGES CXX)
include(${FINDER})
message(STATUS \"found \${CONDYLE_MUJOCO_INCLUDE} \${CONDYLE_MUJOCO_LIBRARY}\")\n")
# Expects the folder's MuJoCo to be found, or an error.
function(expect folder text)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK_DIR} -B ${WORK_DIR}/build "-DMUJOCO_DIR=${folder}"
    OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "MUJOCO_DIR=${folder}: expected '${text}', got:\n${said}")
  endif()
endfunction()

expect("" "found ${INCLUDE} ${LIBRARY}")
expect(${package} "found ${package}/include ${package}/libmujoco.so.9.8.7")
expect(${WORK_DIR}/empty "lacks include/mujoco/mujoco.h or a library of MuJoCo's")
expect("" "found ${INCLUDE} ${LIBRARY}")
