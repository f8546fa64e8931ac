import { BUG_CURE } from './bug-cure.ts';

/** The cause of each diagnostic, and what to do, by its stable code and where it comes up: the hints, `explain`, SARIF and the docs. */
export const DIAGNOSTICS_BY_AREA = {
  'Command line': {
    usage: {
      cause: 'Unknown command or option, invalid value, or options that do not fit together.',
      cure: 'See `pipeform COMMAND --help`.',
    },
    'credentials-missing': {
      cause: 'A part of the API key, or the access token, is missing, invalid or set twice, or its file is unusable.',
      cure: 'Set the variable that the message names in the environment, or name a file with it in the variable that ends in _FILE.',
    },
    'target-no-match': {
      cause:
        'A pattern of --target or --exclude, or a name of --allow-protected, matches no pipe, or the patterns leave none.',
      cure: 'Check the pattern against the names in the configuration; patterns are globs over the pipe name or service/name.',
    },
    'not-approved': {
      cause: '`apply` and `rollback` ask before they write: there is no terminal, or the answer was not `yes`.',
      cure: 'Answer `yes` on a terminal. In a script, run `pipeform apply FILE` with a reviewed plan, or roll back with --auto-approve.',
    },
    'nothing-to-check': {
      cause: 'There was nothing to check (no check, rule or document), which does not count as success.',
      cure: 'Add what the message names, or leave the command out.',
    },
    sandbox: {
      cause: 'Invalid option, unusable fleet or fault plan, address in use, existing files, or open access.',
      cure: 'Correct the option or the file in the message. `pipeform sandbox --help` lists the options.',
    },
    internal: {
      cause: 'A bug in Pipeform.',
      cure: BUG_CURE,
    },
  },
  Configuration: {
    'config-not-found': {
      cause: 'No pipeform.yaml here or in a folder above, or no file of -c.',
      cure: 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
    },
    'config-unreadable': {
      cause:
        'No permission, no regular file, not UTF-8, a pointer of Git LFS, empty, or too large (see PIPEFORM_MAX_FILE_SIZE).',
      cure: 'Name a readable UTF-8 file with -c FILE or under `include`; split a large one and include the parts.',
    },
    'sparse-checkout': {
      cause: 'A sparse checkout has only a part of the files of the repository.',
      cure: 'Add the folder: `git sparse-checkout add FOLDER`, or `sparse-checkout` of actions/checkout.',
    },
    'too-many-problems': {
      cause: 'The configuration has more than 1,000 problems. The rest is hidden.',
      cure: 'Correct those that are shown, and run `pipeform validate` again.',
    },
    'yaml-syntax': {
      cause: 'Not YAML 1.2, or a part of YAML that is not allowed.',
      cure: 'Correct the line; an editor with a YAML plug-in shows the same place.',
    },
    'unknown-key': {
      cause: 'The key does not exist here.',
      cure: 'Correct the spelling, move the key to where it belongs, or remove it.',
    },
    'missing-key': {
      cause:
        'A required key is missing, after includes, environments and presets; or a section that the command needs.',
      cure: 'Add the key that the message names.',
    },
    'invalid-value': {
      cause: 'The value, its type, the name, the unit, the rule or the version is not allowed here.',
      cure: 'Write a value as the message describes.',
    },
    'out-of-range': {
      cause: 'The number is outside the range that the deployment or `policy.ranges` allows.',
      cure: 'Choose a value within the range; the message shows it.',
    },
    'unknown-reference': {
      cause:
        'A service, preset, check, environment or field is used, but not defined; or a check is of the other kind (series or alert).',
      cure: 'Correct the spelling, or define the name in the configuration.',
    },
    'duplicate-definition': {
      cause: 'A key, a name or the id of a pipe is defined twice, or `api.settings` has a setting of the pipes API.',
      cure: 'Keep one of the two, or change the name or id of one.',
    },
    'variable-missing': {
      cause: 'A variable is not set, or empty, and has no default.',
      cure: 'Set the variable, or give a default after `:-` within the braces. CI systems pass an undefined variable as an empty one.',
    },
    'variable-invalid': {
      cause:
        'A `${` that does not start a variable, or a variable that may hold a secret: plans show configured values, so names that end in SECRET, TOKEN, PASSWORD or KEY, and those of credentials, webhooks and proxies, are refused, in upper or lower case.',
      cure: 'Write `${NAME}`, `${NAME:-default}` or `${NAME:?message}`, and `$$` for a plain dollar sign. Pipeform reads credentials from the environment itself; rename a variable that is not secret.',
    },
    'invalid-include': {
      cause:
        'An include pattern matches no file, a file outside the folder of the root document, or too many (about 200,000 are searched); or new pipes would go into a file that no pattern matches.',
      cure: 'Correct the pattern; it is relative to the folder of the root document.',
    },
    'manages-nothing': {
      cause: 'The pipe has no settings and no scaling.',
      cure: 'Add the values that it must have, or remove it.',
    },
  },
  'Writing configuration files': {
    'file-unwritable': {
      cause: 'No permission to write a file or its folder: the configuration, or one of --out, --metrics or --history.',
      cure: 'Make the file and its folder writable, or name another file.',
    },
    'file-changed': {
      cause: 'A configuration file changed during the command, or a new file already exists.',
      cure: 'Run the command again. Move a new file that is in the way.',
    },
    'not-pulled': {
      cause:
        'The pipe is already configured; or the value is not a field of the pipes API, unreadable, out of range, or for other kinds of pipe.',
      cure: 'No action is needed. A live value that is left out stays as it is and is not managed.',
    },
    'edit-by-hand': {
      cause:
        'The place cannot be edited or formatted safely: a value or a comment would change, or the live value is not allowed there. Or `init` did not do something, such as change a file that exists.',
      cure: 'Do what the message says: usually edit the place by hand, or apply to restore the declared value.',
    },
  },
  'Reading live pipes': {
    'insecure-address': {
      cause:
        'An address has a user name or a password, or plain http would send credentials to another machine without encryption.',
      cure: 'Use https, or a loopback address for the sandbox, and set credentials in the environment. If they were committed, replace them.',
    },
    'pipe-gone': {
      cause: 'The service no longer has the pipe: it was deleted outside git.',
      cure: 'Remove the pipe from the configuration, or create it again and set its new `id`.',
    },
    'pipe-not-found': {
      cause: 'The service responds that no pipe has this id.',
      cure: 'Check the id, the service and the organization in the configuration.',
    },
    'pipe-elsewhere': {
      cause: 'The service responds that no pipe has this id, and another service of the configuration lists one.',
      cure: 'Write the other service in `service` of the pipe.',
    },
    'wrong-address': {
      cause: 'A proxy, a web page, a redirect or something else responded.',
      cure: 'Check api.url in the configuration, and api.naming.resource if the deployment has another word for pipes.',
    },
    'credentials-rejected': {
      cause: '401: unknown key, wrong secret, or a wrong token.',
      cure: 'Check the key id and the key secret in the variables or files that the message names.',
    },
    'not-allowed': {
      cause: '403: the key or the token may not do this.',
      cure: 'Give the key permission to read these pipes (for apply: to change them), or use another key.',
    },
    'service-idle': {
      cause: 'The service is idle, and a read must not wake it.',
      cure: 'Wake the service in its console, then run the command again.',
    },
    'listing-failed': {
      cause: 'The service has no list at the address of `api.listing` (404).',
      cure: 'If the deployment lists no pipes, remove `api.listing`; otherwise fix the error in the detail.',
    },
    'api-retiring': {
      cause: 'A response of the pipes API has the header `Deprecation` or `Sunset`.',
      cure: 'Look for a newer version of Pipeform before that day, and read the announcement of the service.',
    },
    'list-not-whole': {
      cause:
        'The list of a service has a key or a header that may announce more pipes, and there is no way to get them.',
      cure: 'Nothing to do for configured pipes. For `pull --all` and pipes outside the configuration, check the list, or remove `api.listing`.',
    },
    'rate-limited': {
      cause: 'No request passed the rate limit for ten minutes (to publish: five), or a longer wait is required.',
      cure: 'Set api.rateLimit to the limit of your key, or lower --parallelism.',
    },
    'server-error': {
      cause: 'The service kept responding with a 5xx status.',
      cure: 'Try again later; quote the request id to the service’s support.',
    },
    'network-error': {
      cause: 'No response (refused, reset, timed out, wrong certificate), or an invalid proxy address.',
      cure: 'Check the address, the network and --timeout.',
    },
    'request-rejected': {
      cause: 'The service refused the request (a 4xx status).',
      cure: 'Read the message of the service; it says what to change.',
    },
    'pipe-busy': {
      cause: 'The service kept refusing the update (409, 423 or 425): another operation on the pipe was in progress.',
      cure: 'Run the command again when the operation is done; if operations take longer, raise --wait-timeout.',
    },
    'invalid-response': {
      cause: 'The response is not valid for the API.',
      cure: 'Check api.url; if it is right, quote the request id to the service’s support.',
    },
    'circuit-open': {
      cause: 'Consecutive requests to the service failed, so the rest was not sent.',
      cure: 'Fix the cause of the failures (such as the key, the address, the network or a value) and run the command again.',
    },
    interrupted: {
      cause: 'The command was interrupted before it was done.',
      cure: 'Run the command again; it continues from the live values.',
    },
    'not-attempted': {
      cause: 'An earlier pipe failed, with --fail-fast.',
      cure: 'Fix the first error and run the command again, or omit --fail-fast.',
    },
  },
  Planning: {
    'wrong-pipe': {
      cause: 'The live pipe has another name, kind or id than the configuration or the request.',
      cure: 'Correct `id`, `name` or `source` in the configuration. If they are right, check api.url: a proxy may be serving a stale response.',
    },
    'field-not-for-kind': {
      cause:
        'The field does not exist for this kind of pipe, or the service may refuse it: settings of a postgres pipe, or of one without a settings endpoint (404).',
      cure: 'Remove the field from the pipe or its presets, or list it under `ignore`.',
    },
    'unreadable-value': {
      cause: 'The service returned no settings, or a managed value that does not have the type of its field.',
      cure: 'Try again later. If it stays so, report it to the service’s support, or list the field under `ignore`.',
    },
    'pipe-in-transition': {
      cause:
        'The pipe is changing state, or a scaling field is 0 or missing right after a write, so live values may still change.',
      cure: 'Plan again in a minute or two, when the pipe no longer changes.',
    },
    'pipe-completed': {
      cause: 'The pipe has loaded all its data. Services refuse updates of such a pipe.',
      cure: 'If the service refuses the update, remove the pipe from the configuration, or start it again in the service.',
    },
    'carried-setting': {
      cause:
        'A settings update sends back the settings that it does not change, and one of them is masked or outside its range.',
      cure: 'Leave it out of updates with `carry: false` under `api.settings`, or manage it with an allowed value.',
    },
    'carried-setting-changed': {
      cause:
        'A settings update sends back the settings that it does not change, and one of them has another value afterwards.',
      cure: 'If the service changes it on its own, declare it with `carry: false` under `api.settings`. Otherwise check the pipe.',
    },
    'size-hidden': {
      cause: 'The pipe is stopped or paused, or about to be, and the service shows 0 or nothing for its sizes.',
      cure: 'Nothing to do: the sizes are compared again once the pipe runs.',
    },
    'pipe-in-trouble': {
      cause: 'The service reports the pipe as degraded or failed.',
      cure: 'Find and fix the cause in the service before you change the pipe.',
    },
    'other-naming': {
      cause: 'The live setting has another prefix than the configured one.',
      cure: 'If the deployment has another prefix, set `api.naming.settingPrefix`, and plan again.',
    },
    'unusual-size': {
      cause: 'CPU and memory differ from the usual 4 GB per 1000 millicores; the service may refuse them.',
      cure: 'Use 125/0.5, 250/1, 500/2, 1000/4 or 2000/8 (millicores/GB), unless the service accepts other sizes.',
    },
    'protected-pipe': {
      cause: 'The plan would change a pipe with `protect: true`.',
      cure: 'If the change is intended, apply with --allow-protected NAME.',
    },
    'replica-factor': {
      cause: 'Replicas would change by more than policy.maxReplicaFactor in one apply.',
      cure: 'Change the replicas in smaller steps, raise policy.maxReplicaFactor, or apply with --force.',
    },
    'not-promoted': {
      cause:
        'In the other environment, the pipe lacks the values, changed during the soak, does not run, fails its checks, or is unreadable.',
      cure: 'Apply to the environment that the message names first, with `pipeform apply -e ENVIRONMENT --target PIPE`, and plan again when the conditions in the detail are met; or give --skip-promotion REASON.',
    },
    'too-many-changes': {
      cause: 'More pipes would change than policy.maxChangedPipes allows.',
      cure: 'Narrow the plan with --target, raise policy.maxChangedPipes, or apply with --force.',
    },
    'cost-increase': {
      cause: 'The plan raises the cost a month by more than policy.maxMonthlyIncrease allows, or by an unknown amount.',
      cure: 'Use smaller sizes, narrow the plan with --target, raise policy.maxMonthlyIncrease, or apply with --force.',
    },
    'fleet-not-seen': {
      cause:
        'The plan covers one shard, and policy.maxChangedPipes or policy.maxMonthlyIncrease limits the whole fleet.',
      cure: 'Plan every shard with --out, run `pipeform merge`, and apply the merged plan, with or without --shard. Or apply with --force.',
    },
    'too-much-drift': {
      cause:
        'More pipes drifted, or cannot be read, than remediation.maxPipes, as in an incident or with a wrong base.',
      cure: 'Find the cause first. To restore all values, apply with --only-origin drift instead of --remediate, or raise remediation.maxPipes.',
    },
    'drift-returns': {
      cause: 'The pipe was restored as often as remediation.perPipe allows, and drifted again.',
      cure: 'Find out who or what changes the pipe. Then change its values in the configuration, or restore them with `pipeform apply --target NAME`.',
    },
    'not-selected': {
      cause:
        '--only-origin skips differences of another origin, and --remediate those that are not drift of `remediation.fields`.',
      cure: 'Plan without --only-origin, or apply without --remediate, to see and change them.',
    },
    'unmanaged-pipes': {
      cause: 'A service has live pipes outside the configuration.',
      cure: 'Adopt the pipes with `pipeform pull --all --service NAME`, or set `policy.unmanaged` to ignore, warn or refuse.',
    },
    frozen: {
      cause: 'A freeze of policy.freeze is active.',
      cure: 'Apply after the freeze, or with --override-freeze REASON.',
    },
    'policy-rule': {
      cause:
        'A rule of policy.rules refuses a change (error), also when it cannot be evaluated, or warns of it, or an exception lifts it (note).',
      cure: 'Change the value as the message says, or add an exception with a reason and a last day to the rule.',
    },
    'policy-overridden': {
      cause: 'An option, of this command or of the plan, overrides a policy.',
      cure: 'No action is needed. The plan, the run and the journal have the reason.',
    },
    'acknowledgement-expired': {
      cause: 'The last day has passed, so the difference counts again.',
      cure: 'Set a later date, copy the live value into the configuration, or remove the acknowledgement and apply.',
    },
    'no-longer-managed': {
      cause: 'The base commit managed a field or pipe that is not configured now.',
      cure: 'If that is intended, do nothing: the live value stays. Otherwise add the key or the pipe again.',
    },
    'not-reviewed': {
      cause: 'No plan of --reviewed has such a change of the field, from this value to that one.',
      cure: 'Review them with `pipeform plan`. To apply them, leave out --reviewed, or add it for a reviewed plan that has them.',
    },
  },
  Reports: {
    'report-unreadable': {
      cause: 'The file is missing, too large, of another format version, or no report that the command can use.',
      cure: 'Name a file that `plan --out`, `drift --out`, `apply --out` or `merge --out` wrote.',
    },
    'report-edited': {
      cause: 'The digest of the file does not match its content.',
      cure: 'Make the report again; to change a plan, change the configuration.',
    },
    'report-for-another': {
      cause: 'The saved plan or run is for another address, organization, naming or environment.',
      cure: 'Use the configuration and the environment (-e) of the plan or the run, or make a new plan.',
    },
    'plan-outdated': {
      cause: 'The configuration changed since the saved plan was made.',
      cure: 'Make a new plan and review it.',
    },
    'guard-loosened': {
      cause: 'The branch raises a limit, or removes a rule, a check or a protection that the base has.',
      cure: 'Review it like a change of a pipe: from the merge on, less is refused.',
    },
    'schedule-changed': {
      cause: 'The windows of the pipe, or the sizes outside of them, differ from those of the base.',
      cure: 'Review the windows: the differences show only what is due now. The cost of a size that changes is the mean of the whole week.',
    },
    'window-ended': {
      cause: 'The schedule of the pipe now specifies a different size than when the plan was made.',
      cure: 'Plan and apply again: a new plan has the size that holds now.',
    },
    'shards-do-not-fit': {
      cause: 'A shard is missing or given twice, or configuration, targets, version or API differ.',
      cure: 'Give `pipeform merge` every shard of one run exactly once.',
    },
    'history-unreadable': {
      cause:
        'The history file does not exist, is not readable, is of another kind, or has lines that something else changed or a killed run left incomplete.',
      cure: 'Name a file that `drift --history` or `apply --history` wrote. Restore damaged lines from a copy, or remove them; what they recorded is not counted.',
    },
  },
  Observability: {
    'size-written-to-pipe': {
      cause: 'A preset or another layer has the value, which is for other pipes too.',
      cure: 'No action is needed. To change it for all, move the new value there.',
    },
    'sizing-series': {
      cause:
        'The series of `sizing` have no values, values that cannot be in their unit, several groups of one pipe, or groups that are no pipes of the configuration.',
      cure: 'Do what the message says; `pipeform series` shows the groups and values of a series.',
    },
    'series-not-grouped': {
      cause: 'Rows of the response do not have one value for each column of `groupBy`, as for an expression there.',
      cure: 'Group by the name of a column, not by an expression.',
    },
    'observability-failed': {
      cause: 'The observability API did not return the series or the alert.',
      cure: 'Read the message in the detail. Check the id, the filter, the function and the source, and the permissions of the access token.',
    },
  },
  Applying: {
    'already-applied': {
      cause: 'The planned values were already written.',
      cure: 'No action is needed.',
    },
    'pipe-moved': {
      cause: 'The pipe changed, or could not be read, between the plan and a write.',
      cure: 'Plan again and review the current live values.',
    },
    'not-converged': {
      cause: 'The service accepted the update, but no read confirmed the values in time.',
      cure: 'The service may ignore the value, or it may need more time: raise --wait-timeout.',
    },
    'write-unknown': {
      cause: 'No final response came, or the run ended or a read failed before the values were confirmed.',
      cure: 'Run plan to see the current live values.',
    },
    'not-waited-for': {
      cause: 'With --no-wait, the read after the write did not confirm every value.',
      cure: 'Run plan in a minute or two to see its effect.',
    },
  },
  'Guarded rollouts': {
    'check-not-passed': {
      cause: 'The check failed, had no data, or could not be queried.',
      cure: 'Run `pipeform check`, and apply again when it passes; or skip the checks with --no-rollout.',
    },
    'wave-failed': {
      cause: 'An update or a check of a wave failed.',
      cure: 'If the change caused it, revert it; otherwise rerun apply.',
    },
    'rollout-stopped': {
      cause: 'The rollout stopped before the wave of this pipe.',
      cure: 'Fix the error that stopped the rollout, and run the command again.',
    },
    'rollback-left': {
      cause: 'The live value was changed since the run, so the rollback did not restore it.',
      cure: 'Run plan to compare the live values with the configuration.',
    },
    'rollback-incomplete': {
      cause:
        'A rollback does not restore every value of the pipe, or could not confirm it: the pipe left the configuration, the value is not allowed or not known, or the run did not send it.',
      cure: 'Run plan, and correct the values in the detail by hand or in the configuration.',
    },
  },
  Git: {
    'git-failed': {
      cause:
        '--base needs git and a clone of the repository. Git is missing, ended with an error, took too long, or does not trust the owner of the folder.',
      cure: 'Read the message in the detail, and run the same command in the repository; or leave out --base.',
    },
    'base-unknown': {
      cause:
        '--base is no commit of this clone (misspelled, not fetched, beyond a shallow clone), names several references, or has no common commit with the other side of `...`.',
      cure: 'Fetch the commit with git fetch. On GitHub Actions, set `fetch-depth: 0` for actions/checkout.',
    },
    'base-invalid': {
      cause: 'The configuration at the base has errors or symbolic links, so no origin is known.',
      cure: 'Use a base with a valid configuration, or leave out --base.',
    },
    'base-incomplete': {
      cause:
        'The base lacks the root document or the environment, so every pipe counts as new, or has configuration files in a submodule.',
      cure: 'If the configuration is new, no action is needed. Otherwise use a base that has all of its files.',
    },
    'branch-behind': {
      cause: 'The base has commits that HEAD does not have, and they change configuration files.',
      cure: 'Merge the base into the branch or rebase the branch, and plan again.',
    },
  },
  'The journal of runs': {
    'apply-locked': {
      cause: 'Another run of this project is in progress on this machine. While it writes, live pipes may change.',
      cure: 'Wait until the other run ends, or use --lock-timeout. The lock of a killed process is free at once on its machine, elsewhere after 30 seconds.',
    },
    'journal-unusable': {
      cause: '`.pipeform` beside the configuration cannot be written. Nothing is sent without a journal.',
      cure: 'Make the folder writable for the user that applies.',
    },
    'journal-failed': {
      cause: 'The journal could no longer be written (full disk?). Nothing more was sent.',
      cure: 'Fix the cause in the message. Run plan, and rerun apply to continue.',
    },
    'journal-lost': {
      cause: 'Removed, replaced or cut short during the run (`git clean -fdx`?). Nothing more was sent.',
      cure: 'Keep the output of this run: `runs` and `rollback` have no record of its writes. Run plan, and rerun apply to continue.',
    },
    'lock-lost': {
      cause: 'Removed or taken over during the run, as after a suspension of over 30 seconds.',
      cure: 'Nothing more was sent. When no other run is in progress, rerun apply to continue. Never remove `.pipeform/lock` during a run.',
    },
    'unfinished-run': {
      cause: 'A run was killed, or its journal has no end. Some requests may have taken effect.',
      cure: 'Rerun apply to continue, or `pipeform rollback RUN` to restore the earlier values. If its open pipes are no longer configured: `pipeform runs forget RUN`.',
    },
    'journal-unreadable': {
      cause:
        'A file in `.pipeform/runs` is unreadable, is from a newer Pipeform, or differs from what Pipeform wrote. An incomplete last line is no damage.',
      cure: 'Move the file when you no longer need it. Run plan to see the live values.',
    },
    'run-not-found': {
      cause:
        'No run in `.pipeform/runs` has the name, or several begin with it; or `rollback latest` finds only runs that are rollbacks or were rolled back.',
      cure: 'Run `pipeform runs` for the names of the runs; `latest` is the newest.',
    },
    'rollback-run': {
      cause: 'Names the run that `rollback` takes, and the newer ones that `latest` skips.',
      cure: 'To roll back another run, name it: `pipeform rollback RUN`. `pipeform runs` lists the runs.',
    },
    'run-not-open': {
      cause: 'The run left no pipe open, or its open pipes were read since or forgotten.',
      cure: 'No action is needed. `pipeform runs show RUN` shows its result.',
    },
    'rollback-against-configuration': {
      cause: 'The configuration has other values, so the next apply would undo the rollback.',
      cure: 'Revert the change in the configuration too.',
    },
  },
  Publishing: {
    'publish-variable-invalid': {
      cause: 'A variable is not set, empty, or has an invalid value.',
      cure: 'Set the variable that the message names. A CI system sets most of them.',
    },
    'publish-not-found': {
      cause: 'The target does not exist, was renamed or moved (301, 307 or 308), or the token may not see it.',
      cure: 'Check the repository, the number and the permissions of the token, or set the variable to the new name.',
    },
    'publish-unconfirmed': {
      cause: 'The response was lost. The message may have been posted and is not sent again.',
      cure: 'If it was not posted, publish again.',
    },
    'publish-locked': {
      cause: 'The conversation of the pull request or the issue is locked.',
      cure: 'Unlock it, or publish with a token that has write access to the repository.',
    },
    'publish-outdated': {
      cause: 'A newer report, or one of a later run for another commit, is published already.',
      cure: 'Nothing, if a newer run published that one. Otherwise delete it and publish again.',
    },
    'publish-author': {
      cause:
        'A report about the same configuration is there that another account wrote, or it is not known whose: the service does not name its author, or the account of the token.',
      cure: 'Delete that report if it is no longer updated. If it is not known whose it is, also publish with a token whose account the service names.',
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, DiagnosticInfo>>>>;

interface DiagnosticInfo {
  readonly cause: string;
  /** The general hint. */
  readonly cure: string;
}

/** The closed set of diagnostic codes. */
export type DiagnosticCode = {
  [A in keyof typeof DIAGNOSTICS_BY_AREA]: keyof (typeof DIAGNOSTICS_BY_AREA)[A];
}[keyof typeof DIAGNOSTICS_BY_AREA];

export const DIAGNOSTICS = Object.assign({}, ...Object.values(DIAGNOSTICS_BY_AREA)) as Readonly<
  Record<DiagnosticCode, DiagnosticInfo>
>;
