#!/usr/bin/env bash
# What action.yml runs: one Pipeform command, and what CI wants to know of it. Inputs come as INPUT_* variables.
set -euo pipefail
# One stream, so that the runner reads all lines in their order.
exec 2>&1

# Until `resume_commands`, a line such as `::add-path::` or `##[add-path]` is no command to the runner. What is printed may hold
# text of a live service or of an input, so only `print_commands` prints commands.
stop_commands() {
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$token"
}

resume_commands() {
  printf '\n::%s::\n' "$token"
}

print_commands() {
  resume_commands
  printf '%s\n' "$1"
  stop_commands
}

# The runner sends its signals to this shell only: SIGINT when a job is canceled, SIGTERM 7.5 seconds later, and it kills all processes
# after 2.5 seconds more. Pipeform stops cleanly at the first and writes its report, so the signals go to it, and the shell waits.
child=
interrupted=false
trap 'interrupted=true; kill -INT "$child" 2>/dev/null || true' INT
trap 'interrupted=true; kill -TERM "$child" 2>/dev/null || true' TERM

pipeform() {
  local code=0 earlier=$interrupted
  # In a process group of its own: without one, bash starts it with SIGINT ignored.
  set -m
  command pipeform "$@" &
  set +m
  child=$!
  # A signal that came before its number was known.
  if [[ $interrupted != "$earlier" ]]; then kill -INT "$child" 2>/dev/null || true; fi
  wait "$child" || code=$?
  # A signal ends `wait` before the command has ended.
  while kill -0 "$child" 2>/dev/null; do
    code=0
    wait "$child" || code=$?
  done
  child=
  return "$code"
}

fail() {
  local message=${1//'%'/%25}
  message=${message//$'\r'/%0D}
  print_commands "::error title=Pipeform::$message"
  exit 1
}

# An input with one value has one line: with more, it would add lines to the outputs of the job.
check_inputs() {
  local variable name
  for variable in "${!INPUT_@}"; do
    case $variable in INPUT_FILES | INPUT_ARGS | INPUT_ACCEPT_EXIT_CODES) continue ;; esac
    if [[ ${!variable} != *[[:cntrl:]]* ]]; then continue; fi
    name=$(tr 'A-Z_' 'a-z-' <<<"${variable#INPUT_}")
    fail "The input $name has a line break or another control character."
  done
  [[ $INPUT_ACCEPT_EXIT_CODES =~ ^[0-9[:space:]]*$ ]] ||
    fail 'The input accept-exit-codes must be numbers with blanks between them.'
}

install_pipeform() {
  if type -P pipeform >/dev/null; then return; fi
  command -v npm >/dev/null || fail 'npm is not there. Use actions/setup-node before this action.'
  [[ $INPUT_INSTALL =~ ^[^-[:space:]][^[:space:]]*$ ]] || fail 'The input install must name one package, such as pipeform@1.2.3.'
  local folder=$RUNNER_TEMP/pipeform-package package=$INPUT_INSTALL ignore=true npmrc
  # With --prefix, npm reads no .npmrc of the repository. It names the registry of a private package.
  for npmrc in "$PWD/.npmrc" "$GITHUB_WORKSPACE/.npmrc"; do
    if [[ -f $npmrc ]]; then
      mkdir -p -- "$folder"
      cp -- "$npmrc" "$folder/.npmrc"
      printf 'npm uses the settings of %s.\n' "$npmrc"
      break
    fi
  done
  case $package in
    # Only the sources of a git repository have to be built.
    git+*) ignore=false ;;
    ./*)
      package=$GITHUB_WORKSPACE/$package
      [[ -e $package ]] || fail "There is no $INPUT_INSTALL in the repository. \`pipeform init --ci github\` prints the command that makes it; commit the file."
      ;;
    @*/*) check_registry "${package%%/*}" "$folder" ;;
  esac
  npm install --prefix "$folder" --ignore-scripts="$ignore" --no-audit --no-fund --loglevel=error -- "$package" ||
    fail 'The package of the input install could not be installed; see the lines above.'
  PATH=$folder/node_modules/.bin:$PATH
  printf '%s\n' "$folder/node_modules/.bin" >>"${GITHUB_PATH:-/dev/null}"
}

# Without a registry for its scope, npm would ask the public one. Whoever owns the scope there would get the API key.
check_registry() {
  local settings
  # npm lists only what differs from its defaults.
  settings=$(npm config list --prefix "$2")
  if ! grep -qE "^($1:)?registry = " <<<"$settings"; then
    fail "The input install names a package of $1, and no .npmrc says where it comes from. Add $1:registry=ADDRESS to the .npmrc at the top of the repository."
  fi
}

# Adds `--name=value` unless the value is empty; in one word, so that no value is taken for an option.
add_option() {
  if [[ -n $2 ]]; then arguments+=("$1=$2"); fi
}

