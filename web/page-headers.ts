/**
 * Returns the Content-Security-Policy of the explorer: no inline scripts or styles, and no other host except
 * `uploadOrigin`, the origin for uploads of job files if it differs from the page's own.
 */
export function buildExplorerPolicy({ uploadOrigin }: { uploadOrigin?: string } = {}): string {
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

/** Content-Security-Policy of static pages. Images may be `data:` URLs, because style sheets embed icons. */
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

/** Headers of every file of a page, in addition to its Content-Security-Policy. */
export const pageHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
