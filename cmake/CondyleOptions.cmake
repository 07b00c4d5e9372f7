# GCC collects garbage each time its heap has doubled from 128 MB. Starting at 500 MB makes templates
# compile a tenth faster, for up to 600 MB more memory. This also applies to targets without
# condyle_options.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=500000>)

# Options for all targets of this project.
#
# -ffp-contract=off, which /fp:precise implies for Visual Studio 2022 but not for clang-cl: a fused
# multiply-add rounds once, two operations round twice. Results that must agree to the last bit (warm and
# cold, fast and slow path, watertight edges) must all round alike.
#
# -Wno-psabi: GCC warns about the ABI for passing vectors of four doubles between functions. They are
# never passed, because all functions that take them are inlined (core/src/simd/lanes.h).
#
# -Wno-subobject-linkage: GCC takes files that are compiled together for headers, whose unnamed namespaces
# would differ from file to file.
#
# /utf-8: for fmt. /bigobj: Eigen makes more sections than an object file has room for.
add_library(condyle_options INTERFACE)
# Private headers are included by their full path, such as "core/src/solver/island.h".
target_include_directories(condyle_options INTERFACE ${PROJECT_SOURCE_DIR})
# Checks of preconditions and invariants (core/src/base/checks.h).
target_compile_definitions(condyle_options INTERFACE
  $<$<OR:$<CONFIG:Debug>,$<BOOL:${CONDYLE_CHECKS}>>:CONDYLE_CHECKS>)
if(MSVC)  # cl and clang-cl
  target_compile_definitions(condyle_options INTERFACE NOMINMAX _CRT_SECURE_NO_WARNINGS)
  target_compile_options(condyle_options INTERFACE
    /W4 /fp:precise /utf-8 /bigobj $<$<CXX_COMPILER_ID:Clang>:/clang:-ffp-contract=off>
    $<$<BOOL:${CONDYLE_WARNINGS_AS_ERRORS}>:/WX>)
else()
  # What GCC alone warns of: members that a designated initialiser leaves to their defaults, and copies of members
  # that are not set yet. It finds more or fewer from version to version, so that its warnings are no errors.
  set(gcc_alone -Wno-subobject-linkage -Wno-missing-field-initializers -Wno-maybe-uninitialized)
  target_compile_options(condyle_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-psabi -ffp-contract=off
    "$<$<CXX_COMPILER_ID:GNU>:${gcc_alone}>"
    $<$<AND:$<BOOL:${CONDYLE_WARNINGS_AS_ERRORS}>,$<NOT:$<CXX_COMPILER_ID:GNU>>>:-Werror>)
endif()

# condyle_inline_little(TARGET): for code that runs once per file, command or call (readers, commands,
# bindings), not per triangle or step. Clang compiles it in four fifths of the time.
function(condyle_inline_little target)
  target_compile_options(${target} PRIVATE
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:Clang>,$<NOT:$<BOOL:${MSVC}>>>:SHELL:-O2 -mllvm -inline-threshold=25>)
endfunction()
