import { CREDENTIAL_NAMES } from '../model/credential-variables.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import { listWords } from '../model/text.ts';

/** The cause behind each code, for the documentation and code scanning. The cures are in `model`: every command loads them. */
export const CAUSES: Readonly<Record<DiagnosticCode, string>> = {
  // Command line
  usage: 'An unknown command or option, or an option value that is not valid.',
  'credentials-missing':
    'PIPEFORM_KEY_ID or PIPEFORM_KEY_SECRET is missing, empty or set twice, or its file cannot be used.',
  'access-token-missing':
    'The command reads the observability API, and PIPEFORM_ACCESS_TOKEN is missing, empty or set twice, or its file cannot be used.',
  'observability-missing': 'The command reads the observability API, and there is no `observability.url`.',
  'target-no-match': 'A pattern of --target or --exclude, or a name of --allow-protected, matches no pipe.',
  'not-confirmed-by-a-person': 'apply needs an answer, and there is no terminal.',
  sandbox: 'The sandbox cannot start: an invalid option, an address in use, or existing files.',
  'fault-plan': 'A fault plan has a mistake, such as an unknown kind.',
  internal: 'A bug in Pipeform.',

  // Configuration
  'config-not-found': 'There is no pipeform.yaml here or in a folder above, or no file of -c.',
  'config-unreadable':
    'The file cannot be read: permission, not a regular file, not UTF-8, or larger than 1 MiB (PIPEFORM_MAX_FILE_SIZE changes that; all files may have 64 times as much).',
  'empty-file': 'The file holds no value, or only comments.',
  'too-many-problems': 'The configuration has more than 1,000 problems; the rest is not shown.',
  'yaml-syntax': 'The text is not YAML 1.2, or uses a part of YAML that is not allowed.',
  'duplicate-key': 'A key is defined twice in one map.',
  'invalid-name': 'A name has other characters than allowed, or is reserved.',
  'unknown-key': 'The key does not exist here.',
  'missing-key': 'A required key is missing, after includes, environments and presets.',
  'wrong-type': 'The value has another type, such as text instead of a number.',
  'invalid-value': 'The type is right, but the key does not allow the value.',
  'out-of-range': 'The number is outside the range of the service.',
  'outside-policy-range': 'The value is outside the range in `policy.ranges`.',
  'invalid-unit': 'A duration or size has an unknown unit, or is not whole milliseconds or bytes.',
  'unsupported-version': 'This version of Pipeform does not support the `version` of the file.',
  'unknown-reference': 'A service, preset, check, environment or field is used, but not defined.',
  'duplicate-definition': 'Two files define the same pipe, service, preset or check, or two pipes have the same id.',
  'variable-missing': 'A variable is not set and has no default.',
  'variable-refused': `The variable may have a credential: its name ends in SECRET, TOKEN, PASSWORD or KEY, or it is one of ${listWords(CREDENTIAL_NAMES)}, in upper or lower case. Plans show configured values.`,
  'variable-syntax': 'A `${` that does not start a variable.',
  'include-no-match': 'An include pattern matches no file.',
  'include-too-large':
    'The include patterns of all files look at too much: more than about 500,000 files, or thousands of patterns over thousands of files.',
  'include-outside': 'An include pattern matches a file outside the folder of the root document.',
  'credentials-in-address': 'An address contains a user name or a password.',
  'presets-too-large':
    'The presets add more than 100 values to each pipe on average, which hardly any fleet needs; small fleets may have 100,000 in all.',
  'invalid-rule':
    'An expression of policy.rules has a wrong syntax or type, is too large, or calls what rules do not have.',
  'manages-nothing': 'The pipe has no settings and no scaling.',

  // Writing configuration files
  'file-unwritable': 'A configuration file or its folder cannot be written.',
  'file-changed': 'A configuration file changed during the command, or a new file already exists.',
  'file-exists': 'A file that `init` would write already exists. It was not changed.',
  'ids-of-sandbox': '`init` wrote an id of the sandbox for another address.',
  'config-above': 'A folder above has a configuration too; commands in the new folder use the new one.',
  'already-configured': 'A pipe to pull is already in the configuration.',
  'not-part-of-configuration': 'New pipes would go into a file that the configuration does not include.',
  'value-left-out': 'A live value is not in the contract, outside its range, or not for this kind of pipe.',
  'edit-by-hand': 'The value is shared or computed (a variable, an alias), or the live value is not allowed there.',
  'edit-failed': 'The edited files would not have exactly the requested values. Nothing was written.',
  'format-unsafe': 'Formatting would change a value or lose a comment.',

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
  'not-attempted': 'An earlier pipe failed, with --fail-fast.',

  // Planning
  'wrong-name': 'The live pipe has another name than the configured `name`.',
  'wrong-kind': 'The live pipe has another kind than the configured `source`.',
  'wrong-pipe': 'The service responded with another pipe.',
  'field-not-for-kind': 'The field does not exist for this kind of pipe.',
  'settings-not-shown': 'The settings are not in a form that can be sent back, so an update could lose some.',
  'settings-may-not-apply': 'The source is postgres, and the service may refuse settings of such pipes.',
  'unreadable-value': 'The live value of a managed field has another type than the contract defines.',
  'pipe-in-transition': 'The pipe is changing state, so live values may still change.',
  'pipe-in-trouble': 'The service reports the pipe as degraded or failed.',
  'scaling-not-settled': 'A scaling field is 0 or missing right after a write. It does not count as drift.',
  'other-naming': 'A configured setting is not live, but one with another prefix is.',
  'unusual-size': 'CPU and memory differ from the usual 4 GB per 1000 millicores; the service may refuse them.',
  'protected-pipe': 'The plan would change a pipe with `protect: true`.',
  'replica-factor': 'Replicas would change by more than policy.maxReplicaFactor in one apply.',
  'not-promoted':
    'The pipe of the same name in the environment that `promotion` names does not have the values live, has not been unchanged for the soak, does not run, does not pass its checks, or cannot be read.',
  'too-many-changes': 'More pipes would change than policy.maxChangedPipes allows.',
  'fleet-not-seen': 'The plan covers one shard, and policy.maxChangedPipes limits the whole fleet.',
  'unmanaged-pipes': 'A service has live pipes outside the configuration.',
  frozen: 'A freeze of policy.freeze holds now.',
  'rule-refused': 'A rule of policy.rules refuses a change, or has no answer for its values.',
  'rule-warned': 'A rule of policy.rules warns of a change.',
  'policy-overridden': 'An option of the command overrides a policy, or an option of the plan that is applied.',
  'acknowledgement-expired': 'The last day of an acknowledgement has passed, so the difference counts again.',
  'no-longer-managed': 'The base commit managed a field or pipe that is not configured now.',
  'other-origin': '--only-origin skips differences of another origin.',
  'target-without-data': 'The check of a target has too little data for --recommend, so replicas stay.',
  'target-not-asked': 'The check of a target could not be queried for --recommend, so replicas stay.',

  // Reports
  'report-unreadable': 'The file does not exist, is too large, or is no report of Pipeform.',
  'report-version': 'This version of Pipeform does not support the format version of the file.',
  'report-edited': 'The digest of the file does not match its content.',
  'plan-for-another': 'The saved plan is for another address, organization, naming or environment.',
  'plan-outdated': 'The configuration no longer has the values of the saved plan.',
  'value-out-of-range': 'A saved plan has a value that the contract does not allow.',
  'shards-do-not-fit':
    'A shard is missing or given twice, or the reports differ in configuration, targets, version or API.',
  'output-unwritable': 'A file of --out or --metrics cannot be written.',

  // Observability
  'check-unknown': 'The check is not configured, or is of the other kind (series or alert).',
  'series-failed': 'The observability API did not answer a series query with series.',
  'alert-unreadable': 'The observability API did not respond with the alert.',

  // Applying
  'pipe-moved': 'The pipe changed, or could not be read, between the plan and a write.',
  'not-converged': 'The service accepted the update, but a read does not show the values.',
  'write-unknown': 'The response to a write was lost, or the values after it cannot be read.',
  'not-waited-for': 'With --no-wait, the read after the write did not yet show every value.',
  'settings-do-not-apply': 'The settings endpoint answers 404 although the pipe exists.',

  // Guarded rollouts
  'check-not-passed': 'A health check failed, had no data, or could not be queried.',
  'wave-failed': 'An update or a check of a wave failed. No later wave was started.',
  'rollout-stopped': 'The rollout stopped before the wave of this pipe.',
  'rollback-left': 'The live value was changed since the run wrote it, so the rollback left it.',
  'rollback-incomplete': 'A rollback did not restore every value of the pipe, or could not confirm it.',

  // Git
  'git-missing': '--base needs git, which is not on the PATH.',
  'git-no-repository': 'The configuration is in no git repository with a work tree.',
  'git-owner': 'Git does not trust the repository: its folder belongs to another user (“dubious ownership”).',
  'git-no-commits': 'The repository has no commits.',
  'git-failed': 'Git ended with an error, took too long, or printed too much.',
  'base-unknown':
    'The value of --base is not a commit in this clone: misspelled, not fetched, or beyond a shallow clone.',
  'base-ambiguous': 'The value of --base belongs to several references, such as a branch and a tag.',
  'base-unrelated': 'The two sides of `...` have no common commit in this clone.',
  'base-invalid': 'The configuration at the base has errors, so the origin of differences is unknown.',
  'base-without-pipes': 'The base has no root document, or not the environment, so every pipe counts as new.',
  'base-submodule': 'An include pattern matches files in a submodule, which are not part of the commit.',

  // The journal of runs
  'apply-locked': 'Another apply or rollback of this project is running on this machine.',
  'apply-running': 'An apply or rollback of this project is running, so live pipes may change during the read.',
  'journal-unusable': '`.pipeform` beside the configuration cannot be written. Nothing is sent without a journal.',
  'journal-failed': 'The journal could no longer be written (a full disk?), so nothing more was sent.',
  'journal-lost':
    'The journal was removed, replaced or cut short during the run (`git clean -fdx`?), so nothing more was sent.',
  'lock-lost':
    'The lock was removed or taken over during the run, for example after a suspension of more than 30 seconds.',
  'unfinished-run': 'A run was killed, or the end of its journal was not written. Some requests may have taken effect.',
  'journal-unreadable':
    'A file in `.pipeform/runs` differs from what Pipeform wrote. An incomplete last line is no damage.',
  'journal-version': 'A file in `.pipeform/runs` is from a newer version of Pipeform.',
  'run-not-found': 'No run in `.pipeform/runs` has the name, or several begin with it.',
  'run-not-open': 'The run left no pipe open, or its open pipes were read since.',
  'run-for-another': 'The run wrote to another address, organization, naming or environment.',
  'rollback-refused':
    'A value cannot be restored: the pipe left the configuration, or the value is outside the contract.',
  'rollback-against-configuration': 'The configuration has other values, so the next apply would undo the rollback.',

  // Publishing
  'publish-variable-missing': 'A variable for publishing is not set or empty.',
  'publish-variable-invalid': 'A variable for publishing has an invalid value.',
  'publish-credentials-rejected': 'The service rejected the token or the webhook (401 or 403).',
  'publish-not-found': 'The pull request, project or webhook does not exist, or the token may not see it.',
  'publish-rejected': 'The service refused the request (4xx).',
  'publish-rate-limited': 'The rate limit of the service requires too long a wait.',
  'publish-unanswered': 'The service kept failing (5xx), or could not be reached.',
  'publish-wrong-address':
    'Another service responded, with a redirect, a web page, or a list with pages at another address.',
  'publish-unconfirmed': 'The response was lost, so the message may have been posted. It is not sent again.',
  'publish-label-missing': 'The issue was opened without the label that later runs use to find it.',
};
