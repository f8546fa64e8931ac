/** What to do about a diagnostic, by its stable code. `report/diagnostic-causes.ts` has the causes. */
export const CURES = {
  // Command line
  usage: 'See `pipeform COMMAND --help`.',
  'credentials-missing':
    'Set each in the environment, or name a file with it in PIPEFORM_KEY_ID_FILE or PIPEFORM_KEY_SECRET_FILE.',
  'access-token-missing': 'Set it in the environment, or name a file with it in PIPEFORM_ACCESS_TOKEN_FILE.',
  'observability-missing': 'Add `observability: { url: … }` to the root document.',
  'remediation-missing': 'Add `remediation: { fields, maxPipes }` to the configuration, or apply without --remediate.',
  'target-no-match':
    'Check the pattern against the names in the configuration; patterns are globs over the pipe name or service/name.',
  'not-confirmed-by-a-person':
    'Answer `yes` on a terminal. In a script, run `pipeform apply FILE` with a reviewed plan, or roll back with --auto-approve.',
  'nothing-to-check': 'Add what the message names, or leave the command out.',
  sandbox: 'Correct the option or the file in the message. `pipeform sandbox --help` lists the options.',
  internal: 'Run plan, and report this with the version and the `--log-level debug` output.',

  // Configuration
  'config-not-found': 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
  'config-unreadable':
    'Name a readable UTF-8 file with -c FILE or under `include`; split a large one and include the parts.',
  'empty-file': 'Write the configuration into it, or remove an included file.',
  'too-many-problems': 'Correct those that are shown, and run `pipeform validate` again.',
  'yaml-syntax': 'Correct the line; an editor with a YAML plug-in shows the same place.',
  'duplicate-key': 'Keep one of the two.',
  'invalid-name':
    'Use letters, digits, `.`, `_` and `-`, starting with a letter, a digit or `_`; at most 128 characters.',
  'unknown-key': 'Correct the spelling, move the key to where it belongs, or remove it.',
  'missing-key': 'Add the key that the message names.',
  'wrong-type': 'Write a value of the type in the message.',
  'invalid-value': 'Write a value as the message describes.',
  'out-of-range': 'Choose a value within the range; the message shows it.',
  'outside-policy-range': 'Choose a value within the range, or widen the range; --force does not override it.',
  'invalid-unit': 'Durations: ms, s, m, h, d. Sizes: B, KiB, MiB, GiB, TiB (in 1024s), KB, MB, GB, TB (in 1000s).',
  'unsupported-version': 'Write `version: 1`, or install a newer Pipeform.',
  'unknown-reference': 'Correct the spelling, or define the name in the configuration.',
  'duplicate-definition': 'Keep one of the two, or change the name or id of one.',
  'variable-missing': 'Set the variable, or give a default after `:-` within the braces.',
  'variable-refused':
    'Remove the variable: Pipeform reads credentials from the environment itself. If it is not secret, rename it.',
  'variable-syntax': 'Write `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. For a plain dollar sign, write `$$`.',
  'include-no-match': 'Correct the pattern; it is relative to the folder of the root document.',
  'include-too-large': 'Use fewer patterns, name the folders of the files, or use a folder with fewer files.',
  'include-outside': 'Move the file into that folder.',
  'credentials-in-address': 'Set them in the environment instead. If they were committed, replace them.',
  'presets-too-large': 'Keep in a preset only what its pipes need.',
  'invalid-rule': 'Correct the expression. docs/policies.md lists what a rule sees and what it may call.',
  'manages-nothing': 'Add the values that it must have, or remove it.',

  // Writing configuration files
  'file-unwritable': 'Make the file and its folder writable.',
  'file-changed': 'Run the command again. Move a new file that is in the way.',
  'file-exists': 'Add what the message names by hand, or move the file and run `init` again.',
  'ids-of-sandbox': 'Write yours into pipeform.yaml, or pass them with --organization and --service.',
  'config-above': 'If the folder belongs to that configuration, remove the new one and include the files of pipes.',
  'already-configured':
    'No action is needed; `pipeform pull` without an id writes its live values to the configuration.',
  'not-part-of-configuration': 'Add the file, or a pattern that matches it, to `include` in the root document.',
  'value-left-out': 'No action is needed. The live value stays as it is and is not managed.',
  'edit-by-hand': 'Edit it by hand where the message says, or apply to restore the declared value.',
  'edit-failed': 'Make the change by hand, and report this with the files.',
  'format-unsafe': 'Simplify the YAML, or format the file by hand.',

  // Reading live pipes
  'insecure-address': 'Use https, or a loopback address for the sandbox.',
  'pipe-not-found': 'Check the id, the service and the organization in the configuration.',
  'wrong-address':
    'Check api.url in the configuration, and api.naming.resource if the deployment has another word for pipes.',
  'credentials-rejected': 'Check the key id and the key secret in the variables or files that the message names.',
  'not-allowed': 'Give the key permission to read these pipes (for apply: to change them), or use another key.',
  'service-idle': 'Wake the service in its console, then run the command again.',
  'listing-failed':
    'If the deployment lists no pipes, or only a part of them, remove `api.listing`; otherwise fix the error in the detail.',
  'rate-limited': 'Set api.rateLimit to the limit of your key, or lower --parallelism.',
  'server-error': 'Try again later; quote the request id to the service’s support.',
  'network-error': 'Check the address, the network and --timeout.',
  'request-rejected':
    'Read the message of the service in the detail. The value may be outside a narrower range that is not published.',
  'invalid-response': 'Check api.url; if it is right, quote the request id to the service’s support.',
  'circuit-open': 'Fix the last failure (credentials, address, network) and run the command again.',
  interrupted: 'Run the command again; it continues from the live values.',
  'deadline-exceeded':
    'Run the command again; it continues from the live values. If it needs longer, raise --deadline.',
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
  'other-naming': 'If the deployment has another prefix, set `api.naming.settingPrefix`, and plan again.',
  'unusual-size':
    'Use 125/0.5, 250/1, 500/2, 1000/4 or 2000/8 (millicores/GB), unless the service accepts other sizes.',
  'protected-pipe': 'If the change is intended, apply with --allow-protected NAME.',
  'replica-factor': 'Change the replicas in smaller steps, raise policy.maxReplicaFactor, or apply with --force.',
  'not-promoted':
    'Apply to the environment that the message names first, with `pipeform apply -e ENVIRONMENT --target PIPE`, and plan again when the conditions in the detail are met; or give --skip-promotion REASON.',
  'too-many-changes': 'Narrow the plan with --target, raise policy.maxChangedPipes, or apply with --force.',
  'fleet-not-seen':
    'Plan every shard with --out, run `pipeform merge`, and apply the merged plan, with or without --shard. Or apply with --force.',
  'too-much-drift':
    'Find the cause first. To restore all values, apply with --only-origin drift instead of --remediate, or raise remediation.maxPipes.',
  'drift-returns':
    'Find out who or what changes the pipe. Then change its values in the configuration, or restore them with `pipeform apply --target NAME`.',
  'not-reviewed':
    'Review them with `pipeform plan`. To apply them, leave out --reviewed, or give it a reviewed plan that has them.',
  'not-put-back':
    'Only drift of `remediation.fields` is restored. Apply without --remediate to change the rest, or add the field.',
  'unmanaged-pipes':
    'Adopt the pipes with `pipeform pull --all --service NAME`, or set `policy.unmanaged` to ignore, warn or refuse.',
  frozen: 'Apply after the freeze, or with --override-freeze REASON.',
  'rule-refused': 'Change the value as the message says, or add an exception with a reason and a last day to the rule.',
  'rule-warned': 'Read the message of the rule. If the change is intended, no action is needed.',
  'rule-excepted': 'No action is needed.',
  'policy-overridden': 'No action is needed. The plan, the run and the journal have the reason.',
  'acknowledgement-expired':
    'Set a later date, copy the live value into the configuration, or remove the acknowledgement and apply.',
  'no-longer-managed':
    'If that is intended, do nothing: the live value stays. Otherwise add the key or the pipe again.',
  'other-origin': 'Plan without --only-origin to see and change them.',
  'target-without-data':
    'See the values with `pipeform series`. To lower replicas, the whole stabilization time needs values.',
  'target-not-asked': 'Fix the error in the detail, and plan again.',

  // Reports
  'report-unreadable': 'Name a file that `plan --out`, `drift --out`, `apply --out` or `merge --out` wrote.',
  'report-version': 'Use the version that wrote the report, or make it again with this one.',
  'report-edited': 'Make the report again; to change a plan, change the configuration.',
  'plan-for-another': 'Use the configuration and the environment (-e) of the plan, or make a new plan.',
  'plan-outdated': 'Make a new plan and review it.',
  'value-out-of-range': 'Make a new plan. Pipeform never writes such a value into a plan.',
  'shards-do-not-fit': 'Give `pipeform merge` every shard of one run exactly once.',
  'history-unreadable': 'Name a file that `drift --history` or `apply --history` wrote.',
  'history-damaged': 'Restore these lines from a copy, or remove them; what they recorded is not counted.',
  'output-unwritable': 'Name a file in a folder that you may write to.',

  // Observability
  'check-unknown': 'Check the name against `checks` of the configuration.',
  'series-failed':
    'Read the message in the detail. Most often the service does not support the filter, the function or the source.',
  'alert-unreadable': 'Check its id and the permissions of the access token.',

  // Applying
  'already-applied': 'No action is needed.',
  'pipe-moved': 'Plan again and review the current live values.',
  'not-converged': 'The service may ignore the value, or it may need more time: raise --wait-timeout.',
  'write-unknown': 'Run plan to see the current live values.',
  'not-waited-for': 'Run plan in a minute or two to see its effect.',
  'settings-do-not-apply': 'Remove `settings` from the pipe, or list the settings under `ignore`.',

  // Guarded rollouts
  'check-not-passed': 'Run `pipeform check`, and apply again when it passes; or skip the checks with --no-rollout.',
  'wave-failed': 'If the change caused it, revert it; otherwise rerun apply.',
  'rollout-stopped': 'Fix the error that stopped the rollout, and run the command again.',
  'rollback-left': 'Run plan to compare the live values with the configuration.',
  'rollback-incomplete': 'Run plan, and correct the values in the detail by hand or in the configuration.',

  // Git
  'git-missing': 'Install git, or leave out --base.',
  'git-no-repository': 'Run the command in a clone of the repository, or leave out --base.',
  'git-owner': 'Mark the folder as safe: git config --global --add safe.directory FOLDER.',
  'git-no-commits': 'Commit the configuration first, or leave out --base.',
  'git-failed': 'Read the message in the detail, and run the same command in the repository.',
  'base-unknown': 'Fetch the commit with git fetch. On GitHub Actions, set `fetch-depth: 0` for actions/checkout.',
  'base-ambiguous': 'Write the full name, such as refs/heads/main.',
  'base-unrelated': 'Fetch the whole history (git fetch --unshallow), or name the commit itself.',
  'base-invalid': 'Use a base with a valid configuration, or leave out --base.',
  'base-without-pipes': 'If the configuration is new, no action is needed. Otherwise use another base.',
  'branch-behind': 'Merge the base into the branch or rebase the branch, and plan again.',
  'base-submodule': 'Keep configuration files in the repository itself, or narrow the pattern.',

  // The journal of runs
  'apply-locked':
    'Wait until the other run ends, or use --lock-timeout. The lock of a killed process is free at once on its machine, elsewhere after 30 seconds.',
  'apply-running': 'Plan again when the other run ends.',
  'journal-unusable': 'Make the folder writable for the user that applies.',
  'journal-failed': 'Fix the cause in the message. Run plan, and rerun apply to continue.',
  'journal-lost':
    'Keep the output of this run: `runs` and `rollback` have no record of its writes. Run plan, and rerun apply to continue.',
  'lock-lost':
    'Nothing more was sent. When no other run is in progress, rerun apply to continue. Never remove `.pipeform/lock` during a run.',
  'unfinished-run':
    'Rerun apply to continue, or `pipeform rollback RUN` to restore the earlier values. If its open pipes are no longer configured: `pipeform runs forget RUN`.',
  'journal-unreadable': 'Move the file when you no longer need it. Run plan to see the live values.',
  'journal-version': 'Use that version, or a newer one.',
  'run-not-found': 'Run `pipeform runs` for the names of the runs; `latest` is the newest.',
  'rollback-run': 'To roll back another run, name it: `pipeform rollback RUN`. `pipeform runs` lists the runs.',
  'run-not-open': 'No action is needed. `pipeform runs show RUN` shows its result.',
  'run-for-another': 'Use the configuration and the environment (-e) of the run.',
  'rollback-refused': 'Correct the pipe by hand or in the configuration.',
  'rollback-against-configuration': 'Revert the change in the configuration too.',

  // Publishing
  'publish-variable-missing': 'Set the variable that the message names. A CI system sets most of them.',
  'publish-variable-invalid': 'Correct the variable that the message names.',
  'publish-credentials-rejected': 'Check the token and its permissions.',
  'publish-not-found': 'Check the repository, the number and the permissions of the token.',
  'publish-rejected': 'Read the message of the service in the detail.',
  'publish-rate-limited': 'Publish again later, or with another token.',
  'publish-unanswered': 'Publish again later; a comment or issue is never posted twice.',
  'publish-wrong-address': 'Check the address in the variable that the message names.',
  'publish-unconfirmed': 'If it was not posted, publish again.',
  'publish-label-missing': 'Add the label, and let the token set labels. Otherwise each run opens another issue.',
};

