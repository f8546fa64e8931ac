#!/usr/bin/env bash
# What action.yml runs: one Pipeform command, and what CI wants to know of it. Inputs come as INPUT_* variables.
set -euo pipefail

fail() {
  printf '::error title=Pipeform::%s\n' "$1"
  exit 1
}

# Prints what may hold text of a live service: a line such as `::add-path::` in it is then no command to the runner.
print_as_text() {
  local token code=0
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$token"
  "$@" || code=$?
  printf '\n::%s::\n' "$token"
  return "$code"
}

install_pipeform() {
  if command -v pipeform >/dev/null; then return; fi
  command -v npm >/dev/null || fail 'npm is not there. Use actions/setup-node before this action.'
  [[ $INPUT_INSTALL =~ ^[^-[:space:]][^[:space:]]*$ ]] || fail 'The input install must name one package, such as pipeform@1.2.3.'
  local folder=$RUNNER_TEMP/pipeform-package package=$INPUT_INSTALL ignore=true
  case $package in
    # Only the sources of a git repository have to be built.
    git+*) ignore=false ;;
    ./*)
      package=$GITHUB_WORKSPACE/$package
      [[ -e $package ]] || fail "There is no $INPUT_INSTALL in the repository. \`pipeform init --ci github\` prints the command that makes it; commit the file."
      ;;
  esac
  npm install --prefix "$folder" --ignore-scripts="$ignore" --no-audit --no-fund --loglevel=error -- "$package" ||
    fail 'The package of the input install could not be installed; see the lines above.'
  PATH=$folder/node_modules/.bin:$PATH
  printf '%s\n' "$folder/node_modules/.bin" >>"$GITHUB_PATH"
}

# Adds `--name=value` unless the value is empty; in one word, so that no value is taken for an option.
add_option() {
  if [[ -n $2 ]]; then arguments+=("$1=$2"); fi
}

add_lines() {
  local line
  while IFS= read -r line; do
    if [[ -n $line ]]; then arguments+=("$line"); fi
  done <<<"$1"
}

add_files() {
  local pattern found
  while IFS= read -r pattern; do
    [[ -n $pattern ]] || continue
    found=$(compgen -G "$pattern") || fail "No file is there for $pattern."
    add_lines "$found"
  done <<<"$INPUT_FILES"
}

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
        arguments+=("$INPUT_PLAN")
      fi
      ;;
    rollback)
      arguments+=("--out=$report")
      [[ -f $INPUT_RUN ]] || fail 'The input run must name the file of a saved run.'
      [[ ! $INPUT_RUN -ef $report ]] || fail 'The inputs run and out name the same file.'
      # A name without a dot or a slash is the id of a journaled run.
      if [[ $INPUT_RUN == /* ]]; then arguments+=("$INPUT_RUN"); else arguments+=("./$INPUT_RUN"); fi
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
  add_lines "$INPUT_ARGS"
}

# Annotations on the configuration: all that can be shown without a report.
annotate_configuration() {
  arguments=(validate --format=github)
  add_option --config "$INPUT_CONFIG"
  add_option --env "$INPUT_ENVIRONMENT"
  pipeform "${arguments[@]}" || true
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
  arguments=(publish "$(basename -- "$report")" "--to=$INPUT_PUBLISH")
  add_option --id "$INPUT_PUBLISH_ID"
  add_option --number "$INPUT_NUMBER"
  GITHUB_TOKEN=$INPUT_GITHUB_TOKEN print_as_text in_report_folder pipeform "${arguments[@]}"
}

cd -- "$INPUT_WORKING_DIRECTORY"
report=${INPUT_OUT:-$RUNNER_TEMP/pipeform/$INPUT_COMMAND.json}
if [[ $report != /* ]]; then report=$PWD/$report; fi
build_arguments
install_pipeform
mkdir -p -- "$(dirname -- "$report")"
rm -f -- "$report"

code=0
print_as_text pipeform "${arguments[@]}" || code=$?
printf 'exit-code=%s\n' "$code" >>"$GITHUB_OUTPUT"

# What follows is for people: it is all tried, and fails the step only where the command itself did not.
report_code=0
if [[ -s $report ]]; then
  write_outputs >>"$GITHUB_OUTPUT"
  if [[ $INPUT_ANNOTATIONS == true ]]; then pipeform show "$report" --format=github || report_code=$?; fi
  if [[ $INPUT_SUMMARY == true ]]; then
    in_report_folder pipeform show "$(basename -- "$report")" --format=markdown >>"$GITHUB_STEP_SUMMARY" || report_code=$?
  fi
  if [[ -n $INPUT_PUBLISH ]]; then publish_report || report_code=$?; fi
elif [[ $INPUT_ANNOTATIONS == true ]]; then
  annotate_configuration
fi

for accepted in 0 $INPUT_ACCEPT_EXIT_CODES; do
  if [[ $code == "$accepted" ]]; then exit "$report_code"; fi
done
exit "$code"
