import { REFUSED_KEYS } from '../../config/yaml/refused-keys.ts';
import { isUuid } from '../../model/pipe-address.ts';
import { checkServiceAddress, withoutEndSlashes } from '../../model/service-address.ts';
import { DEFAULT_PACKAGE } from '../../model/version.ts';
import { flag, type OptionValues, option, repeatable } from './option-spec.ts';
import { SANDBOX_URL } from './sandbox-options.ts';
import { checkedSecret, checkedText, choice, TEXT, UsageError, type ValueType } from './value-types.ts';

/** The base address of an API, normalized, so that it has no special characters of YAML. */
export const ADDRESS: ValueType<string> = {
  ...TEXT,
  parse(text, name) {
    const address = checkServiceAddress(text);
    if (address.ok) return withoutEndSlashes(address.url.href);
    throw new UsageError(`${name}: ${address.words.summary}`, address.words.hint ?? null);
  },
};

export const UUID = checkedText('a UUID', 'Write it in full, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11.', isUuid);

export const SERVICE_NAME = checkedText(
  'a name of letters, digits, ".", "_" and "-"',
  'Choose a name such as analytics. A few names, such as __proto__, are reserved.',
  (text) => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(text) && !REFUSED_KEYS.has(text),
);

const NAME_AND_ID: ValueType<readonly [name: string, id: string]> = {
  ...TEXT,
  parse(text, option, environment) {
    const [, name, id] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined && id !== undefined) {
      return [SERVICE_NAME.parse(name, option, environment), UUID.parse(id, option, environment)];
    }
    const hint = 'Write it like analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01.';
    throw new UsageError(`${option} takes a name and an id, not "${text}".`, hint);
  },
  format: (pair) => pair.join('='),
};

const HOST_AND_PATH = String.raw`[\w.-]+(?::\d+)?[/:][\w./~%+=-]+`;

/** The forms that npm installs. None has a blank, a quote, `$` or another character with a meaning in YAML, a shell or a CI system. */
const PACKAGE_FORMS = [
  String.raw`(?:@[\w-][\w.-]*/)?\w[\w.-]*(?:@[\w.^~+-]+)?`,
  String.raw`(?:\./[\w./~%+=-]*|https?://${HOST_AND_PATH})\.(?:tgz|tar\.gz)`,
  String.raw`git\+(?:https?|ssh)://(?:git@)?${HOST_AND_PATH}(?:#[\w./:^~+-]+)?`,
].map((form) => new RegExp(`^${form}$`));

/** What `npm install` takes. An address may hold a token. */
const PACKAGE = checkedSecret(
  'a package that npm can install, without credentials',
  'Write a name and version (pipeform@1.2.3), a tarball (https://… or ./… with the ending .tgz), or a git address (git+https://… or git+ssh://git@…, with #TAG).',
  (text) => PACKAGE_FORMS.some((form) => form.test(text)),
);

export const CI_SERVICE = choice(['none', 'github', 'gitlab'] as const);

export const INIT_OPTIONS = {
  url: option('--url <address>', ADDRESS, `base address of the pipes API (default: the sandbox, ${SANDBOX_URL})`),
  organization: option('--organization <id>', UUID, 'id of the organization (default: that of the sandbox)'),
  service: repeatable(
    '--service <name=id>',
    NAME_AND_ID,
    'a service that owns pipes (repeatable; default: those of the sandbox)',
  ),
  observability: option(
    '--observability <address>',
    ADDRESS,
    'base address of the observability API (default: that of the sandbox, or none)',
  ),
  ci: option('--ci <service>', CI_SERVICE, 'also write CI workflows: github or gitlab'),
  install: option(
    '--install <spec>',
    PACKAGE,
    `what the workflows install: a tarball, a git address or name@version (default: ${DEFAULT_PACKAGE} in the repository, which npm pack makes)`,
  ),
  yes: flag('--yes', 'ask nothing: use the default for each option that is not given'),
};

export type InitOptions = OptionValues<typeof INIT_OPTIONS>;
