import { type ApiRequest, urlOf } from '../api.ts'
import { operationOf } from '../facts.ts'
import { shellQuoted } from '../format.ts'

/** The request as a command for a shell; the key stays in the environment. */
export function curlOf({ operation: id, input }: ApiRequest, origin: string): string {
  const operation = operationOf(id)
  const verb = operation.method === 'DELETE' ? ' -X DELETE' : ''
  const head = `curl -s${verb} ${shellQuoted(origin + urlOf(operation, input))} \\\n  -H "x-api-key: $CAIRN_KEY"`
  if (operation.method !== 'POST') return head
  return `${head} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(input))}`
}

export function typescriptOf({ operation: id, input }: ApiRequest, origin: string): string {
  const operation = operationOf(id)
  const url = `'${origin}${urlOf(operation, input)}'`
  if (operation.method !== 'POST')
    return `const response = await fetch(${url}, {
${operation.method === 'GET' ? '' : `  method: '${operation.method}',\n`}  headers: { 'x-api-key': process.env.CAIRN_KEY! },
})
const answer = await response.json()`
  return `const response = await fetch(${url}, {
  method: 'POST',
  headers: {
    'x-api-key': process.env.CAIRN_KEY!,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(input, null, 2).replaceAll('\n', '\n  ')}),
})
const answer = await response.json()`
}

/** The call that an assistant makes; undefined for operations without a tool. */
export function mcpOf({ operation: id, input }: ApiRequest): string | undefined {
  const { tool } = operationOf(id)
  if (!tool) return undefined
  const { format: _, ...args } = input
  const params = { name: tool, arguments: args }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, 2)
}
