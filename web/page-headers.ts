/** All that the explorer may load: nothing of another host, and no code or style in its text. */
export const explorerPolicy = [
  ...["default-src 'none'", "script-src 'self'", "worker-src 'self'", "connect-src 'self'"],
  ...["img-src 'self' data: blob:", "style-src 'self'", "font-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

/** The same for pages of fixed files; images may be `data:`, as icons of style sheets are. */
export const staticPolicy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"],
  ...["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

/** Headers of every file of a page, beside its Content-Security-Policy. */
export const pageHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
