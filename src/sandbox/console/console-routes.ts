import type { Hono } from 'hono';
import { guardControl } from '../control/routes.ts';
import type { SandboxEnv } from '../pipes-api/http.ts';
import { CONSOLE_ASSETS } from './assets.ts';

/** Nothing runs, loads or is sent that is not the sandbox's own, and no other page may frame this one. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/**
 * The console for people: a page at `/` and its parts under `/_sandbox/console/`. Guarded like the control address, not in
 * the request log. To be added before the control routes, which answer every other path under `/_sandbox/`. `ownHost` is
 * what the sandbox was told to listen on.
 */
export function addConsoleRoutes(app: Hono<SandboxEnv>, ownHost: string): void {
  for (const [path, { type, read }] of Object.entries(CONSOLE_ASSETS)) {
    app.get(path, (context) => {
      guardControl(context.env.incoming.headers, ownHost);
      return context.body(read(), 200, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
    });
  }
}
