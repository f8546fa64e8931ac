import { inspect } from 'node:util';

const MASK = '[secret]';

/**
 * A value that cannot be printed by accident: text, JSON and `util.inspect` all show `[secret]`. Only `reveal` gives it
 * away, so every place that uses a secret can be found by that name.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