# Adds a path that is never taken for an option, nor for the id of a run.
add_path() {
  if [[ $1 == /* ]]; then arguments+=("$1"); else arguments+=("./$1"); fi
}

add_files() {
  # Empty, so that a pattern is one word.
  local IFS='' pattern path found
  while read -r pattern; do
    if [[ -z $pattern ]]; then continue; fi
    found=false
    for path in $pattern; do
      if [[ -e $path ]]; then
        add_path "$path"
        found=true
      fi
    done
    [[ $found == true ]] || fail "No file is there for $pattern."
  done <<<"$INPUT_FILES"
}

add_arguments() {
  local line
  while IFS= read -r line; do
    if [[ -n $line ]]; then arguments+=("$line"); fi
  done <<<"$INPUT_ARGS"
}

# The argument is the file of a run, for rollback.
build_arguments() {
  arguments=("$INPUT_COMMAND" --format=text)
  case $INPUT_COMMAND in
    validate) ;;
    plan | drift) arguments+=("--out=$report") ;;
    merge)
      arguments+=("--out=$report")
      add_files
      ;;
    apply)
      arguments+=("--out=$report")
      if [[ -n $INPUT_PLAN ]]; then
        [[ ! $INPUT_PLAN -ef $report ]] || fail 'The inputs plan and out name the same file.'
        add_path "$INPUT_PLAN"
      fi
      ;;
    rollback)
      arguments+=("--out=$report")
      [[ -f $1 ]] || fail 'The input run must name the file of a saved run.'
      [[ ! $1 -ef $report ]] || fail 'The inputs run and out name the same file.'
      add_path "$1"
      ;;
    *) fail 'The input command must be validate, plan, apply, rollback, drift or merge.' ;;
  esac
  case $INPUT_COMMAND in
    apply | rollback) if [[ $INPUT_AUTO_APPROVE == true ]]; then arguments+=(--auto-approve); fi ;;
  esac
  add_option --config "$INPUT_CONFIG"
  add_option --env "$INPUT_ENVIRONMENT"
  add_option --base "$INPUT_BASE"
  add_option --only-origin "$INPUT_ONLY_ORIGIN"
  add_option --reviewed "$INPUT_REVIEWED"
  add_option --shard "$INPUT_SHARD"
  add_option --metrics "$INPUT_METRICS"
  add_arguments
}

# Annotations on the configuration: all that can be shown without a report.
annotate_configuration() {
  arguments=(validate --format=github)
  add_option --config "$INPUT_CONFIG"
  add_option --env "$INPUT_ENVIRONMENT"
  print_commands "$(pipeform "${arguments[@]}" || true)"
}

annotate_report() {
  local annotations code=0
  annotations=$(pipeform show --format=github -- "$report") || code=$?
  print_commands "$annotations"
  return "$code"
}

write_outputs() {
  printf 'report=%s\n' "$report"
  node - "$report" <<'JS'
const { kind, api, summary } = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'));
const changed = { plan: summary.update, drift: summary.drifted, run: summary.applied }[kind];
// Of a report that could not be made nobody knows what differs.
console.log(`has-changes=${api === null ? '' : changed > 0}`);
console.log(`summary=${JSON.stringify(summary)}`);
JS
}

# Markdown names the plan in the command that applies it: by its own name, not by where this machine has it.
in_report_folder() {
  (
    cd -- "$(dirname -- "$report")"
    unset PIPEFORM_CHDIR
    "$@"
  )
}

publish_report() {
  arguments=(publish "--to=$INPUT_PUBLISH")
  add_option --id "$INPUT_PUBLISH_ID"
  add_option --number "$INPUT_NUMBER"
  GITHUB_TOKEN=$INPUT_GITHUB_TOKEN in_report_folder pipeform "${arguments[@]}" -- "$(basename -- "$report")"
}

# Runs the command once, and tells the job of it.
run_command() {
  local run_code=0 report_code=0
  rm -f -- "$report"
  build_arguments "$1"
  pipeform "${arguments[@]}" || run_code=$?
  printf 'exit-code=%s\n' "$run_code" >>"$outputs"

  # What follows is for people: it is all tried, and fails the step only where the command itself did not. A canceled job has no time
  # for more than the summary.
  if [[ -s $report ]]; then
    write_outputs >>"$outputs"
    if [[ $INPUT_ANNOTATIONS == true && $interrupted == false ]]; then annotate_report || report_code=$?; fi
    if [[ $INPUT_SUMMARY == true && -n ${GITHUB_STEP_SUMMARY-} ]]; then
      in_report_folder pipeform show --format=markdown -- "$(basename -- "$report")" >>"$GITHUB_STEP_SUMMARY" || report_code=$?
    fi
    if [[ -n $INPUT_PUBLISH && $interrupted == false ]]; then publish_report || report_code=$?; fi
  elif [[ $INPUT_ANNOTATIONS == true && $interrupted == false ]]; then
    annotate_configuration
  fi

  for accepted in 0 $INPUT_ACCEPT_EXIT_CODES; do
    if [[ $run_code == "$accepted" ]]; then return "$report_code"; fi
  done
  return "$run_code"
}

stop_commands
trap resume_commands EXIT
if [[ ${RUNNER_OS-} == Windows ]]; then fail 'Runners with Windows are not supported. Use one with Linux or macOS.'; fi
check_inputs
# Not `cd -`, which goes elsewhere.
if [[ $INPUT_WORKING_DIRECTORY != /* ]]; then INPUT_WORKING_DIRECTORY=./$INPUT_WORKING_DIRECTORY; fi
cd -- "$INPUT_WORKING_DIRECTORY"
report=${INPUT_OUT:-$RUNNER_TEMP/pipeform/$INPUT_COMMAND.json}
if [[ $report != /* ]]; then report=$PWD/$report; fi
# Refuses what cannot be run before anything is installed.
runs=()
list=$INPUT_RUN
if [[ $INPUT_COMMAND == rollback && -n $INPUT_FILES ]]; then list=$INPUT_FILES; fi
while IFS= read -r run; do
  build_arguments "$run"
  runs+=("$run")
done <<<"$list"
install_pipeform
mkdir -p -- "$(dirname -- "$report")"

code=0
# Runners that only resemble GitHub's may lack this file and the one for the summary.
outputs=${GITHUB_OUTPUT:-/dev/null}
first=$report
for index in "${!runs[@]}"; do
  if [[ $interrupted == true ]]; then break; fi
  if [[ $index -gt 0 ]]; then report=${first%.json}-$((index + 1)).json; fi
  run_command "${runs[index]}" || code=$?
done
if [[ $interrupted == true && $code -eq 0 ]]; then code=130; fi
exit "$code"
