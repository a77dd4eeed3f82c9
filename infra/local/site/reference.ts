import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { staticPages } from './static-pages.ts'

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const own = join(import.meta.dirname, 'reference')

/** The reference at `/docs`: Swagger UI over `/openapi.json`. */
export const referencePages = staticPages({
  '/docs': join(own, 'index.html'),
  '/docs/reference.css': join(own, 'reference.css'),
  '/docs/reference.js': join(own, 'reference.js'),
  '/docs/swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  '/docs/favicon.png': join(swaggerUi, 'favicon-32x32.png'),
})
