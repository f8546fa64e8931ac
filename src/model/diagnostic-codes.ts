/** What to do about a diagnostic, by its stable code. `report/diagnostic-causes.ts` has the causes. */
export const CURES = {
  // Command line
  usage: 'See `pipeform COMMAND --help`.',
  'credentials-missing':
    'Set each once in the environment: the value, or the path of a file in PIPEFORM_KEY_ID_FILE or PIPEFORM_KEY_SECRET_FILE.',
  'access-token-missing':
    'Set it once in the environment: the value, or the path of a file in PIPEFORM_ACCESS_TOKEN_FILE.',
  'observability-missing': 'Add `observability: { url: … }` to the root document.',
  'target-no-match':
    'Check the pattern against the names in the configuration; patterns are globs over the pipe name or service/name.',
  'not-confirmed-by-a-person':
    'Run it on a terminal and type `yes`; or save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`.',
  sandbox: 'Correct the option or the file in the message. `pipeform sandbox --help` lists the options.',
  'fault-plan':
    'Correct the value in the message. docs/sandbox-faults.md lists the kinds of faults and their parameters.',
  internal: 'Report it with the command and the version. Nothing more is written after it happens.',

  // Configuration
  'config-not-found': 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
  'config-unreadable':
    'Name a readable UTF-8 text file with -c FILE or under `include`; split a very large one and include the parts.',
  'empty-file': 'Write the configuration into the file, or remove an included file that is not needed.',
  'too-many-problems': 'Correct the problems that are shown, and run `pipeform validate` again.',
  'yaml-syntax': 'Correct the line; an editor with a YAML plug-in shows the same place.',
  'duplicate-key': 'Keep one of the two.',
  'invalid-name':
    'Use letters, digits, `.`, `_` and `-`, starting with a letter, a digit or `_`; at most 128 characters.',
  'unknown-key': 'Correct the spelling, move the key to where it belongs, or remove it.',
  'missing-key': 'Add the key that the message names.',
  'wrong-type': 'Write a value of the type that the message names.',
  'invalid-value': 'Write a value as the message describes.',
  'out-of-range': 'Choose a value within the range; the message shows it.',
  'outside-policy-range': 'Choose a value within the range, or widen the range; --force does not override it.',
  'invalid-unit': 'Durations: ms, s, m, h, d. Sizes: B, KiB, MiB, GiB, TiB (in 1024s), KB, MB, GB, TB (in 1000s).',
  'unsupported-version': 'Write `version: 1`, or install a newer Pipeform.',
  'unknown-reference': 'Correct the spelling, or define the name in the configuration.',
  'duplicate-definition': 'Keep one of the two, or change the name or id of one.',
  'variable-missing': 'Set the variable, or give a default after `:-` within the braces.',
  'variable-refused':
    'Remove the variable from the file. Pipeform reads its credentials from the environment; give a value that is not secret in a variable with another name.',
  'variable-syntax': 'Write `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. For a plain dollar sign, write `$$`.',
  'include-no-match': 'Correct the pattern. Patterns are relative to the folder of the root document.',
  'include-too-large':
    'Use fewer patterns, name the folders that have the files, or move the configuration to a folder with fewer files.',
  'include-outside': 'Move the file into the folder of the root document.',
  'credentials-in-address':
    'Remove the credentials from the address; set them in the environment. If they were committed, replace them.',
  'presets-too-large': 'Keep in a preset what its pipes need, and name only the presets that a pipe needs.',
  'invalid-rule': 'Correct the expression. docs/policies.md lists what a rule sees and what it may call.',
  'manages-nothing': 'Add the values that the pipe must have, or remove the pipe.',

  // Writing configuration files
  'file-unwritable': 'Make the file and its folder writable, and run the command again.',
  'file-changed': 'Run the command again to read the file as it is now. Move a new file that is in the way.',
  'file-exists': 'Add the content that the message names to the file by hand, or move the file and run `init` again.',
  'ids-of-sandbox': 'Write your ids into pipeform.yaml, or pass them with --organization and --service.',
  'config-above':
    'If the folder belongs to the configuration above it, remove the new configuration and include the files of pipes instead.',
  'already-configured':
    'No action is needed; `pipeform pull` without an id brings its live values into the configuration.',
  'not-part-of-configuration': 'Add the file, or a pattern that matches it, to `include` in the root document.',
  'value-left-out': 'No action is needed. The live value stays as it is and is not managed.',
  'edit-by-hand': 'Edit the place that the message names by hand, or apply to restore the declared value.',
  'edit-failed': 'Make the change by hand, and report the problem with the files.',
  'format-unsafe': 'Simplify the YAML, or format the file by hand.',

  // Reading live pipes
  'insecure-address': 'Use https, or a loopback address for the sandbox.',
  'pipe-not-found': 'Check the id, the service and the organization in the configuration.',
  'wrong-address':
    'Check api.url in the configuration, and api.naming.resource if the deployment has another word for pipes.',
  'credentials-rejected': 'Check PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET.',
  'not-allowed': 'The key is known: let it read (for apply: change) these pipes, or use another one.',
  'service-idle': 'Wake the service in its console, then run the command again.',
  'listing-failed': 'If the deployment does not list pipes, remove `api.listing`; otherwise fix what the detail says.',
  'rate-limited': 'Set api.rateLimit to the limit of your key, or lower --parallelism.',
  'server-error': 'Try again later; quote the request id to the service’s support.',
  'network-error': 'Check the address, the network and --timeout.',
  'request-rejected':
    'Read the message of the service in the detail. The value may be outside a narrower range that is not published.',
  'invalid-response': 'Check api.url; if it is right, quote the request id to the service’s support.',
  'circuit-open': 'Fix the last failure (the credentials, the address, the network) and run the command again.',
  interrupted: 'Run the command again. It reads the live values again and continues from there.',
  'not-attempted': 'Fix the first error and run the command again, or omit --fail-fast.',

  // Planning
  'wrong-name': 'Correct `id` or `name` in the configuration.',
  'wrong-kind': 'Correct `id` or `source` in the configuration.',
  'wrong-pipe': 'Check api.url. A proxy may be serving a stale response.',
  'field-not-for-kind': 'Remove the field from the pipe or its presets, or list it under `ignore`.',
  'settings-not-shown': 'Try again later, or stop managing settings of this pipe.',
  'settings-may-not-apply': 'Remove `settings` from the pipe if the service refuses them.',
  'unreadable-value': 'Report it to the service’s support, or list the field under `ignore`.',
  'pipe-in-transition': 'Wait until the state of the pipe no longer changes, then plan again.',
  'pipe-in-trouble': 'Find and fix the cause in the service before you change the pipe.',
  'scaling-not-settled': 'Plan again in a minute or two.',
  'other-naming':
    'If the deployment uses other names for settings, set `api.naming.settingPrefix` in the configuration, and plan again.',
  'unusual-size': 'Use 125/0.5, 250/1, 500/2, 1000/4 or 2000/8 unless you know that the service accepts other sizes.',
  'protected-pipe': 'If the change is intended, apply with --allow-protected NAME.',
  'replica-factor': 'Change the replicas in smaller steps, raise policy.maxReplicaFactor, or apply with --force.',
  'not-promoted':
    'Change the environment that the message names first, and plan again when the conditions in the detail hold; or give --skip-promotion REASON.',
  'too-many-changes': 'Narrow the plan with --target, raise policy.maxChangedPipes, or apply with --force.',
  'fleet-not-seen':
    'Plan every shard with --out, merge the plans with `pipeform merge`, and apply the merged plan (with or without --shard). Or apply with --force.',
  'unmanaged-pipes':
    'Adopt the pipes with `pipeform pull --all --service NAME`, or set `policy.unmanaged` to ignore, warn or refuse.',
  frozen: 'Apply after the freeze, or with --override-freeze REASON.',
  'rule-refused': 'Change the value as the message says, or add an exception with a reason and a last day to the rule.',
  'rule-warned': 'Read the message of the rule. If the change is meant, no action is needed.',
  'policy-overridden': 'No action is needed. The reason is recorded in the plan, the run and the journal.',
  'acknowledgement-expired':
    'Set a later date, copy the live value into the configuration, or remove the acknowledgement and apply.',
  'no-longer-managed':
    'If that is intended, do nothing: the live value stays. Otherwise add the key or the pipe again.',
  'other-origin': 'Plan without --only-origin to see and change them.',
  'target-without-data':
    'Run `pipeform series` to see the values of the check. To lower replicas, it needs values for the whole stabilization time.',
  'target-not-asked': 'Fix the error in the detail, and plan again when the observability API responds.',

  // Reports
  'report-unreadable': 'Name a file that `plan --out`, `drift --out`, `apply --out` or `merge --out` wrote.',
  'report-version': 'Use the version of Pipeform that wrote the report, or make the report again with this version.',
  'report-edited': 'Make the report again. To change a plan, change the configuration and plan again.',
  'plan-for-another': 'Use the configuration and the environment (-e) that the plan was made with, or make a new plan.',
  'plan-outdated': 'Make a new plan from the configuration as it is now and review it.',
  'value-out-of-range': 'Make a new plan. Pipeform never writes such a value into a plan.',
  'shards-do-not-fit': 'Give `pipeform merge` every shard of one run exactly once.',
  'output-unwritable': 'Name a file in a folder that exists and that you may write to.',

  // Observability
  'check-unknown': 'Check the name against `checks` of the configuration.',
  'series-failed':
    'Read the message of the service in the detail. Most often it does not support the filter, the function or the source.',
  'alert-unreadable': 'Check the id of the alert and the permissions of the access token.',

  // Applying
  'pipe-moved': 'Plan again and review the current live values.',
  'not-converged': 'The service may ignore the value, or it may need more time: raise --wait-timeout.',
  'write-unknown': 'Run plan to see the current live values.',
  'not-waited-for': 'Run plan in a minute or two to see whether the update took effect.',
  'settings-do-not-apply': 'Remove `settings` from the pipe, or list the settings under `ignore`.',

  // Guarded rollouts
  'check-not-passed':
    'Run `pipeform check`. Apply again when it passes, or apply with --no-rollout to skip the checks.',
  'wave-failed': 'Check the pipes of the wave; rerun apply to continue.',
  'rollout-stopped': 'Fix the error that stopped the rollout, and run the command again.',
  'rollback-left': 'Run plan to compare the live values with the configuration.',
  'rollback-incomplete': 'Run plan, and correct the values that the detail names by hand or in the configuration.',

  // Git
  'git-missing': 'Install git, or leave out --base.',
  'git-no-repository': 'Run the command in a clone of the repository, or leave out --base.',
  'git-owner': 'Mark the folder as safe: git config --global --add safe.directory FOLDER.',
  'git-no-commits': 'Commit the configuration first, or leave out --base.',
  'git-failed': 'Read the message of git in the detail, and run the same git command in the repository.',
  'base-unknown': 'Fetch the commit with git fetch. On GitHub Actions, set `fetch-depth: 0` for actions/checkout.',
  'base-ambiguous': 'Write the full name, such as refs/heads/main.',
  'base-unrelated': 'Fetch the whole history (git fetch --unshallow), or name the commit itself.',
  'base-invalid': 'Use a base with a valid configuration, or leave out --base.',
  'base-without-pipes': 'If the configuration is new, no action is needed. Otherwise use another base.',
  'base-submodule': 'Keep configuration files in the repository itself, or narrow the pattern.',

  // The journal of runs
  'apply-locked':
    'Wait until the other run ends, or wait with --lock-timeout. The lock of a process that was killed is removed by itself.',
  'apply-running': 'Plan again when the other run ends.',
  'journal-unusable': 'Make the folder of the configuration writable for the user that applies.',
  'journal-failed': 'Fix the cause that the message names. Run plan to see what is live, and rerun apply to continue.',
  'journal-lost':
    'Keep the output of this run: `runs` and `rollback` have no record of its writes. Run plan, and rerun apply to continue.',
  'lock-lost':
    'Nothing more was sent. When no other run is running, run plan, and rerun apply to continue. Never remove `.pipeform/lock` during a run.',
  'unfinished-run':
    'Rerun apply to continue, or `pipeform rollback RUN` to undo what the run wrote. If its open pipes left the configuration: `pipeform runs forget RUN`.',
  'journal-unreadable': 'Move the file when you no longer need its content. Run plan to see the live values.',
  'journal-version': 'Use the version of Pipeform that wrote the file, or a newer one.',
  'run-not-found': 'Run `pipeform runs` for the names of the runs; `latest` is the newest.',
  'run-not-open': 'No action is needed. `pipeform runs show RUN` shows the result of the run.',
  'run-for-another': 'Use the configuration and the environment (-e) of the run.',
  'rollback-refused': 'Correct the pipe by hand or in the configuration.',
  'rollback-against-configuration': 'Revert the change in the configuration too.',

  // Publishing
  'publish-variable-missing':
    'Set the variable that the message names. A CI system sets most of these variables in its jobs.',
  'publish-variable-invalid': 'Correct the variable that the message names.',
  'publish-credentials-rejected': 'Check the token and its permissions.',
  'publish-not-found': 'Check the repository, the number and the permissions of the token.',
  'publish-rejected': 'Read the message of the service in the detail.',
  'publish-rate-limited': 'Publish again later, or with a token that has its own rate limit.',
  'publish-unanswered': 'Publish again later; a comment or issue is never posted twice.',
  'publish-wrong-address': 'Check the address in the variable that the message names. Redirects are not followed.',
  'publish-unconfirmed': 'Check whether the message was posted. If it was not, publish again.',
  'publish-label-missing':
    'Add the label to the issue, and give the token write access so that it can set labels. Otherwise each run opens another issue.',
};

/** The closed set of diagnostic codes. */
export type DiagnosticCode = keyof typeof CURES;
