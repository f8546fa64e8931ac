import type { DiagnosticCode } from '../model/diagnostic-codes.ts';

/** The cause behind each code, for the documentation and code scanning. The cures are in `model`: every command loads them. */
export const CAUSES: Readonly<Record<DiagnosticCode, string>> = {
  // Command line
  usage: 'An unknown command or option, or an option value that is not valid.',
  'credentials-missing':
    'PIPEFORM_KEY_ID or PIPEFORM_KEY_SECRET is not set, is empty, has a value and a file, or its file cannot be used.',
  'access-token-missing':
    'The command reads the observability API, and PIPEFORM_ACCESS_TOKEN is not set, is empty, has a value and a file, or its file cannot be used.',
  'observability-missing': 'The command reads the observability API, and the configuration has no `observability.url`.',
  'target-no-match': 'A pattern of --target or --exclude, or a name of --allow-protected, matches no pipe.',
  'not-confirmed-by-a-person': 'apply asks for `yes` before it writes, and there is no terminal for the answer.',
  sandbox: 'The sandbox cannot start: an option is not valid, the address is in use, or existing files prevent it.',
  'fault-plan': 'A fault plan for the sandbox has a mistake, such as an unknown kind or a wrong parameter.',
  internal: 'A bug in Pipeform.',

  // Configuration
  'config-not-found':
    'There is no pipeform.yaml in this folder or a folder above it, or the file of -c does not exist.',
  'config-unreadable': 'The file cannot be read: permission, not a regular file, larger than 8 MiB, or not UTF-8.',
  'empty-file': 'The file holds no value, or only comments.',
  'too-many-problems': 'The configuration has more than 10,000 problems; further ones are counted but not shown.',
  'yaml-syntax': 'The text is not YAML 1.2, or uses a part of YAML that a configuration may not use.',
  'duplicate-key': 'A key is defined twice in one map, so one of the two values would be lost.',
  'invalid-name': 'A name has characters that names may not have, or is reserved.',
  'unknown-key': 'The key does not exist at this place.',
  'missing-key': 'A required key is missing, after includes, environments and presets.',
  'wrong-type': 'The value has another type than the key requires, such as text instead of a number.',
  'invalid-value': 'The value has the right type, but the key does not allow it.',
  'out-of-range': 'The number is outside the range that the service allows for the key.',
  'outside-policy-range':
    'The value is outside the range that `policy.ranges` of the configuration sets for the field.',
  'invalid-unit': 'A duration or size has an unknown unit, or is not a whole number of milliseconds or bytes.',
  'unsupported-version': 'The file has a configuration `version` that this version of Pipeform does not support.',
  'unknown-reference':
    'The configuration refers to a service, preset, check, environment or field that is not defined.',
  'duplicate-definition': 'Two files define the same pipe, service, preset or check, or two pipes have the same id.',
  'variable-missing': 'The file uses an environment variable that is not set and has no default.',
  'variable-refused':
    'The name of the variable ends in SECRET, TOKEN, PASSWORD or KEY, or the variable names a file with a credential. Plans show configured values, so such variables are refused.',
  'variable-syntax': 'A `${` that does not start a variable expression.',
  'include-no-match': 'An include pattern matches no file.',
  'include-outside':
    'An include pattern matches a file outside the folder of the root document, perhaps through a symbolic link.',
  'credentials-in-address': 'An address contains a user name or a password.',
  'manages-nothing': 'The pipe has no settings and no scaling, so nothing about it is managed.',

  // Writing configuration files
  'file-unwritable': 'A configuration file or its folder cannot be written.',
  'file-changed': 'A configuration file changed during the command, or a new file already exists.',
  'file-exists': 'A file that `init` would write already exists. It was not changed.',
  'ids-of-sandbox': '`init` wrote the organization or a service id of the sandbox, but the address is another one.',
  'config-above':
    '`init` wrote a configuration in a folder below another configuration. In the new folder, commands use the new one.',
  'already-configured': 'A pipe to pull is already in the configuration.',
  'not-part-of-configuration': 'New pipes would be written into a file that the configuration does not include.',
  'value-left-out':
    'A live value is not in the contract, is outside its range, or does not apply to this kind of pipe.',
  'edit-by-hand':
    'The value is shared or computed (a variable, an alias, an anchor), or the live value is not allowed there.',
  'edit-failed': 'The edited files would not contain exactly the requested values, so nothing was written.',
  'format-unsafe': 'The formatted file would not contain exactly the same values, or would lose a comment.',

  // Reading live pipes
  'insecure-address':
    'The address uses plain http to a host that is not this machine, so credentials would be sent without encryption.',
  'pipe-not-found': 'The service responds that no pipe has this id.',
  'wrong-address': 'Something other than the pipes API answered, such as a proxy or a web page.',
  'credentials-rejected': 'The service answered 401: it does not know the key, or the secret is wrong.',
  'not-allowed': 'The service answered 403: the key may not do this.',
  'service-idle': 'The service that owns the pipe is idle, and a read must not wake it.',
  'listing-failed': 'With `api.listing`, the pipes of a service are listed with one request, and that request failed.',
  'rate-limited': 'The rate limit let nothing through for ten minutes, or required a longer wait.',
  'server-error': 'The service kept responding with a 5xx status.',
  'network-error': 'No response: the connection was refused, reset or timed out.',
  'request-rejected': 'The service refused the request (a 4xx status).',
  'invalid-response': 'A part of the response that the plan relies on does not follow the contract.',
  'circuit-open': 'Consecutive requests to the service failed, so the rest was not sent.',
  interrupted: 'The command was interrupted before this pipe was done.',
  'not-attempted': 'An earlier pipe failed and --fail-fast was given, so this one was not started.',

  // Planning
  'wrong-name': 'The live pipe with this id has another name than the `name` in the configuration.',
  'wrong-kind': 'The live pipe with this id has another kind than the `source` in the configuration.',
  'wrong-pipe': 'The service responded with another pipe than the requested one.',
  'field-not-for-kind': 'The field does not exist for this kind of pipe.',
  'settings-not-shown':
    'The service does not show the settings in a form that can be sent back, so an update could lose some.',
  'settings-may-not-apply': 'The pipe has the source postgres, and the service may refuse settings of such pipes.',
  'unreadable-value': 'The live value of a managed field has another type than the contract defines.',
  'pipe-in-transition': 'The pipe is changing state, so its live values may still change.',
  'pipe-in-trouble': 'The service reports the pipe as degraded or failed.',
  'scaling-not-settled':
    'The service shows 0 or no value for a scaling field just after a write. It does not count as drift.',
  'other-naming': 'A configured setting is not live, but a setting with the same name and another prefix is.',
  'unusual-size':
    'CPU and memory are not in the usual proportion of 4 GB per 1000 millicores; the service may refuse them.',
  'protected-pipe': 'The plan would change a pipe that has `protect: true`.',
  'replica-factor': 'Replicas would grow or shrink by more than policy.maxReplicaFactor in one apply.',
  'too-many-changes': 'More pipes would change than policy.maxChangedPipes allows.',
  'fleet-not-seen': 'The plan covers one shard, and policy.maxChangedPipes limits the changes of the whole fleet.',
  'unmanaged-pipes': 'A service has live pipes that the configuration does not have.',
  'acknowledgement-expired': 'A difference was acknowledged until a date that has passed, so it counts again.',
  'no-longer-managed': 'The base commit managed a field or a pipe that the configuration now omits.',
  'other-origin': 'With --only-origin, differences of another origin are skipped.',
  'target-without-data':
    'With --recommend, the check of a band’s target has too little data, so it changes no replicas.',
  'target-not-asked':
    'With --recommend, the check that a band’s target names could not be queried, so it changes no replicas.',

  // Reports
  'report-unreadable': 'The file does not exist, is too large, or is not a plan, drift report or run of Pipeform.',
  'report-version': 'The file has a format version that this version of Pipeform does not support.',
  'report-edited': 'The file was changed after Pipeform wrote it: its digest does not match its content.',
  'plan-for-another': 'The saved plan is for another API address, organization, naming or environment.',
  'plan-outdated': 'The configuration no longer contains the values that the saved plan would write to the pipe.',
  'value-out-of-range': 'A saved plan has a value that the contract does not allow.',
  'shards-do-not-fit':
    'A shard is missing or given twice, or the reports differ in configuration, targets, version or API.',
  'output-unwritable': 'A file named with --out or --metrics cannot be written.',

  // Observability
  'check-unknown':
    'The command names a check that the configuration does not have, or a check of the other kind (series or alert).',
  'series-failed': 'The observability API did not respond to a series query with series.',
  'alert-unreadable': 'The observability API did not respond with the alert.',

  // Applying
  'pipe-moved': 'The pipe changed, or could no longer be read, between the plan and a write.',
  'not-converged': 'The service accepted the update, but a read does not show the new values.',
  'write-unknown': 'The response to a write was lost, or the live values after the write cannot be read.',
  'not-waited-for': 'With --no-wait, the read after the write did not yet show every value.',
  'settings-do-not-apply':
    'The settings endpoint answers 404 while the pipe exists: settings do not apply to this pipe.',

  // Guarded rollouts
  'check-not-passed': 'A health check that guards an apply failed, had no data, or could not be queried.',
  'wave-failed': 'An update of a wave failed, or a check failed during its bake. No later wave was started.',
  'rollout-stopped': 'A guarded rollout stopped before the wave of this pipe, so it was not attempted.',
  'rollback-left':
    'The live value of a field is not the one that the run wrote, because it was changed since. The rollback did not change it.',
  'rollback-incomplete':
    'A rollback did not restore every value that the run wrote to the pipe, or could not confirm it.',

  // Git
  'git-missing': 'There is no `git` program on the PATH, and --base needs one.',
  'git-no-repository': 'The configuration is in no git repository that git can use, or in one without a work tree.',
  'git-owner': 'Git does not trust the repository, because its folder belongs to another user (“dubious ownership”).',
  'git-no-commits': 'The repository has no commits, so there is none to compare with.',
  'git-failed': 'Git ended with an error, took too long, or printed more than can be taken in.',
  'base-unknown':
    'The name given with --base is not a commit in this clone: it is misspelled, not fetched, or beyond a shallow clone.',
  'base-ambiguous': 'The name given with --base belongs to several references, such as a branch and a tag.',
  'base-unrelated': 'The two sides of `...` have no common commit, or none within a shallow clone.',
  'base-invalid':
    'The configuration as it was at the base has errors, so Pipeform cannot determine the origin of differences.',
  'base-without-pipes':
    'At the base there was no root document, or it did not define the environment, so every pipe counts as new.',
  'base-submodule': 'An include pattern matches files in a submodule, and these are not part of the commit.',

  // The journal of runs
  'apply-locked': 'Another apply or rollback of the same project is running on this machine.',
  'apply-running': 'An apply or rollback of the same project is running, so live pipes may change while they are read.',
  'journal-unusable':
    'The folder `.pipeform` beside the configuration cannot be written, and nothing is sent without a journal.',
  'journal-failed': 'The journal could no longer be written (a full disk, for example), so nothing more was sent.',
  'journal-lost':
    'The journal was removed, replaced or cut short during the run (`git clean -fdx`?), so nothing more was sent.',
  'lock-lost':
    'The lock was removed or taken over during the run, for example after a suspension of more than 30 seconds.',
  'unfinished-run':
    'A run was killed, or the end of its journal could not be written. Some of its requests may have taken effect.',
  'journal-unreadable':
    'A file under `.pipeform/runs` differs from what Pipeform wrote. An incomplete last line does not count as damage.',
  'journal-version':
    'A file under `.pipeform/runs` was written by a newer version of Pipeform, and this version cannot read it safely.',
  'run-not-found': 'No journal under `.pipeform/runs` has the name, or the names of several begin with it.',
  'run-not-open': 'The run left no pipe open, or its open pipes have been read since, so there is nothing to forget.',
  'run-for-another': 'The run wrote to another API, organization, naming or environment than the configuration has.',
  'rollback-refused':
    'A replaced value cannot be restored: the pipe left the configuration, or the value is outside the contract.',
  'rollback-against-configuration':
    'The restored values differ from the configuration, so the next apply would undo the rollback.',

  // Publishing
  'publish-variable-missing': 'A variable with the address or the credentials for publishing is not set, or is empty.',
  'publish-variable-invalid':
    'A variable with the address or the credentials for publishing has a value that is not valid.',
  'publish-credentials-rejected': 'The service to publish to rejected the token or the webhook (401 or 403).',
  'publish-not-found': 'The pull request, project or webhook does not exist, or the token may not see it.',
  'publish-rejected': 'The service to publish to refused the request (a 4xx status).',
  'publish-rate-limited': 'The rate limit of the service to publish to requires a longer wait than a publish may take.',
  'publish-unanswered': 'The service to publish to kept failing (5xx), or could not be reached.',
  'publish-wrong-address':
    'Another service responded, with a redirect, a web page, or a list with pages at another address.',
  'publish-unconfirmed':
    'The response to a message was lost, so the message may have been posted. It is not sent again.',
  'publish-label-missing': 'The issue was opened without the label that later runs use to find it.',
};
