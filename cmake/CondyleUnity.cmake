# Files are compiled together, CONDYLE_UNITY at a time, since most of the time goes to templates that all
# of them use: in pieces of 10 the whole takes half as long again, and twice as long one by one. Files
# with options of their own are still compiled by themselves.

# condyle_unity(TARGET): a name in an unnamed namespace has to be the only one of the target.
function(condyle_unity target)
  if(CONDYLE_UNITY GREATER 0)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${CONDYLE_UNITY})
  endif()
endfunction()

# condyle_unity_by_folder(TARGET BASE FILE...): only files of one folder are compiled together, so that
# such a name has to be the only one of its folder. BASE: the folder that files are told apart below.
function(condyle_unity_by_folder target base)
  if(NOT CONDYLE_UNITY GREATER 0)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(file ${ARGN})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${base} OUTPUT_VARIABLE relative)
    cmake_path(GET relative PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "files_${folder}" folder)
    math(EXPR piece "0${count_${folder}} / ${CONDYLE_UNITY}")
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${piece})
  endforeach()
endfunction()
