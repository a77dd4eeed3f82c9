import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}

/** Scripts, styles and calls of this server alone; images may also be `data:`, as icons of style sheets are. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/** Pages of the gateway by path. */
export type Pages = Readonly<Record<string, () => Promise<APIGatewayProxyResult>>>

/** Serves files at fixed paths: a request never names a file. */
export function staticPages(files: Readonly<Record<string, string>>): Pages {
  const pages = Object.entries(files).map(([path, file]) => [
    path,
    async () => ({
      statusCode: 200,
      headers: { ...headers, 'content-type': types[extname(file)]! },
      body: await readFile(file, 'base64'),
      isBase64Encoded: true,
    }),
  ])
  return Object.fromEntries(pages)
}
