import { describe, expect, it } from 'vitest';
import {
  chooseColor,
  chooseGlyphs,
  chooseReportGlyphs,
  chooseView,
  type TerminalEnvironment,
  type TerminalInfo,
} from '../../src/progress/choose-view.ts';

const watched: TerminalInfo = {
  isTerminal: true,
  environment: { TERM: 'xterm-256color' },
  format: 'text',
  columns: 80,
};

describe('chooseView', () => {
  it.each<[string, Partial<TerminalInfo>, string]>([
    ['a person watches', {}, 'ink'],
    ['no terminal', { isTerminal: false }, 'plain'],
    ['CI with a terminal', { environment: { CI: 'true' } }, 'plain'],
    ['CI=false', { environment: { CI: 'false' } }, 'ink'],
    ['TERM=dumb', { environment: { TERM: 'dumb' } }, 'plain'],
    ['a screen reader', { environment: { INK_SCREEN_READER: 'true' } }, 'plain'],
    ['a screen reader on a narrow terminal', { environment: { INK_SCREEN_READER: '1' }, columns: 30 }, 'plain'],
    ['a screen reader in CI', { environment: { INK_SCREEN_READER: 'true', CI: '1' } }, 'plain'],
    ['too narrow', { columns: 39 }, 'plain'],
    ['the minimum width', { columns: 40 }, 'ink'],
    ['an unknown width', { columns: undefined }, 'ink'],
    ['json on a terminal', { format: 'json' }, 'plain'],
    ['json without a terminal', { format: 'json', isTerminal: false }, 'silent'],
  ])('%s', (_, change, view) => expect(chooseView({ ...watched, ...change })).toBe(view));
});

describe('chooseColor', () => {
  it.each<[string, boolean, TerminalEnvironment, string]>([
    ['a terminal', true, {}, 'on'],
    ['no terminal', false, {}, 'off'],
    ['TERM=dumb', true, { TERM: 'dumb' }, 'off'],
    ['NO_COLOR', true, { NO_COLOR: '1' }, 'off'],
    ['NO_COLOR empty', true, { NO_COLOR: '' }, 'on'],
    ['NO_COLOR and FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'off'],
    ['FORCE_COLOR without a terminal', false, { FORCE_COLOR: '1' }, 'on'],
    ['FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, 'off'],
  ])('%s', (_, isTerminal, environment, color) => expect(chooseColor(isTerminal, environment)).toBe(color));
});

describe('chooseGlyphs', () => {
  it('uses Unicode in a UTF-8 locale', () => {
    expect(chooseGlyphs({ LANG: 'de_DE.UTF-8' }, 'linux')).toBe('unicode');
    expect(chooseGlyphs({ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, 'linux')).toBe('ascii');
    expect(chooseGlyphs({}, 'linux')).toBe('ascii');
    expect(chooseGlyphs({}, 'darwin')).toBe('unicode');
    expect(chooseGlyphs({ LANG: 'C.utf8', TERM: 'linux' }, 'linux')).toBe('ascii');
  });
});

describe('chooseReportGlyphs', () => {
  it('uses words only for a screen reader, and otherwise follows the locale', () => {
    expect(chooseReportGlyphs({ LANG: 'C.utf8', INK_SCREEN_READER: 'true' }, 'linux')).toBe('words');
    expect(chooseReportGlyphs({ LANG: 'C.utf8', INK_SCREEN_READER: 'false' }, 'linux')).toBe('unicode');
    expect(chooseReportGlyphs({}, 'linux')).toBe('ascii');
  });
});
