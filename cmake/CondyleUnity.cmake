# condyle_unity(TARGET BASE PER_PIECE FILE...): compiles a target's files of one folder together, in
# pieces of at most PER_PIECE files, since most of the time goes to templates that all of them use. A
# name in an unnamed namespace has to be the only one of its folder. BASE: the folder that files are
# told apart below. Files with options of their own are still compiled by themselves.
function(condyle_unity target base per_piece)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CONDYLE_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(file ${ARGN})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${base} OUTPUT_VARIABLE relative)
    cmake_path(GET relative PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "files_${folder}" folder)
    math(EXPR piece "0${count_${folder}} / ${per_piece}")
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${piece})
  endforeach()
endfunction()
