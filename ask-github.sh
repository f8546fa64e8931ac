#!/usr/bin/env bash
# What the workflows ask the API of GitHub: ask-github.sh QUESTION ARGUMENT…, each WORKFLOW the name of a file such as
# pipeform-apply.yml. Answers are outputs of the step. Needs curl, jq, GITHUB_TOKEN, and BRANCH, the branch that is applied.
#   applied WORKFLOW [ROLLBACK]  commit: of the latest successful run of the workflow. Empty if there is none in the history of what is
#                                checked out, or if a run of the workflow ROLLBACK is later.
#   reviewed WORKFLOW COMMIT [APPLIED]  run: that planned the pull request which was merged as COMMIT. Its artifact is named like the
#                                workflow. Stops if there is none, or if the workflow has changed since the commit APPLIED.
#   history ARTIFACT             run: the newest of the branch that has the artifact
#   written RUN WORKFLOW…        attempts: those of the run that may have written to pipes, with blanks between them
set -euo pipefail

stop() {
  echo "::error title=Pipeform::$1"
  exit 1
}

# The answer to a GET, below the address of the repository.
get() {
  curl -fsS --retry 3 -H "Authorization: Bearer $GITHUB_TOKEN" "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/$1" ||
    stop "GitHub did not answer the request for $1. Nothing was written." >&2
}

answer() {
  echo "$1=$2" >>"$GITHUB_OUTPUT"
}

# The newest run of a workflow that this repository itself started on the branch: a branch of a fork may have the same name.
newest_run() {
  get "actions/workflows/$1/runs?branch=$BRANCH&status=$2&per_page=100" |
    jq '.workflow_runs | map(select(.event | IN("push", "schedule", "workflow_dispatch"))) | first // {}'
}

find_applied() {
  local applied undone='{}' commit
  applied=$(newest_run "$1" success)
  if [ -n "${2-}" ]; then undone=$(newest_run "$2" completed); fi
  commit=$(jq -nr --argjson applied "$applied" --argjson undone "$undone" \
    'if ($undone.created_at // "") > ($applied.created_at // "") then empty else $applied.head_sha // empty end')
  # A force push may have removed the commit.
  if [ -n "$commit" ] && git merge-base --is-ancestor "$commit" HEAD; then answer commit "$commit"; fi
}

# What the reviewers saw comes from a run of the plan workflow that this repository itself started for the head commit of the pull
# request. A run of a fork never counts.
find_reviewed() {
  local workflow=$1 commit=$2 applied=${3-} attempt pull number head base run plans
  local by_hand="Review what $BRANCH would change, and run this workflow by hand to apply it."
  # The list lacks the pull request for some seconds after its merge.
  for attempt in 1 2 3 4 5; do
    pull=$(get "commits/$commit/pulls" | jq --arg commit "$commit" --arg branch "$BRANCH" --arg repository "$GITHUB_REPOSITORY" \
      'map(select(.merged_at != null and .merge_commit_sha == $commit and .base.ref == $branch and .base.repo.full_name == $repository)) | first // empty')
    if [ -n "$pull" ] || [ "$attempt" -eq 5 ]; then break; fi
    sleep 3
  done
  if [ -z "$pull" ]; then stop "No pull request was merged as $commit, so nobody has reviewed a plan of it. Nothing was applied. $by_hand"; fi
  number=$(jq '.number' <<<"$pull")
  head=$(jq -r '.head.sha' <<<"$pull")
  # The branch could have made its own plan.
  base=$(jq -r '.base.sha' <<<"$pull")
  if ! git diff --quiet "${applied:-$base}" "$commit" -- ".github/workflows/$workflow" .github/actions/pipeform; then
    stop "The workflow or the action that makes plans has changed since the last apply, so the plan of pull request #$number is not used. Nothing was applied. $by_hand"
  fi
  run=$(get "actions/workflows/$workflow/runs?event=pull_request&head_sha=$head&per_page=100" | jq --arg head "$head" --arg repository "$GITHUB_REPOSITORY" \
    '.workflow_runs | map(select(.head_sha == $head and .event == "pull_request" and (.conclusion | IN("success", "failure")) and .repository.full_name == $repository and .head_repository.full_name == $repository)) | max_by(.run_number) | .id // empty')
  if [ -z "$run" ]; then
    stop "Pull request #$number has no plan: this repository has no finished run of $workflow for its head commit $head. A run of a fork or a canceled one does not count. Nothing was applied. $by_hand"
  fi
  plans=$(get "actions/runs/$run/artifacts?name=${workflow%.yml}" | jq --arg name "${workflow%.yml}" '.artifacts | map(select(.name == $name and .expired == false)) | length')
  if [ "$plans" -eq 0 ]; then
    stop "The plan of pull request #$number is not there: run $run made none, or it has expired. Nothing was applied. $by_hand"
  fi
  answer run "$run"
}

# Any workflow can upload an artifact with this name.
find_history() {
  local run
  run=$(get "actions/artifacts?name=$1&per_page=100" | jq --arg branch "$BRANCH" '[.artifacts[] | select(.expired | not)
    | select(.workflow_run | .head_branch == $branch and .head_repository_id == .repository_id)] | max_by(.created_at).workflow_run.id // empty')
  answer run "$run"
}

# The step that writes is called "Write to the pipes" in each of the workflows.
find_written() {
  local id=$1 run path attempt attempts='' found
  shift
  [[ $id =~ ^[0-9]+$ ]] || stop 'The id of a run is the number at the end of its address.'
  run=$(get "actions/runs/$id")
  path=$(jq -r '.path | split("@")[0] | split("/") | last' <<<"$run")
  # Any workflow can upload an artifact of this name.
  if [[ " $* " != *" $path "* ]] || ! jq -e --arg branch "$BRANCH" \
    '.head_branch == $branch and (.event | IN("push", "schedule", "workflow_dispatch"))' <<<"$run" >/dev/null; then
    stop "The run $id is not one of $* on $BRANCH. Nothing was rolled back."
  fi
  for ((attempt = $(jq '.run_attempt // 1' <<<"$run"); attempt > 0; attempt -= 1)); do
    found=$(get "actions/runs/$id/attempts/$attempt/jobs?per_page=100" |
      jq --argjson attempt "$attempt" '[.jobs[] | select((.run_attempt // $attempt) == $attempt) | .steps[]?
        | select(.name == "Write to the pipes" and .conclusion != "skipped")] | length')
    if [ "$found" -gt 0 ]; then attempts="$attempts $attempt"; fi
  done
  answer attempts "${attempts# }"
}

question=$1
shift
case $question in
  applied | reviewed | history | written) "find_$question" "$@" ;;
  *) stop "ask-github.sh has no question $question." ;;
esac
