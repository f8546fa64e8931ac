import type { Report } from '../../model/report.ts';
import { countWords } from './count.ts';
import { countStatuses } from './status-look.ts';

/** `5 pipes to update, 2 with errors and 1 refused`, with one status first; the calm ones only when there is no other. */
export function tellCounts(report: Report, first: string | null): string {
  const all = countStatuses(report);
  const telling = all.filter(({ look }) => look.listing === 'cards');
  const counts = telling.length > 0 ? telling : all;
  const ordered = [
    ...counts.filter(({ look }) => look.status === first),
    ...counts.filter(({ look }) => look.status !== first),
  ];
  if (ordered.length === 0) return 'no pipes';
  return countWords(
    'pipe',
    ordered.map(({ look, pipes }) => ({ number: pipes, words: look.words })),
  );
}

/** Words as a sentence. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
