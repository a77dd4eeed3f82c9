import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { pageHeaders, staticPolicy } from '../../../web/index.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}

const headers = { ...pageHeaders, 'content-security-policy': staticPolicy }

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
