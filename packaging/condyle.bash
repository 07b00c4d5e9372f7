# Completion of condyle's commands and options in bash, from what its own help says.
_condyle() {
  local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]:-} words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$program" --help 2>/dev/null |
      awk '/^Subcommands:/ { on = 1; next } /^[^ ]|^$/ { on = 0 } on && /^  [a-z]/ { print $1 }
           /^  -/ { gsub(",", "\n", $1); print $1 }')
  elif [[ $word == -* ]]; then
    words=$("$program" "$command" --help 2>/dev/null | awk '/^  -/ { gsub(",", "\n", $1); print $1 }')
  fi
  mapfile -t COMPREPLY < <(compgen -W "${words:-}" -- "$word")
}
complete -o default -F _condyle condyle