/** The closed set of diagnostic codes. */
export type DiagnosticCode = keyof typeof CURES;

interface PolicyFinding {
  /** What an error with the code refuses: the complete plan, or its pipe. null when the code is only a warning or a note. */
  readonly refuses: 'plan' | 'pipe' | null;
  /** Whether it counts the changes of all pipes, so that a merge of shards finds it anew. */
  readonly countsChanges?: true;
}

/** What policies find, by code. A plan and the review of a saved plan each find it anew. */
export const POLICY_FINDINGS: Readonly<Partial<Record<DiagnosticCode, PolicyFinding>>> = {
  'too-many-changes': { refuses: 'plan', countsChanges: true },
  'fleet-not-seen': { refuses: 'plan' },
  'too-much-drift': { refuses: 'plan' },
  'unmanaged-pipes': { refuses: 'plan' },
  frozen: { refuses: 'plan' },
  'not-promoted': { refuses: 'pipe' },
  'drift-returns': { refuses: 'pipe' },
  'protected-pipe': { refuses: 'pipe' },
  'replica-factor': { refuses: 'pipe' },
  'rule-refused': { refuses: 'pipe' },
  'rule-warned': { refuses: null },
  'rule-excepted': { refuses: null },
  'policy-overridden': { refuses: null },
};

export function isOfPolicy({ code }: { readonly code: DiagnosticCode }): boolean {
  return Object.hasOwn(POLICY_FINDINGS, code);
}
