# GCC collects its garbage whenever its heap has doubled from 128 MB; from 500 MB on it takes a tenth
# less time over templates, for up to 600 MB more of memory. Targets without the options below have
# this too.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=500000>)

# What every target of ours is compiled with.
#
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice. Results that
# must agree to the last bit (warm and cold, fast and slow path, watertight edges) need one rule.
#
# -Wno-psabi: GCC warns of how vectors of four doubles would be passed between functions. They never
# are: all that take them are inlined (core/src/simd/lanes.h).
add_library(condyle_options INTERFACE)
# Headers that are not for users are included by their path, such as "core/src/solver/island.h".
target_include_directories(condyle_options INTERFACE ${PROJECT_SOURCE_DIR})
# Checks of preconditions and invariants (core/src/base/checks.h).
target_compile_definitions(condyle_options INTERFACE
  $<$<OR:$<CONFIG:Debug>,$<BOOL:${CONDYLE_CHECKS}>>:CONDYLE_CHECKS>)
target_compile_options(condyle_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-psabi -ffp-contract=off
  $<$<BOOL:${CONDYLE_WARNINGS_AS_ERRORS}>:-Werror>)
