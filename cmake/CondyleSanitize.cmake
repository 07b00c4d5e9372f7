# Compiles all targets that follow under sanitizers, any error of which ends the process: those of
# CONDYLE_SANITIZE, or with CONDYLE_FUZZ the ones for libFuzzer.
#
# -O1: what runs under sanitizers is hardly faster for more, and compiles longer.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -UNDEBUG")

if(CONDYLE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "CONDYLE_FUZZ needs Clang, which has libFuzzer; this is ${CMAKE_CXX_COMPILER_ID}. "
      "Configure with -DCMAKE_CXX_COMPILER=clang++, or by the preset fuzz.")
  endif()
  # Pointer checks (null, alignment, object size, overflow) are off because they would double the compile
  # time; the address sanitizer detects such a pointer when it is dereferenced.
  set(sanitize -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,pointer-overflow)
  add_compile_options(-fsanitize=fuzzer-no-link)
else()
  set(sanitize -fsanitize=${CONDYLE_SANITIZE})
  # Modules of Python are loaded by an interpreter that has no sanitizer, so the sanitizer's runtime is a
  # shared library, one for the module and all others.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-x86_64.so
      OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    cmake_path(GET runtime PARENT_PATH runtimes)
    # But the shared runtime of the thread sanitizer of Clang 14 ends at its start with some versions of the C
    # library, so that programs take the static one.
    set(shared_runtime -shared-libsan -Wl,-rpath,${runtimes})
    if(CONDYLE_SANITIZE STREQUAL "thread")
      set(shared_runtime "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>:${shared_runtime}>")
      # A test's own operator new, which counts, comes first.
      add_link_options(-Wl,--allow-multiple-definition)
    endif()
    add_link_options("${shared_runtime}")
    # It must be loaded before all else. Leaks are not looked for in Python, which keeps memory to its end,
    # with all that its objects hold.
    if(CONDYLE_SANITIZE STREQUAL "address")
      set(CONDYLE_PYTHON_ENVIRONMENT LD_PRELOAD=${runtime} ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc)
    elseif(CONDYLE_SANITIZE STREQUAL "thread")
      set(CONDYLE_PYTHON_ENVIRONMENT LD_PRELOAD=${runtimes}/libclang_rt.tsan-x86_64.so PYTHONMALLOC=malloc)
    endif()
  endif()
  add_compile_definitions(CONDYLE_SANITIZED)  # fewer rounds of random tests (tests/support/rounds.h)
endif()
add_compile_options(${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer)
add_link_options(${sanitize})
# The checks of the standard library. Eigen would otherwise align by itself under the address sanitizer,
# unlike in libraries that are not compiled here.
add_compile_definitions(_GLIBCXX_ASSERTIONS EIGEN_MALLOC_ALREADY_ALIGNED=1)
