/**
 * All that the explorer may load: no code or style in its text, and nothing of another host, but for the origin to
 * which files of jobs are sent, where that is not the page's own.
 */
export function explorerPolicy({ uploadOrigin }: { uploadOrigin?: string } = {}): string {
  const connections = ["connect-src 'self'", ...(uploadOrigin ? [uploadOrigin] : [])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    connections,
    "img-src 'self' data: blob:",
    "style-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The same for pages of fixed files; images may be `data:`, as icons of style sheets are. */
export const staticPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every file of a page, beside its Content-Security-Policy. */
export const pageHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
