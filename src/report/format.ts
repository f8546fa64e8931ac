/** The formats of a report; `src/report/render-report.ts` has their renderers. */
export const REPORT_FORMATS = ['text', 'json', 'markdown', 'html', 'github'] as const;

/** The format of a report. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Every format; each command takes some of them. `src/report/render-blocks.ts` has the writers of other documents. */
export const FORMATS = [...REPORT_FORMATS, 'sarif', 'table', 'csv'] as const;

export type Format = (typeof FORMATS)[number];
