import { expect, it } from 'vitest';
import { onAbort } from '../../src/api/http/on-abort.ts';

it('calls each remaining listener once', () => {
  const controller = new AbortController();
  const heard: string[] = [];
  const forgets = ['a', 'b', 'c'].map((name) => onAbort(controller.signal, () => heard.push(name)));
  forgets[1]?.();
  controller.abort();
  controller.abort();
  expect(heard).toEqual(['a', 'c']);
});

it('a listener can remove others while it is called, and the signal is optional', () => {
  const controller = new AbortController();
  const heard: string[] = [];
  onAbort(controller.signal, () => heard.push('a'));
  onAbort(controller.signal, () => forget());
  const forget = onAbort(controller.signal, () => heard.push('c'));
  controller.abort();
  expect(heard).toEqual(['a']);
  expect(() => onAbort(undefined, () => heard.push('d'))()).not.toThrow();
});
