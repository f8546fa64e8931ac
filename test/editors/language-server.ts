import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';

const NO_NETWORK = fileURLToPath(new URL('no-network.cjs', import.meta.url));

/** Lines and characters count from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Flaw {
  readonly message: string;
  /** 1 error, 2 warning. */
  readonly severity: number;
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface Proposal {
  readonly label: string;
  /** The inserted text, with `$1` for tab stops. */
  readonly insertText?: string;
  readonly textEdit?: { readonly newText: string };
  readonly documentation?: string | { readonly kind: string; readonly value: string };
}

/** The language server that editors run for YAML, over its own protocol. */
export interface LanguageServer {
  /** Opens a document and waits for its diagnostics. */
  open(path: string, text: string): Promise<readonly Flaw[]>;
  complete(path: string, position: Position): Promise<readonly Proposal[]>;
  /** The Markdown of the hover, or null. */
  hover(path: string, position: Position): Promise<string | null>;
  /** Shuts down like an editor; returns the exit code and the errors, including attempts to reach the network. */
  close(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** `schemas`: globs of file names by the path of the schema that holds for them, as in the setting `yaml.schemas`. */
export async function startLanguageServer(
  folder: string,
  schemas: Readonly<Record<string, string>>,
): Promise<LanguageServer> {
  const manifest = createRequire(import.meta.url).resolve('yaml-language-server/package.json');
  const program = join(dirname(manifest), 'bin', 'yaml-language-server');
  const server = spawn(process.execPath, ['--require', NO_NETWORK, program, '--stdio'], { cwd: folder });
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const settings = { yaml: settingsOf(schemas) };
  const published = new Map<string, (flaws: readonly Flaw[]) => void>();
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly { section?: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? settings.yaml : null)),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: Published) =>
    published.get(uri)?.(diagnostics),
  );
  // The server sends this once it has read the settings.
  const ready = new Promise<void>((resolve) => connection.onNotification('yaml/schema/store/initialized', resolve));
  connection.listen();
  await initialize(connection, folder);
  await connection.sendNotification('yaml/supportSchemaSelection', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings });
  await ready;

  return {
    open(path, text) {
      const uri = pathToFileURL(path).href;
      const found = new Promise<readonly Flaw[]>((resolve) => published.set(uri, resolve));
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'yaml', version: 1, text },
      });
      return found;
    },
    async complete(path, position) {
      const answer = await connection.sendRequest<{ items: readonly Proposal[] }>('textDocument/completion', {
        textDocument: { uri: pathToFileURL(path).href },
        position,
      });
      return answer.items;
    },
    async hover(path, position) {
      const answer = await connection.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument: { uri: pathToFileURL(path).href },
        position,
      });
      return answer === null ? null : answer.contents.value;
    },
    close: async () => ({ code: await shutDown(connection, server), stderr }),
  };
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly Flaw[];
}

function settingsOf(schemas: Readonly<Record<string, string>>) {
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([path, glob]) => [pathToFileURL(path).href, glob])),
    // The catalog of SchemaStore needs the network.
    schemaStore: { enable: false },
    validate: true,
    hover: true,
    completion: true,
    hoverSchemaSource: false,
  };
}

async function initialize(connection: MessageConnection, folder: string): Promise<void> {
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'fleet' }],
    capabilities: {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
        hover: { contentFormat: ['markdown'] },
        publishDiagnostics: {},
      },
    },
  });
  await connection.sendNotification('initialized', {});
}

function shutDown(connection: MessageConnection, server: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  void connection.sendRequest('shutdown').then(() => connection.sendNotification('exit'));
  return ended.finally(() => connection.dispose());
}
