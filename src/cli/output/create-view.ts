import type { Context } from '../options/context.ts';
import { JsonView } from './json-view.ts';
import { TextView } from './text-view.ts';
import type { View, ViewSettings } from './view.ts';

export function createView(settings: ViewSettings, context: Context): View {
  return settings.format === 'json' ? new JsonView(settings, context) : new TextView(settings, context);
}
