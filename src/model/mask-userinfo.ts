// `//user:password` or `user:password` just before an @.
const USERINFO = /(?:\/\/[^\s"']{1,2000}|[^\s"':@/]{1,1000}:[^\s"'@/]{1,1000})(?=@)/g;

/** Text with the user name and password of addresses starred out, one star for each character, so that columns stay. */
export function maskUserinfo(text: string): string {
  return text.includes('@') ? text.replace(USERINFO, (part) => part.replace(/[^/:]/g, '*')) : text;
}
