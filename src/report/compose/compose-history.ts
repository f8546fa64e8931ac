import type { DriftPeriod, HistoryReport } from '../../model/drift-history.ts';
import { formatNumber } from '../../model/number.ts';
import type { Block, Line, Span } from '../block.ts';
import { fact, listFacts } from '../view-model/fact.ts';
import { describeHistory, type PipeRow } from '../view-model/history.ts';
import { quote, toSection } from '../view-model/span.ts';

/** The share in sync and the repairs, then the pipes and the fields that drift most. */
export function composeHistory(report: HistoryReport): readonly Block[] {
  const { headline, variant, span, environments, facts, pipes } = describeHistory(report);
  const color = variant === 'good' ? 'green' : variant === 'warn' ? 'yellow' : 'bold';
  return [
    {
      kind: 'verdict',
      name: 'Drift history',
      environment: null,
      verdict: { variant, color, headline, detail: null },
      line: `${headline}.`,
      counts: [],
    },
    ...listFacts([
      fact('Span', span),
      { label: 'Environments', value: quote(environments) },
      ...facts.map(({ term, text }) => fact(term, text)),
    ]),
    ...composePipes(report, pipes),
    ...composeFields(report),
  ];
}

function composePipes(report: HistoryReport, pipes: readonly PipeRow[]): readonly Block[] {
  if (pipes.length === 0) return [];
  const rows = pipes.map(
    ({ name, environment, drifts, timeDrifted, latest, isOpen, end, periods }): readonly Line[] => {
      const overTime: Span = { kind: 'sparkline', values: countDrifts(report, periods), pass: null };
      const repaired: Span = isOpen ? { kind: 'strong', line: [end] } : end;
      return [quote(name), quote(environment), [formatNumber(drifts)], [timeDrifted], [overTime], [latest], [repaired]];
    },
  );
  const head = ['Pipe', 'Environment', 'Drifts', 'Drifted for', OVER_TIME, 'Latest (UTC)', 'Repaired'];
  return toSection('pipes', 'Pipes that drifted', [{ kind: 'table', head, rows, noun: 'pipe', optional: [OVER_TIME] }]);
}

const OVER_TIME = 'Over time';

const PARTS = 24;

/** How many drifts of a pipe each part of the time has, the oldest first. */
function countDrifts({ from, until }: HistoryReport, periods: readonly DriftPeriod[]): readonly number[] {
  if (from === null || until === null || from === until) return [];
  const [startMs, endMs] = [Date.parse(from), Date.parse(until)];
  const partOf = (at: string): number => {
    const part = Math.floor(((Date.parse(at) - startMs) / (endMs - startMs)) * PARTS);
    return Math.min(PARTS - 1, Math.max(0, part));
  };
  const counts = Array.from({ length: PARTS }, () => 0);
  for (const period of periods) {
    const last = partOf(period.until ?? until);
    for (let part = partOf(period.from); part <= last; part += 1) counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

function composeFields({ fields }: HistoryReport): readonly Block[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ path, drifts }): readonly Line[] => [quote(path), [formatNumber(drifts)]]);
  return toSection('fields', 'Fields that drifted', [
    { kind: 'table', head: ['Field', 'Drifts'], rows, noun: 'field' },
  ]);
}
