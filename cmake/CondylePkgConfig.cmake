# Makes PkgConfig::<target> from a pkg-config module. The build uses it, and so does the installed
# package, because imported targets cannot be exported.
#
# Headers of other projects are system headers, which suppresses their warnings.
function(condyle_pkg_config target module)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  get_target_property(includes PkgConfig::${target} INTERFACE_INCLUDE_DIRECTORIES)
  if(includes)
    set_target_properties(PkgConfig::${target} PROPERTIES
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}")
  endif()
endfunction()
