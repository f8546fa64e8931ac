/** The icon of the page's tab. Without one a browser asks for `/favicon.ico`, which the request log would show. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5f66"/><path d="M6 12h9a4 4 0 0 1 4 4v10" fill="none" stroke="#fff" stroke-width="4"/><path d="M6 7v10M14 26h10" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;
