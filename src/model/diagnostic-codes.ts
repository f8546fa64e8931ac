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
  'not-confirmed-by-a-person': 'Review the plan, then run apply with --auto-approve.',
  sandbox: 'Do what the message says; `pipeform sandbox --help` lists the options.',
  'fault-plan': 'Correct the place that the message shows; docs/sandbox-faults.md lists the kinds and what they take.',
  internal: 'Report it with the command and the version. Nothing more is written after it happens.',

  // Configuration
  'config-not-found': 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
  'config-unreadable':
    'Name a readable UTF-8 text file with -c FILE or under `include`; split a very large one and include the parts.',
  'empty-file': 'Write the configuration into it; an included file that is not needed can go.',
  'too-many-problems': 'Correct those that are shown, and validate again.',
  'yaml-syntax': 'Correct the line; an editor with a YAML plug-in shows the same place.',
  'duplicate-key': 'Keep one of the two.',
  'invalid-name':
    'Use letters, digits, `.`, `_` and `-`, starting with a letter, a digit or `_`; at most 128 characters.',
  'unknown-key': 'Correct the spelling, move the key to where it belongs, or remove it.',
  'missing-key': 'Add it.',
  'wrong-type': 'Write a value of the type that the message names.',
  'invalid-value': 'Write a value as the message describes.',
  'out-of-range': 'Choose a value within the range; the message shows it.',
  'outside-policy-range': 'Choose a value within the range, or widen the range; --force does not override it.',
  'invalid-unit': 'Durations: ms, s, m, h, d. Sizes: B, KiB, MiB, GiB, TiB (in 1024s), KB, MB, GB, TB (in 1000s).',
  'unsupported-version': 'Write `version: 1`, or install a newer Pipeform.',
  'unknown-reference': 'Correct the spelling, or define it.',
  'duplicate-definition': 'Keep one of the two, or give one another name or id.',
  'variable-missing': 'Set the variable, or give a default after `:-` within the braces.',
  'variable-refused':
    'Remove it; credentials come only from PIPEFORM_KEY_ID, PIPEFORM_KEY_SECRET and PIPEFORM_ACCESS_TOKEN, or their _FILE variants.',
  'variable-syntax':
    'Write a name, then perhaps `:-default` or `:?message`, and close the brace; write `$$` for a plain dollar sign.',
  'include-no-match': 'Correct the pattern; it is relative to the folder of the root document.',
  'include-outside': 'Move the file inside the folder.',
  'credentials-in-address':
    'Take them out; credentials come from the environment. If they were committed, replace them.',
  'manages-nothing': 'Add the values that the pipe must have, or remove it.',

  // Writing configuration files
  'file-unwritable':
    'Make it writable, or make room on the disk, and run the command again; the other files were written.',
  'file-changed': 'Run the command again: it reads the file as it is now. A file that is in the way can be moved.',
  'file-exists': 'Add to it by hand what the message names, or move it away and run `init` again.',
  'ids-of-sandbox': 'Write your ids into pipeform.yaml, or give them with --organization and --service.',
  'config-above':
    'Where the folder belongs to the configuration above it, remove the new one and include files of pipes instead.',
  'already-configured':
    'No action is needed; `pipeform pull` without an id brings its live values into the configuration.',
  'not-part-of-configuration': 'Add the file, or a pattern that matches it, to `include` in the root document.',
  'value-left-out': 'No action is needed; the value stays live and is not managed.',
  'edit-by-hand': 'Edit the place that the message names by hand, or apply to restore the declared value.',
  'edit-failed': 'Make the change by hand, and please report it with the files.',
  'format-unsafe': 'Simplify the YAML, or format the file by hand.',

  // Reading live pipes
  'insecure-address': 'Use https, or a loopback address for the sandbox.',
  'pipe-not-found': 'Check the id, the service and the organization in the configuration.',
  'wrong-address':
    'Check api.url in the configuration, and api.naming.resource if the deployment has another word for pipes.',
  'credentials-rejected':
    'Check PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET, and that the key may read (for apply: change) these pipes.',
  'service-idle': 'Wake the service in its console, then run the command again.',
  'listing-failed': 'If the deployment does not list pipes, remove `api.listing`; otherwise fix what the detail says.',
  'rate-limited': 'Set api.rateLimit to the limit of your key, or lower --parallelism.',
  'server-error': 'Try again later; quote the request id to the service’s support.',
  'network-error': 'Check the address, the network and --timeout.',
  'request-rejected':
    'Read the service’s own words in the detail; the value may be outside a tighter, unpublished range.',
  'invalid-response': 'Check api.url; if it is right, quote the request id to the service’s support.',
  'circuit-open': 'Fix the last failure (the credentials, the address, the network) and run the command again.',
  interrupted: 'Run the command again; it continues from what is live.',
  'not-attempted': 'Fix what failed and run the command again, or omit --fail-fast.',

  // Planning
  'wrong-name': 'Correct `id` or `name` in the configuration.',
  'wrong-kind': 'Correct `id` or `source` in the configuration.',
  'wrong-pipe': 'Check api.url; a proxy may be serving a stale answer.',
  'field-not-for-kind': 'Remove the field from the pipe or its presets, or list it under `ignore`.',
  'settings-not-shown': 'Try again later, or stop managing settings of this pipe.',
  'settings-may-not-apply': 'Remove `settings` from the pipe if the service refuses them.',
  'unreadable-value': 'Report it to the service’s support, or list the field under `ignore`.',
  'pipe-in-transition': 'Wait until it has settled, then plan again.',
  'pipe-in-trouble': 'Find and fix the cause in the service before you change the pipe.',
  'scaling-not-settled': 'Plan again in a minute or two.',
  'other-naming': 'If the deployment has other names for settings, set the prefix in `api.naming`, and plan again.',
  'unusual-size': 'Use 125/0.5, 250/1, 500/2, 1000/4 or 2000/8 unless you know that the service takes the pair.',
  'protected-pipe': 'Apply with --allow-protected NAME if the change is meant.',
  'replica-factor': 'Go in smaller steps, raise the limit, or apply with --force.',
  'too-many-changes': 'Narrow the plan with --target, raise the limit, or apply with --force.',
  'fleet-not-seen':
    'Plan every shard with --out, merge the plans with `pipeform merge`, and apply the merged plan, with --shard if you like; or --force.',
  'unmanaged-pipes':
    'Adopt them with `pipeform pull --all --service NAME`, or choose with `policy.unmanaged` what they mean: ignore, warn or refuse.',
  'acknowledgement-expired':
    'Give it a later date, take the live value into the configuration, or remove it and apply.',
  'no-longer-managed': 'If that is intended, do nothing: what is live stays. Otherwise add it again.',
  'other-origin': 'Plan without --only-origin to see and change them.',
  'target-without-data':
    'See what the check measures with `pipeform series`; going down needs every value of the stabilization time.',
  'target-not-asked': 'Plan again when the observability API answers; the detail says why it did not.',

  // Reports
  'report-unreadable': 'Name a file that `plan --out`, `drift --out`, `apply --out` or `merge --out` wrote.',
  'report-version': 'Use the Pipeform that wrote it, or make the report again with this one.',
  'report-edited': 'Make it again; to change what a plan does, change the configuration.',
  'plan-for-another': 'Use the configuration and the environment (-e) that the plan was made with, or make a new plan.',
  'plan-outdated': 'Make a new plan from the configuration as it is now and review it.',
  'value-out-of-range': 'Make a new plan; a plan that Pipeform wrote holds no such value.',
  'shards-do-not-fit': 'Give `pipeform merge` every shard of one run exactly once.',
  'output-unwritable': 'Name a file in a folder that exists and that you may write to.',

  // Observability
  'check-unknown': 'Check the name against `checks` of the configuration.',
  'series-failed':
    'Read the service’s own words in the detail: mostly the filter, the function or the source is not one that it knows.',
  'alert-unreadable': 'Check the id of the alert and what the access token may see.',

  // Applying
  'pipe-moved': 'Plan again and review what is live now.',
  'not-converged': 'The service may ignore the value, or need longer: --wait-timeout.',
  'write-unknown': 'Run plan: it shows what is live now.',
  'not-waited-for': 'Run plan in a minute or two to see whether it arrived.',
  'settings-do-not-apply': 'Remove `settings` from the pipe or list them under `ignore`.',

  // Guarded rollouts
  'check-not-passed': 'See `pipeform check`; apply again when it passes, or with --no-rollout to go without checks.',
  'wave-failed': 'Check the pipes of the wave; rerun apply to continue.',
  'rollout-stopped': 'Fix what stopped the rollout and run the command again.',
  'rollback-left': 'Run plan: it shows what is live against the configuration.',
  'rollback-incomplete': 'The detail names what stayed. Run plan, and correct it by hand or in the configuration.',

  // Git
  'git-missing': 'Install git, or leave out --base.',
  'git-no-repository': 'Run the command in a clone of the repository, or leave out --base.',
  'git-owner': 'Declare the folder safe: git config --global --add safe.directory FOLDER.',
  'git-no-commits': 'Commit the configuration first, or leave out --base.',
  'git-failed': 'Read git’s own words in the detail, and run the same in the repository by hand.',
  'base-unknown': 'Fetch it; on GitHub Actions give actions/checkout `fetch-depth: 0`.',
  'base-ambiguous': 'Write the full name of the one that is meant, such as refs/heads/main.',
  'base-unrelated': 'Fetch the whole history (git fetch --unshallow), or name the commit itself.',
  'base-invalid': 'Use a base with a valid configuration, or leave out --base.',
  'base-without-pipes': 'Nothing to do if the configuration is new; otherwise name another base.',
  'base-submodule': 'Keep configuration files in the repository itself, or narrow the pattern.',

  // The journal of runs
  'apply-locked':
    'Wait until it is done, or let the command wait with --lock-timeout. A lock of a process that was killed clears itself.',
  'apply-running': 'Plan again when it is done.',
  'journal-unusable': 'Make the folder of the configuration writable for whoever applies.',
  'journal-failed': 'Fix the cause that the message names. Run plan to see what is live, and rerun apply to continue.',
  'journal-lost':
    'Keep the output of this run: `runs` and `rollback` do not know what it wrote. Run plan, and rerun apply to continue.',
  'lock-lost':
    'Nothing more was sent. When no other run is running, run plan, and rerun apply to continue. Never remove `.pipeform/lock` during a run.',
  'unfinished-run':
    'Rerun apply to continue, or `pipeform rollback RUN` to undo what the run wrote. If its open pipes left the configuration: `pipeform runs forget RUN`.',
  'journal-unreadable': 'Move the file away once nothing in it is needed; plan shows what is live.',
  'journal-version': 'Use the Pipeform that wrote it, or a newer one.',
  'run-not-found': 'See `pipeform runs` for the names; `latest` is the newest.',
  'run-not-open': 'No action is needed. `pipeform runs show RUN` shows what became of the run.',
  'run-for-another': 'Use the configuration and the environment (-e) of the run.',
  'rollback-refused': 'Correct the pipe by hand or in the configuration.',
  'rollback-against-configuration': 'Revert the change in the configuration too.',

  // Publishing
  'publish-variable-missing': 'Set the variable that the message names; most are there already in a CI job.',
  'publish-variable-invalid': 'Correct the variable that the message names.',
  'publish-credentials-rejected': 'Check the token and its permissions; the message says which are needed.',
  'publish-not-found': 'Check the repository, the number and what the token may see.',
  'publish-rejected': 'Read the service’s own words in the detail.',
  'publish-rate-limited': 'Publish again later, or with a token that has a limit of its own.',
  'publish-unanswered': 'Publish again later; a comment or issue is never posted twice.',
  'publish-wrong-address': 'Check the address in the variable that the message names; redirects are never followed.',
  'publish-unconfirmed': 'Look whether it arrived; if not, publish again.',
  'publish-label-missing':
    'Add the label to the issue, and let the token set labels (write access), or each run opens another issue.',
};

/** The closed set of diagnostic codes. */
export type DiagnosticCode = keyof typeof CURES;
