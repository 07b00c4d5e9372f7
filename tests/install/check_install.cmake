# Installs the build BUILD_DIR into a fresh folder, moves that folder, and builds and runs the consumer
# and the examples with it: the package must not depend on the place where it was built.
#   cmake -DBUILD_DIR=.. -DWORK_DIR=.. -DCONSUMER_DIR=.. -DCOMPONENTS=core,bullet -DEXAMPLES_DIR=..
#     -DCOMPILER=.. -P check_install.cmake
# COMPILER compiles the consumer, since Clang takes little more than half of GCC's time; the system's own compiles
# the examples.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${WORK_DIR}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/first)
file(RENAME ${WORK_DIR}/first ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${CONSUMER_DIR} -B ${WORK_DIR}/build -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCOMPONENTS=${COMPONENTS} -DCMAKE_CXX_FLAGS=-Werror)
# The examples, built below, use core and bullet in the same way.
string(REPLACE "," ";" components ${COMPONENTS})
set(programs ${components})
list(REMOVE_ITEM programs core bullet c)  # that for C: below
list(TRANSFORM programs PREPEND use_)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build --target ${programs})
# The headers that a user may include.
file(GLOB_RECURSE headers ${WORK_DIR}/prefix/include/condyle/*.h)
list(LENGTH headers header_count)
set(most_headers 59)
if(header_count GREATER most_headers)
  message(FATAL_ERROR "${header_count} headers are installed, more than ${most_headers}: does one "
    "show the inside of a library?")
endif()
foreach(program IN LISTS programs)
  run(${WORK_DIR}/build/${program})
endforeach()

run(${CMAKE_COMMAND} -G Ninja -S ${EXAMPLES_DIR} -B ${WORK_DIR}/examples
  -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCMAKE_CXX_FLAGS=-Werror)
# One of core or, where there is Bullet, of both; program_tests runs them all.
set(examples sphere_on_plate)
if("bullet" IN_LIST components)
  set(examples law_in_bullet)
endif()
list(TRANSFORM examples PREPEND example_ OUTPUT_VARIABLE targets)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/examples --target ${targets})
foreach(example IN LISTS examples)
  run(${WORK_DIR}/examples/${example})
endforeach()

# The program finds its scenes beside it, and not in the build folder: one that is removed there is gone.
set(program ${WORK_DIR}/prefix/bin/condyle)
if(EXISTS ${program})
  run(${program} check hip)
  run(${program} validate --help)
  file(REMOVE ${WORK_DIR}/prefix/share/condyle/scenes/hip.json)
  execute_process(COMMAND ${program} check hip RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
  if(status EQUAL 0 OR NOT output MATCHES "neither a file nor a shipped scene")
    message(FATAL_ERROR "The installed program reads scenes of another folder:\n${output}")
  endif()
endif()

# The page for man and the completion know every command of the program's own help.
if(EXISTS ${program})
  execute_process(COMMAND ${program} --help OUTPUT_VARIABLE help)
  string(REGEX MATCHALL "\n  [a-z]+  " commands "${help}")
  list(LENGTH commands count)
  if(count LESS 15)
    message(FATAL_ERROR "The program's help lists ${count} commands:\n${help}")
  endif()
  file(READ ${WORK_DIR}/prefix/share/man/man1/condyle.1 page)
  execute_process(COMMAND bash -c "source share/bash-completion/completions/condyle
    COMP_WORDS=(bin/condyle '') COMP_CWORD=1; _condyle; echo \" \${COMPREPLY[*]} \""
    WORKING_DIRECTORY ${WORK_DIR}/prefix OUTPUT_VARIABLE completed)
  foreach(command IN LISTS commands)
    string(STRIP ${command} command)
    if(NOT page MATCHES "\n\\.B ${command}\n" OR NOT completed MATCHES " ${command} ")
      message(FATAL_ERROR "condyle.1 or the completion (${completed}) lacks the command '${command}'")
    endif()
  endforeach()
endif()

# What pkg-config says leads to the moved package.
find_program(pkg_config pkg-config)
file(GLOB_RECURSE pc_file ${WORK_DIR}/prefix/*/pkgconfig/condyle.pc)
if(pkg_config AND pc_file)
  cmake_path(GET pc_file PARENT_PATH pc_folder)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} ${pkg_config} --variable=includedir condyle
    OUTPUT_VARIABLE includes OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS ${includes}/condyle/condyle.h)
    message(FATAL_ERROR "pkg-config names ${includes}, which has no condyle/condyle.h")
  endif()
else()
  message(FATAL_ERROR "pkg-config or condyle.pc is missing")
endif()

# The library for C needs nothing else: neither by find_package nor by pkg-config.
if("c" IN_LIST components)
  run(${CMAKE_COMMAND} -G Ninja -S ${CONSUMER_DIR} -B ${WORK_DIR}/build_c -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
    -DCOMPONENTS=c -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build_c --target use_c)
  run(${WORK_DIR}/build_c/use_c)
  run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} sh -c "cc -std=c99 -Wall -Werror ${CONSUMER_DIR}/use_c.c \
    $(${pkg_config} --cflags --libs condyle-c) -lm -o use_c && \
    LD_LIBRARY_PATH=$(${pkg_config} --variable=libdir condyle-c) ./use_c")
endif()

# Both precisions in one program are refused before anything is compiled.
if("bullet_float" IN_LIST components)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${WORK_DIR}/build -DMIX_PRECISIONS=ON
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
  if(status EQUAL 0 OR NOT output MATCHES "CONDYLE_BULLET_PRECISION")
    message(FATAL_ERROR "Linking both precisions of Bullet was not refused:\n${output}")
  endif()
endif()

# A misspelt component is named, beside those that there are.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${WORK_DIR}/build -DCOMPONENTS=core,bulet
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "without a component[ \n]+'bulet';[ \n]+it[ \n]+has[ \n]+core,[ \n]+world")
  message(FATAL_ERROR "The misspelt component 'bulet' was not named:\n${output}")
endif()
