# What every target of ours is compiled with.
#
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice. Results that
# must agree to the last bit (warm and cold, fast and slow path, watertight edges) need one rule.
add_library(condyle_options INTERFACE)
target_compile_options(condyle_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
  $<$<BOOL:${CONDYLE_WARNINGS_AS_ERRORS}>:-Werror>)

# Headers of other projects are system headers: their warnings are not ours.
function(condyle_pkg_config target module)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  get_target_property(includes PkgConfig::${target} INTERFACE_INCLUDE_DIRECTORIES)
  if(includes)
    set_target_properties(PkgConfig::${target} PROPERTIES
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}")
  endif()
endfunction()
