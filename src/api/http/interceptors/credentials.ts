import type { Axios } from 'axios';
import { Secret } from '../../../model/secret/secret.ts';

/** Sends these headers with every request. A secret is revealed here and nowhere else. */
export function addCredentials(axios: Axios, headers: Readonly<Record<string, string | Secret>>): void {
  axios.interceptors.request.use(
    (config) => {
      for (const [name, value] of Object.entries(headers)) {
        config.headers.set(name, value instanceof Secret ? value.reveal() : value);
      }
      return config;
    },
    null,
    { synchronous: true },
  );
}
