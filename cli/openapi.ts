import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { operations } from '../functions/operations.ts'
import { openApiDocument } from '../lib/api/openapi.ts'

const help = `Writes the OpenAPI 3.1 document of the service.

  npm run openapi                       writes openapi.json
  npm run openapi -- --out FILE         writes FILE
  npm run --silent openapi -- --out -   writes to standard output`

try {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'openapi.json' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(help)
  } else {
    const text = `${JSON.stringify(openApiDocument(operations), null, 2)}\n`
    if (values.out === '-') process.stdout.write(text)
    else {
      writeFileSync(values.out, text)
      console.log(`Wrote ${values.out}: ${operations.length} operation(s).`)
    }
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
