#compdef pipeform
# Completion of pipeform for zsh. In ~/.zshrc, after compinit: source <(pipeform completion zsh)
_pipeform() {
  local program=${(Q)words[1]} typed=${(Q)PREFIX} cut= line value meaning
  local -a lines shown
  whence -p -- "$program" >/dev/null || program=pipeform
  lines=("${(@f)$("$program" completion zsh -- "${(@Q)words[2,CURRENT-1]}" "$typed" </dev/null 2>/dev/null)}")

  [[ $typed == --*=* ]] && cut=${typed%%=*}=
  [[ -n $cut ]] && compset -P "$cut"
  case $lines[1] in
    (:files) _files; return ;;
    (:folders) _files -/; return ;;
  esac
  for line in $lines; do
    value=${line%%$'\t'*}
    meaning=${line#*$'\t'}
    value=${value#$cut}
    shown+=("${${value//\\/\\\\}//:/\\:}${meaning:+:$meaning}")
  done
  _describe -V pipeform shown
}
if [[ ${funcstack[1]} == _pipeform ]]; then
  _pipeform "$@"
elif (( $+functions[compdef] )); then
  compdef _pipeform pipeform
fi
