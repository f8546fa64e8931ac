/** Whether the host is this machine: localhost, 127.0.0.0/8 or ::1. The URL parser has normalised short and hex forms. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}
