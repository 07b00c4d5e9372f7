# Configures a project that contains Condyle's source, compiles its file, and shows that it installs nothing
# of Condyle's.
#   cmake -DCONDYLE_DIR=.. -DWORK_DIR=.. -DSUBPROJECT_DIR=.. -P check_subproject.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} -G Ninja -S ${SUBPROJECT_DIR} -B ${WORK_DIR}/build -DCONDYLE_DIR=${CONDYLE_DIR})
# Compiling needs the headers alone, not the libraries.
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build --target CMakeFiles/user.dir/main.cpp.o)
run(${CMAKE_COMMAND} --install ${WORK_DIR}/build --prefix ${WORK_DIR}/prefix)
file(GLOB_RECURSE installed ${WORK_DIR}/prefix/*)
if(installed)
  message(FATAL_ERROR "A project that contains Condyle's source installs ${installed}")
endif()
