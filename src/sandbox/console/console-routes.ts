import type { Context, Hono } from 'hono';
import { guardControl } from '../control/routes.ts';
import type { SandboxEnv } from '../http.ts';

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
 * The console: a page at `/` and its files under `/_sandbox/console/`. Protected like the control API, and not in the request log.
 * Add it before the control routes, which handle every other path under `/_sandbox/`.
 */
export function addConsoleRoutes(app: Hono<SandboxEnv>, ownHost: string): void {
  const serve = async (context: Context<SandboxEnv>, next: () => Promise<void>) => {
    guardControl(context.env.incoming.headers, ownHost);
    // A sandbox that no browser opens never loads the chart library.
    const { CONSOLE_ASSETS } = await import('./assets.ts');
    const asset = CONSOLE_ASSETS.get(context.req.path);
    if (asset === undefined) return next();
    return context.body(asset.text, 200, { ...HEADERS, 'content-type': `${asset.type}; charset=utf-8` });
  };
  app.get('/', serve);
  app.get('/_sandbox/console/:name', serve);
}
