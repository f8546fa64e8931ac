# Completion of pipeform for bash. In ~/.bashrc: source <(pipeform completion bash)
_pipeform() {
  COMPREPLY=()
  local line=${COMP_LINE:0:COMP_POINT} rest word last cut program value meaning i quoted="'\\''"
  local -a words
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    rest=${line#"${line%%[![:space:]]*}"}
    word=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=$rest
    if ((i == 0)) || [[ $rest != "$line" ]]; then
      words+=("$word")
    else
      words[${#words[@]} - 1]+=$word
    fi
    line=${rest#"$word"}
  done

  last=${words[${#words[@]} - 1]}
  cut=
  if [[ $last != [\'\"]* ]]; then
    [[ $COMP_WORDBREAKS == *=* && $last == *=* ]] && cut=${last%"${last##*=}"}
    [[ $COMP_WORDBREAKS == *:* && ${last#"$cut"} == *:* ]] && cut=${last%"${last##*:}"}
  fi
  for ((i = 1; i < ${#words[@]}; i++)); do
    words[i]=${words[i]//[\'\"\\]/}
  done

  program=${words[0]}
  type -P -- "$program" >/dev/null || program=pipeform
  while IFS=$'\t' read -r value meaning; do
    case $value in
      :files)
        compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "${last#"$cut"}"))
        return
        ;;
      :folders)
        compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "${last#"$cut"}"))
        return
        ;;
    esac
    value=${value#"$cut"}
    case ${last#"$cut"} in
      \'*) value=${value//\'/$quoted} ;;
      \"*) [[ $value != *[\\\"\$\`]* ]] || value=$(printf '%s' "$value" | sed 's/[\\"$`]/\\&/g') ;;
      *) [[ $value != *[!A-Za-z0-9_@%+=:,./-]* ]] || printf -v value %q "$value" ;;
    esac
    COMPREPLY+=("$value")
  done < <("$program" completion bash -- "${words[@]:1}" </dev/null 2>/dev/null)
  compopt -o nosort 2>/dev/null
}
complete -F _pipeform pipeform
