import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hasBuiltSite, listBuiltFiles } from './built-site.ts'

/** Files of the API reference at `/docs` (Swagger UI for `/openapi.json`), by URL path. */
export const referenceFiles = hasBuiltSite ? listBuiltFiles('docs/*') : listSources()

function listSources(): Readonly<Record<string, string>> {
  const { resolve } = createRequire(import.meta.url)
  const swaggerUi = dirname(resolve('swagger-ui-dist/package.json'))
  const own = join(import.meta.dirname, 'reference')
  return {
    '/docs': join(own, 'index.html'),
    '/docs/reference.css': join(own, 'reference.css'),
    '/docs/reference.js': join(own, 'reference.js'),
    '/docs/swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
    '/docs/favicon.png': join(swaggerUi, 'favicon-32x32.png'),
  }
}
