import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const own = join(import.meta.dirname, 'reference')

/** Content types by the ending of a file. */
const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
}

const files: Readonly<Record<string, string>> = {
  '/docs': join(own, 'index.html'),
  '/docs/reference.css': join(own, 'reference.css'),
  '/docs/reference.js': join(own, 'reference.js'),
  '/docs/swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  '/docs/favicon.png': join(swaggerUi, 'favicon-32x32.png'),
}

/** Scripts, styles and calls of this server alone; icons of the style sheet are `data:` images. */
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

/** The pages of the reference at `/docs`, by path: Swagger UI over `/openapi.json`. */
export const referencePages: Readonly<Record<string, () => Promise<APIGatewayProxyResult>>> =
  Object.fromEntries(
    Object.entries(files).map(([path, file]) => [
      path,
      async () => ({
        statusCode: 200,
        headers: {
          ...headers,
          'content-type': types[file.split('.').at(-1) as keyof typeof types],
        },
        body: await readFile(file, 'base64'),
        isBase64Encoded: true,
      }),
    ]),
  )
