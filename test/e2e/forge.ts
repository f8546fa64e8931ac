import { addDigest } from '../../src/model/json/document.ts';
import type { JsonObject } from '../../src/model/json/json.ts';

/** Changes the text of a saved document as somebody would who knows how its digest is made. */
export function forge(edit: (document: JsonObject) => JsonObject): (saved: string) => string {
  return (saved) => {
    const { digest: _, ...document } = JSON.parse(saved) as JsonObject;
    return JSON.stringify(addDigest(edit(document)));
  };
}
