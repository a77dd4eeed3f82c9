import { type ApiRequest, buildUrl } from '../api.ts'
import { findOperation } from '../facts.ts'
import { quoteForShell } from '../format.ts'

/** Formats the request as a shell command that reads the key from the environment. */
export function toCurl({ operation: id, input }: ApiRequest, origin: string): string {
  const operation = findOperation(id)
  const verb = operation.method === 'DELETE' ? ' -X DELETE' : ''
  const head = `curl -s${verb} ${quoteForShell(origin + buildUrl(operation, input))} \\\n  -H "x-api-key: $CAIRN_KEY"`
  if (operation.method !== 'POST') return head
  return `${head} \\\n  -H 'content-type: application/json' \\\n  -d ${quoteForShell(JSON.stringify(input))}`
}

export function toTypescript({ operation: id, input }: ApiRequest, origin: string): string {
  const operation = findOperation(id)
  const url = `'${origin}${buildUrl(operation, input)}'`
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

/** Formats the MCP call that an assistant makes; undefined for operations without a tool. */
export function toMcp({ operation: id, input }: ApiRequest): string | undefined {
  const { tool } = findOperation(id)
  if (!tool) return undefined
  const { format: _, ...args } = input
  const params = { name: tool, arguments: args }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, 2)
}
