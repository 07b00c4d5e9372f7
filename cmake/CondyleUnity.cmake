# Files are compiled together, CONDYLE_UNITY at a time, since most of the time goes into templates that
# all of them use: in groups of 10 a full build takes half as long again, and file by file twice as long.
# Files with their own options are still compiled separately.

# condyle_unity(TARGET): names in unnamed namespaces must be unique within the target.
function(condyle_unity target)
  if(CONDYLE_UNITY GREATER 0)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${CONDYLE_UNITY})
  endif()
endfunction()

# condyle_unity_group(TARGET GROUP FILE...): compiles these files together, and apart from others; names in
# unnamed namespaces must be unique within the group.
function(condyle_unity_group target group)
  if(NOT CONDYLE_UNITY GREATER 0)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(count 0)
  foreach(file ${ARGN})
    math(EXPR piece "${count} / ${CONDYLE_UNITY}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group}_${piece})
  endforeach()
endfunction()

# condyle_unity_by_folder(TARGET BASE FILE...): makes a group of the files of each folder. BASE: the folder
# whose subfolders are kept apart.
function(condyle_unity_by_folder target base)
  foreach(file ${ARGN})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${base} OUTPUT_VARIABLE relative)
    cmake_path(GET relative PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "files_${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND ${folder} ${file})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    condyle_unity_group(${target} ${folder} ${${folder}})
  endforeach()
endfunction()
