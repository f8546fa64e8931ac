import { WEEKDAYS } from '../../model/weekly-window.ts';
import type { ScalarNode } from '../yaml/node.ts';

const BETWEEN = /\s*(?:-|–|—|\.\.+|\bto\b|\bbis\b|\buntil\b)\s*/i;
const GROUPS: Readonly<Record<string, string>> = {
  weekdays: 'mon-fri',
  workdays: 'mon-fri',
  weekend: 'sat-sun',
  weekends: 'sat-sun',
};
const EVERY_DAY = /^(?:\*|all|daily|every ?day)$/i;

/** How to write `days` or `hours` that have another form; null for what is neither, or cannot be read. */
export function hintTimes(path: readonly string[], value: ScalarNode['value']): string | null {
  const [owner, last] = path.slice(-2);
  const text = String(value ?? '').trim();
  if (last === 'hours') return hintHours(text);
  if (last !== 'days' && owner !== 'days') return null;
  if (EVERY_DAY.test(text)) return 'For every day, leave out `days`.';
  const parts = text.split(/\s*,\s*/).map((part) => GROUPS[part.toLowerCase()] ?? readDays(part));
  if (!parts.every((part) => part !== null)) return null;
  return last === 'days' ? `Write [${parts.join(', ')}].` : `Write ${parts.join(', ')}.`;
}

/** `mon` of `Monday` and of `1`, `mon-fri` of `Mon - Fri`. */
function readDays(text: string): string | null {
  const days = text.split(BETWEEN).map((word) => {
    const isNumber = /^[1-7]$/.test(word);
    const day = WEEKDAYS[Number(word) - 1] ?? WEEKDAYS.find((one) => word.toLowerCase().startsWith(one));
    return isNumber || /^[a-z]{3,9}\.?$/i.test(word) ? (day ?? null) : null;
  });
  return days.length <= 2 && days.every((day) => day !== null) ? days.join('-') : null;
}

function hintHours(text: string): string | null {
  const [from, until, ...others] = text.split(BETWEEN).map(readTime);
  if (from == null || until === null || others.length > 0) return null;
  return until === undefined
    ? `Write when it starts and when it ends, as in "${from}-19:00".`
    : `Write "${from}-${until}".`;
}

/** `07:30` of `7:30`, `7.30`, `0730` and `7:30am`. */
function readTime(text: string): string | null {
  const [, hour, minute = '00', half] = /^(\d\d?)(?:[:.]?(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? [];
  if (hour === undefined) return null;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 24 || Number(minute) > 59 || (hours === 24 && minute !== '00')) return null;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
