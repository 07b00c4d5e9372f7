# Makes PkgConfig::<target> from a pkg-config module. Used by the build and, because imported targets
# can not be exported, again by the installed package.
#
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
