import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../ci/shell.ts';

export interface Certificate {
  /** Paths of files. */
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority for the tests. */
export interface Authority {
  /** Path of its certificate: the value of NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  /** Signs a certificate for names such as `DNS:api.pipes.test` and `IP:::1`. */
  issue(name: string, validity: 'valid' | 'expired', ...names: readonly string[]): Promise<Certificate>;
}

const YEARS = {
  valid: { from: '20200101000000Z', until: '21200101000000Z' },
  expired: { from: '20200101000000Z', until: '20200102000000Z' },
};

/** Creates keys and certificates in this folder with openssl. */
export async function createAuthority(folder: string): Promise<Authority> {
  const settings = join(folder, 'ca.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(settings, describe(folder));
  await writeFile(join(folder, 'index.txt'), '');
  const own = { certificate: join(folder, 'ca.pem'), key: join(folder, 'ca.key') };
  await openssl(folder, [...requestWith('ca', settings), '-x509', '-days', '2', '-out', own.certificate]);

  return {
    certificate: own.certificate,
    async issue(name, validity, ...names) {
      const request = join(folder, `${name}.csr`);
      const certificate = join(folder, `${name}.pem`);
      const { from, until } = YEARS[validity];
      const wanted = `subjectAltName=${names.join(',')}`;
      await openssl(folder, [...requestWith(name, settings), '-addext', wanted, '-out', request]);
      const period = ['-startdate', from, '-enddate', until];
      const what = ['-batch', '-notext', '-config', settings, '-in', request, '-out', certificate];
      await openssl(folder, ['ca', ...what, ...period, '-cert', own.certificate, '-keyfile', own.key]);
      return { certificate, key: join(folder, `${name}.key`) };
    },
  };
}

function requestWith(name: string, settings: string): readonly string[] {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
  return ['req', '-config', settings, '-subj', `/CN=${name}`, ...key];
}

async function openssl(folder: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(['openssl', ...args], folder, { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' });
  if (code !== 0) throw new Error(`openssl ${args[0]} ended with ${code}:\n${stderr}`);
}

const describe = (folder: string): string => `
[req]
distinguished_name = name
x509_extensions = authority
[name]
[authority]
basicConstraints = critical, CA:TRUE
[ca]
default_ca = ours
[ours]
database = ${folder}/index.txt
new_certs_dir = ${folder}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`;
