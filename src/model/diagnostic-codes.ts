/** What a code stands for: `docs/diagnostics.md` is generated from this table. Codes are stable once released. */
export interface DiagnosticMeaning {
  readonly cause: string;
  readonly cure: string;
}

const MEANINGS = {
  // Command line
  usage: {
    cause: 'An unknown command or option, or an option value that does not fit.',
    cure: 'See `pipeform COMMAND --help`.',
  },
  'credentials-missing': {
    cause: 'PIPEFORM_KEY_ID or PIPEFORM_KEY_SECRET is not set, or is empty.',
    cure: 'Set both in the environment; they are never read from a file.',
  },
  'access-token-missing': {
    cause: 'PIPEFORM_ACCESS_TOKEN is not set, or is empty, and the observability API is to be asked.',
    cure: 'Set it in the environment; it is never read from a file.',
  },
  'observability-missing': {
    cause: 'The observability API is to be asked, and the configuration has no `observability.url`.',
    cure: 'Add `observability: { url: … }` to the root document.',
  },
  'target-no-match': {
    cause: 'A pattern of --target or --exclude, or a name of --allow-protected, matches no pipe.',
    cure: 'Check the pattern against the names in the configuration; patterns are globs over the pipe name or service/name.',
  },
  'not-confirmed-by-a-person': {
    cause: 'apply needs a person to type `yes`, and there is no terminal to ask on.',
    cure: 'Review the plan, then run apply with --auto-approve.',
  },
  sandbox: {
    cause: 'The sandbox cannot start as asked: an option does not fit, the address is taken, or files are in the way.',
    cure: 'Do what the message says; `pipeform sandbox --help` lists the options.',
  },
  'fault-plan': {
    cause: 'A fault plan for the sandbox has a mistake, such as an unknown kind or a wrong parameter.',
    cure: 'Correct the place that the message shows; docs/sandbox-faults.md lists the kinds and what they take.',
  },
  internal: {
    cause: 'A bug in Pipeform.',
    cure: 'Report it with the command and the version. Nothing more is written after it happens.',
  },

  // Configuration
  'config-not-found': {
    cause: 'There is no pipeform.yaml in this folder or a folder above it, or the file of -c does not exist.',
    cure: 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
  },
  'config-unreadable': {
    cause: 'The file cannot be read: permission, not a regular file, larger than 8 MiB, or not UTF-8.',
    cure: 'Make it a readable UTF-8 text file; split a very large one and include the parts.',
  },
  'empty-file': {
    cause: 'The file holds no value, or only comments.',
    cure: 'Write the configuration into it; an included file that is not needed can go.',
  },
  'too-many-problems': {
    cause: 'The configuration has more than 10,000 problems; the rest is counted and not shown.',
    cure: 'Correct those that are shown, and validate again.',
  },
  'yaml-syntax': {
    cause: 'The text is not YAML 1.2, or uses a part of YAML that a configuration may not use.',
    cure: 'Correct the line; an editor with a YAML plug-in shows the same place.',
  },
  'duplicate-key': {
    cause: 'A key is defined twice in one map, so one of the two values would be lost.',
    cure: 'Keep one of the two.',
  },
  'invalid-name': {
    cause: 'A name has characters that names may not have, or is reserved.',
    cure: 'Use letters, digits, `.`, `_` and `-`, starting with a letter, a digit or `_`; at most 128 characters.',
  },
  'unknown-key': {
    cause: 'The key does not exist at this place.',
    cure: 'Correct the spelling, move the key to where it belongs, or remove it.',
  },
  'missing-key': {
    cause: 'A required key is missing, after includes, environments and presets.',
    cure: 'Add it.',
  },
  'wrong-type': {
    cause: 'The value is of another type than the key takes, such as text where a number belongs.',
    cure: 'Write a value of the type that the message names.',
  },
  'invalid-value': {
    cause: 'The value is of the right type but not one that the key takes.',
    cure: 'Write a value as the message describes.',
  },
  'out-of-range': {
    cause: 'The number is outside the range of the key, which is that of the service.',
    cure: 'Choose a value within the range; the message shows it.',
  },
  'outside-policy-range': {
    cause: 'The value is outside the range that `policy.ranges` of the configuration sets for the field.',
    cure: 'Choose a value within the range, or widen the range; --force does not override it.',
  },
  'invalid-unit': {
    cause: 'A duration or size has an unknown unit, or is no whole number of milliseconds or bytes.',
    cure: 'Durations: ms, s, m, h, d. Sizes: B, KiB, MiB, GiB, TiB (in 1024s), KB, MB, GB, TB (in 1000s).',
  },
  'unsupported-version': {
    cause: 'The file says that it is of a version of the configuration that this Pipeform does not know.',
    cure: 'Write `version: 1`, or install a newer Pipeform.',
  },
  'unknown-reference': {
    cause: 'A service, preset, check, environment or field is named that is not defined.',
    cure: 'Correct the spelling, or define it.',
  },
  'duplicate-definition': {
    cause: 'Two files define the same pipe, service, preset or check, or two pipes have the same id.',
    cure: 'Keep one of the two, or give one another name or id.',
  },
  'variable-missing': {
    cause: 'The file uses an environment variable that is not set and has no default.',
    cure: 'Set the variable, or give a default after `:-` within the braces.',
  },
  'variable-refused': {
    cause: 'The name of the variable ends in SECRET, TOKEN, PASSWORD or KEY, and plans show configured values.',
    cure: 'Remove it; credentials come only from PIPEFORM_KEY_ID, PIPEFORM_KEY_SECRET and PIPEFORM_ACCESS_TOKEN.',
  },
  'variable-syntax': {
    cause: 'A `${` that does not start a variable expression.',
    cure: 'Write a name, then perhaps `:-default` or `:?message`, and close the brace; write `$$` for a plain dollar sign.',
  },
  'include-no-match': {
    cause: 'An include pattern matches no file.',
    cure: 'Correct the pattern; it is relative to the folder of the root document.',
  },
  'include-outside': {
    cause: 'An include pattern leads outside the folder of the root document, perhaps through a symbolic link.',
    cure: 'Move the file inside the folder.',
  },
  'credentials-in-address': {
    cause: 'An address holds a user name or a password.',
    cure: 'Take them out; credentials come from the environment. If they were committed, replace them.',
  },
  'manages-nothing': {
    cause: 'The pipe has no settings and no scaling, so nothing about it is managed.',
    cure: 'Add the values that the pipe must have, or remove it.',
  },

  // Writing configuration files
  'file-unwritable': {
    cause: 'A configuration file, or the folder that it is to be in, cannot be written.',
    cure: 'Make it writable, or make room on the disk, and run the command again; the other files were written.',
  },
  'file-changed': {
    cause: 'A configuration file changed during the command, or a new file already exists.',
    cure: 'Run the command again: it reads the file as it is now. A file that is in the way can be moved.',
  },
  'file-exists': {
    cause: 'A file that `init` is to write is there already, so it was left as it is.',
    cure: 'Add to it by hand what the message names, or move it away and run `init` again.',
  },
  'ids-of-sandbox': {
    cause: '`init` was given an address other than that of the sandbox, and not the ids that go with it.',
    cure: 'Write your ids into pipeform.yaml, or give them with --organization and --service.',
  },
  'config-above': {
    cause: '`init` made a configuration below a folder that has one too. In the new folder, commands use the new one.',
    cure: 'Where the folder belongs to the configuration above it, remove the new one and include files of pipes instead.',
  },
  'already-configured': {
    cause: 'A pipe to pull is already in the configuration.',
    cure: 'No action is needed; `pipeform pull` without an id brings its live values into the configuration.',
  },
  'not-part-of-configuration': {
    cause: 'New pipes are to be written into a file that the configuration does not include.',
    cure: 'Add the file, or a pattern that matches it, to `include` in the root document.',
  },
  'value-left-out': {
    cause: 'A live value is not in the contract, is outside its range, or does not apply to this kind of pipe.',
    cure: 'No action is needed; the value stays live and is not managed.',
  },
  'edit-by-hand': {
    cause: 'The value is shared or computed (a variable, an alias, an anchor), or the live value is not allowed there.',
    cure: 'Edit the place that the message names by hand, or apply to restore the declared value.',
  },
  'edit-failed': {
    cause: 'The edited files would not have said exactly what was asked for, so nothing was written.',
    cure: 'Make the change by hand, and please report it with the files.',
  },
  'format-unsafe': {
    cause: 'The canonical form of a file would not say exactly what the file says, or would lose a comment of it.',
    cure: 'Nothing was written to it. Bring the place that the message names into order by hand.',
  },

  // Reading live pipes
  'insecure-address': {
    cause: 'The address uses plain http to a host that is not this machine, so credentials would travel unprotected.',
    cure: 'Use https, or a loopback address for the sandbox.',
  },
  'pipe-not-found': {
    cause: 'The service answers that no pipe has this id.',
    cure: 'Check the id, the service and the organization in the configuration.',
  },
  'wrong-address': {
    cause: 'Something other than the pipes API answered, such as a proxy or a web page.',
    cure: 'Check api.url in the configuration, and api.naming.resource if the deployment has another word for pipes.',
  },
  'credentials-rejected': {
    cause: 'The service answered 401 or 403.',
    cure: 'Check PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET, and that the key may read (for apply: change) these pipes.',
  },
  'service-idle': {
    cause: 'The owning service sleeps; a read must not wake it.',
    cure: 'Wake the service in its console, then run the command again.',
  },
  'rate-limited': {
    cause: 'The rate limit let nothing through for ten minutes, or asked for a longer wait.',
    cure: 'Set api.rateLimit to the limit of your key, or lower --parallelism.',
  },
  'server-error': {
    cause: 'The service kept answering with a 5xx status.',
    cure: 'Try again later; quote the request id to the service’s support.',
  },
  'network-error': {
    cause: 'No answer: the connection was refused, reset or timed out.',
    cure: 'Check the address, the network and --timeout.',
  },
  'request-rejected': {
    cause: 'The service refused the request as it was sent (a 4xx status).',
    cure: 'Read the service’s own words in the detail; the value may be outside a tighter, unpublished range.',
  },
  'invalid-response': {
    cause: 'The answer is not what the contract says, in a part that the plan relies on.',
    cure: 'Check api.url; if it is right, quote the request id to the service’s support.',
  },
  'circuit-open': {
    cause: 'Consecutive requests to the service failed, so the rest was not sent.',
    cure: 'Fix the last failure (the credentials, the address, the network) and run the command again.',
  },
  interrupted: {
    cause: 'The command was interrupted before this pipe was done.',
    cure: 'Run the command again; it continues from what is live.',
  },
  'not-attempted': {
    cause: 'An earlier pipe failed and --fail-fast was given, so this one was not started.',
    cure: 'Fix what failed and run the command again, or omit --fail-fast.',
  },

  // Planning
  'wrong-name': {
    cause: 'The pipe under this id has another name than `name` says.',
    cure: 'Correct `id` or `name` in the configuration.',
  },
  'wrong-kind': {
    cause: 'The pipe under this id is of another kind than `source` says.',
    cure: 'Correct `id` or `source` in the configuration.',
  },
  'wrong-pipe': {
    cause: 'The service answered with another pipe than the one asked for.',
    cure: 'Check api.url; a proxy may be serving a stale answer.',
  },
  'field-not-for-kind': {
    cause: 'The field does not exist for this kind of pipe.',
    cure: 'Remove the field from the pipe or its presets, or list it under `ignore`.',
  },
  'settings-not-shown': {
    cause: 'The service does not show the settings in a form that can be sent back, so an update could lose some.',
    cure: 'Try again later, or stop managing settings of this pipe.',
  },
  'settings-may-not-apply': {
    cause: 'Settings of postgres pipes have been seen to be refused by the service.',
    cure: 'Remove `settings` from the pipe if the service refuses them.',
  },
  'unreadable-value': {
    cause: 'The service shows a value for a managed field that is not of the type that the contract says.',
    cure: 'Quote the request id to the service’s support, or list the field under `ignore`.',
  },
  'pipe-in-transition': {
    cause: 'The pipe is changing state; what is live may still move.',
    cure: 'Wait until it has settled, then plan again.',
  },
  'pipe-in-trouble': {
    cause: 'The pipe is in a state of trouble.',
    cure: 'Look at the pipe before changing it.',
  },
  'scaling-not-settled': {
    cause: 'The service shows 0 or nothing for a scaling value just after a write: not yet, rather than drift.',
    cure: 'Plan again in a minute or two.',
  },
  'other-naming': {
    cause: 'A setting would be set that is not live, while one of the same name with another prefix is.',
    cure: 'If the deployment has other names for settings, set the prefix in `api.naming`, and plan again.',
  },
  'unusual-size': {
    cause: 'CPU and memory are not in the usual proportion of 4 GB per 1000 millicores; the service may refuse them.',
    cure: 'Use 125/0.5, 250/1, 500/2, 1000/4 or 2000/8 unless you know that the service takes the pair.',
  },
  'protected-pipe': {
    cause: 'The pipe has `protect: true` and would be changed.',
    cure: 'Apply with --allow-protected NAME if the change is meant.',
  },
  'replica-factor': {
    cause: 'Replicas would grow or shrink by more than policy.maxReplicaFactor in one apply.',
    cure: 'Go in smaller steps, raise the limit, or apply with --force.',
  },
  'too-many-changes': {
    cause: 'More pipes would change than policy.maxChangedPipes allows.',
    cure: 'Narrow the plan with --target, raise the limit, or apply with --force.',
  },
  'fleet-not-seen': {
    cause: 'A shard that was planned on its own is applied, and policy.maxChangedPipes speaks of the whole fleet.',
    cure: 'Join the plans of all shards with `pipeform merge` and apply the merged plan, with --shard if you like; or --force.',
  },
  'acknowledgement-expired': {
    cause: 'A difference was acknowledged until a day that has passed, so it counts again.',
    cure: 'Give it a later date, take the live value into the configuration, or remove it and apply.',
  },
  'no-longer-managed': {
    cause: 'The base commit managed a field or a pipe that the configuration now omits.',
    cure: 'If that is intended, do nothing: what is live stays. Otherwise add it again.',
  },
  'other-origin': {
    cause: 'With --only-origin, differences of another origin are skipped.',
    cure: 'Plan without --only-origin to see and change them.',
  },
  'target-without-data': {
    cause: 'With --recommend, the target of a band has no data to go by, so it changes no replicas.',
    cure: 'See what the check measures with `pipeform series`; going down needs every value of the stabilization time.',
  },
  'target-not-asked': {
    cause: 'With --recommend, the check that a band’s target names could not be asked, so it changes no replicas.',
    cure: 'Plan again when the observability API answers; the detail says why it did not.',
  },

  // Reports
  'report-unreadable': {
    cause: 'The file is not there, is too large, or is no plan, drift report or run of Pipeform.',
    cure: 'Name a file that `plan --out`, `drift --out`, `apply --out` or `merge --out` wrote.',
  },
  'report-version': {
    cause: 'The file has a format version that this Pipeform does not know.',
    cure: 'Use the Pipeform that wrote it, or make the report again with this one.',
  },
  'report-edited': {
    cause: 'The file is not as Pipeform wrote it: its digest does not fit its content.',
    cure: 'Make the plan again; to change what it does, change the configuration.',
  },
  'plan-for-another': {
    cause: 'The saved plan is for another API address, organization, naming or environment.',
    cure: 'Use the configuration and the environment (-e) that the plan was made with, or make a new plan.',
  },
  'plan-outdated': {
    cause: 'The configuration no longer asks for what the saved plan would write to the pipe.',
    cure: 'Make a new plan from the configuration as it is now and review it.',
  },
  'value-out-of-range': {
    cause: 'A saved plan asks for a value that the contract does not allow.',
    cure: 'Make a new plan; a plan that Pipeform wrote holds no such value.',
  },
  'shards-do-not-fit': {
    cause: 'A shard is missing or given twice, or the reports differ in configuration, targets, version or API.',
    cure: 'Give `pipeform merge` every shard of one run exactly once.',
  },
  'output-unwritable': {
    cause: 'A file named with --out or --metrics cannot be written.',
    cure: 'Name a file in a folder that exists and that you may write to.',
  },

  // Observability
  'check-unknown': {
    cause: 'A check is named that the configuration does not have, or one of the other kind (a series, an alert).',
    cure: 'Check the name against `checks` of the configuration.',
  },
  'series-failed': {
    cause: 'The observability API did not answer a series query with series.',
    cure: 'Read the service’s own words in the detail: mostly the filter, the function or the source is not one that it knows.',
  },
  'alert-unreadable': {
    cause: 'The observability API did not answer with the alert.',
    cure: 'Check the id of the alert and what the access token may see.',
  },

  // Applying
  'pipe-moved': {
    cause: 'The pipe changed, or could no longer be read, between the plan and a write.',
    cure: 'Plan again and review; the message says what was written before that.',
  },
  'not-converged': {
    cause: 'The service accepted the update, but a read does not show it.',
    cure: 'Compare what was asked with what was found; the service may ignore the value or need longer (--wait-timeout).',
  },
  'write-unknown': {
    cause: 'The answer to a write was lost, or what the service shows after it cannot be read.',
    cure: 'Run plan: it shows what is live now.',
  },
  'not-waited-for': {
    cause: 'With --no-wait, the read after the write did not yet show every value.',
    cure: 'Run plan in a minute or two to see whether it arrived.',
  },
  'settings-do-not-apply': {
    cause: 'The settings endpoint answers 404 while the pipe exists: settings do not apply to this pipe.',
    cure: 'Remove `settings` from the pipe or list them under `ignore`.',
  },

  // Guarded rollouts
  'check-not-passed': {
    cause: 'A health check that guards an apply failed, had no data, or could not be asked.',
    cure: 'See `pipeform check` and the service; apply again when it passes. --no-rollout goes without waves and checks.',
  },
  'wave-failed': {
    cause: 'An update of a wave, or a check while it baked, failed. No later wave was started.',
    cure: 'Look at the pipes of the wave; rerun apply to continue.',
  },
  'rollout-stopped': {
    cause: 'A guarded rollout stopped before the wave of this pipe, so it was not attempted.',
    cure: 'Fix what stopped the rollout and run the command again.',
  },
  'rollback-left': {
    cause: 'A rollback left fields alone that show another value than the run wrote: somebody else changed them since.',
    cure: 'Run plan: it shows what is live against the configuration.',
  },
  'rollback-incomplete': {
    cause: 'A rollback could not put everything back that the run wrote to the pipe, or could not see whether it did.',
    cure: 'The detail names what stayed. Run plan, and correct it by hand or in the configuration.',
  },

  // Git
  'git-missing': {
    cause: 'There is no `git` program on the PATH, and --base needs one.',
    cure: 'Install git, or leave out --base.',
  },
  'git-no-repository': {
    cause: 'The configuration is in no git repository that git can use, or in one without a work tree.',
    cure: 'Run the command in a clone of the repository, or leave out --base.',
  },
  'git-owner': {
    cause: 'Git does not trust the repository, because its folder belongs to another user (“dubious ownership”).',
    cure: 'Declare the folder safe: git config --global --add safe.directory FOLDER.',
  },
  'git-no-commits': {
    cause: 'The repository has no commits, so there is none to compare with.',
    cure: 'Commit the configuration first, or leave out --base.',
  },
  'git-failed': {
    cause: 'Git ended with an error, took too long, or printed more than can be taken in.',
    cure: 'Read git’s own words in the detail, and run the same in the repository by hand.',
  },
  'base-unknown': {
    cause: 'The name given with --base is no commit of this clone: misspelled, not fetched, or beyond a shallow clone.',
    cure: 'Fetch it; on GitHub Actions give actions/checkout `fetch-depth: 0`.',
  },
  'base-ambiguous': {
    cause: 'A branch and a tag, or a remote branch, have the name given with --base.',
    cure: 'Write the full name of the one that is meant, such as refs/heads/main.',
  },
  'base-unrelated': {
    cause: 'The two sides of `...` have no commit in common, or none that a shallow clone reaches.',
    cure: 'Fetch the whole history (git fetch --unshallow), or name the commit itself.',
  },
  'base-invalid': {
    cause: 'The configuration as it was at the base has errors, so Pipeform cannot tell where differences come from.',
    cure: 'Use a base with a valid configuration, or leave out --base.',
  },
  'base-without-pipes': {
    cause: 'At the base there was no root document, or it did not define the environment, so every pipe counts as new.',
    cure: 'Nothing to do if the configuration is new; otherwise name another base.',
  },
  'base-submodule': {
    cause: 'An include pattern reaches into a submodule, whose files are not part of the commit.',
    cure: 'Keep configuration files in the repository itself, or narrow the pattern.',
  },

  // The journal of runs
  'apply-locked': {
    cause: 'Another apply or rollback of the same project is running on this machine.',
    cure: 'Wait until it is done, or let the command wait with --lock-timeout. A lock of a process that was killed clears itself.',
  },
  'apply-running': {
    cause: 'An apply or rollback of the same project is running, so live pipes may change while they are read.',
    cure: 'Plan again when it is done.',
  },
  'journal-unusable': {
    cause: 'The folder `.pipeform` beside the configuration cannot be written, and nothing is sent without a journal.',
    cure: 'Make the folder of the configuration writable for whoever applies.',
  },
  'journal-failed': {
    cause: 'The journal could not be written any more (a full disk, for example), so nothing more was sent.',
    cure: 'Fix the cause that the message names. Run plan to see what is live, and rerun apply to continue.',
  },
  'journal-lost': {
    cause:
      'The journal was removed, replaced or cut short during the run (`git clean -fdx`?), so nothing more was sent.',
    cure: 'Keep the output of this run: `runs` and `rollback` do not know what it wrote. Run plan, and rerun apply to continue.',
  },
  'lock-lost': {
    cause: 'The lock was removed or taken over during the run, for example after a suspension of more than 30 seconds.',
    cure: 'Nothing more was sent. When no other run is running, run plan, and rerun apply to continue. Never remove `.pipeform/lock` during a run.',
  },
  'unfinished-run': {
    cause: 'A run was killed, or its journal could not be ended: some of what it sent may have taken effect.',
    cure: 'Rerun apply to continue, or `pipeform rollback RUN` to undo what the run wrote. If its open pipes left the configuration: `pipeform runs forget RUN`.',
  },
  'journal-unreadable': {
    cause:
      'A file under `.pipeform/runs` differs from what Pipeform wrote. An incomplete last line does not count as damage.',
    cure: 'Move the file away once nothing in it is needed; plan shows what is live.',
  },
  'journal-version': {
    cause: 'A file under `.pipeform/runs` was written by a newer Pipeform, and what it means may not be guessed at.',
    cure: 'Use the Pipeform that wrote it, or a newer one.',
  },
  'run-not-found': {
    cause: 'No journal under `.pipeform/runs` has the name, or several begin with it.',
    cure: 'See `pipeform runs` for the names; `latest` is the newest.',
  },
  'run-not-open': {
    cause: 'Only an unfinished run whose open pipes nobody has read since can be forgotten.',
    cure: 'No action is needed. `pipeform runs show RUN` shows what became of the run.',
  },
  'run-for-another': {
    cause: 'The run was of another API, organization, naming or environment than the configuration names.',
    cure: 'Use the configuration and the environment (-e) of the run.',
  },
  'rollback-refused': {
    cause:
      'A replaced value cannot be restored: the pipe left the configuration, or the value is outside the contract.',
    cure: 'Correct the pipe by hand or in the configuration.',
  },
  'rollback-against-configuration': {
    cause: 'The restored values are not what the configuration asks for, so the next apply would write the newer ones.',
    cure: 'Revert the change in the configuration too.',
  },

  // Publishing
  'publish-variable-missing': {
    cause: 'A variable that says where or as whom to publish is not set, or is empty.',
    cure: 'Set the variable that the message names; most are there already in a CI job.',
  },
  'publish-variable-invalid': {
    cause: 'A variable that says where or as whom to publish has a value that cannot be right.',
    cure: 'Correct the variable that the message names.',
  },
  'publish-credentials-rejected': {
    cause: 'The service to publish to does not accept the token or the webhook for this (401 or 403).',
    cure: 'Check the token and its permissions; the message says which are needed.',
  },
  'publish-not-found': {
    cause: 'The pull request, project or webhook does not exist, or the token may not see it.',
    cure: 'Check the repository, the number and what the token may see.',
  },
  'publish-rejected': {
    cause: 'The service to publish to refused what was sent (a 4xx status).',
    cure: 'Read the service’s own words in the detail.',
  },
  'publish-rate-limited': {
    cause: 'The rate limit of the service to publish to asks for a longer wait than a publish may take.',
    cure: 'Publish again later, or with a token that has a limit of its own.',
  },
  'publish-unanswered': {
    cause: 'The service to publish to kept failing (5xx), or could not be reached.',
    cure: 'Publish again later; a comment or issue is never posted twice.',
  },
  'publish-wrong-address': {
    cause: 'Something else answered: a redirect, a web page, or a list that cannot be followed.',
    cure: 'Check the address in the variable that the message names; redirects are never followed.',
  },
  'publish-unconfirmed': {
    cause: 'A message was sent and its answer was lost, so it may have been posted; it is not sent twice.',
    cure: 'Look whether it arrived; if not, publish again.',
  },
  'publish-label-missing': {
    cause: 'The issue was opened but does not carry the label by which it is found again.',
    cure: 'Add the label to the issue, and let the token set labels (write access), or each run opens another issue.',
  },
} satisfies Record<string, DiagnosticMeaning>;

/** The closed set of diagnostic codes. */
export type DiagnosticCode = keyof typeof MEANINGS;

/** What each of them stands for. */
export const DIAGNOSTIC_CODES: Readonly<Record<DiagnosticCode, DiagnosticMeaning>> = MEANINGS;
