import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * A folder with an `index.ts` is a room, and `index.ts` its door. What is outside a room imports only its
 * door. A room's own door may hand on any file below it.
 */
const files = globSync(
  '{bench,cli,demo-island,functions,infra,layers,lib,region,test}/**/*.ts',
).map(normalize)
const known = new Set(files)

/** Further doors, each with the reason why it is not part of `index.ts`. */
const sideDoors: Readonly<Record<string, string>> = {
  'lib/api/operation.ts': 'contracts load schemas and words only, not the middleware',
  'lib/api/openapi.ts': 'only those who write the document load zod-openapi',
  'lib/prediction/map/index.ts': 'only the command line draws maps',
}

interface Import {
  from: string
  to: string
}

/** Folders around a file that have a door, outermost first. */
function roomsAround(file: string): string[] {
  const rooms: string[] = []
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (known.has(`${folder}/index.ts`)) rooms.unshift(folder)
  }
  return rooms
}

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  return [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']+\.ts)'/g)]
    .map(([, path]) => ({ from, to: normalize(`${dirname(from)}/${path}`) }))
    .filter(({ to }) => known.has(to))
}

/** Whether an import enters a room by another way than its door. */
function isPastDoor({ from, to }: Import): boolean {
  const room = roomsAround(to).find((folder) => relative(folder, from).startsWith('..'))
  if (room === undefined || to in sideDoors) return false
  if (to === `${room}/index.ts` || to === `${room}/schemas/index.ts`) return false
  return !(from.endsWith('/index.ts') && !relative(dirname(from), to).startsWith('..'))
}

describe('rooms are entered by their doors', () => {
  test('the check sees doors and what is behind them', () => {
    const inside = { from: 'lib/api/endpoint.ts', to: 'lib/api/call.ts' }
    const past = { from: 'functions/warm.ts', to: 'lib/api/call.ts' }
    expect([isPastDoor(inside), isPastDoor(past)]).toEqual([false, true])
  })

  test('no product file imports past a door', () => {
    const product = files.filter((file) => !/^(test|bench)\//.test(file))
    expect(product.flatMap(importsOf).filter(isPastDoor)).toEqual([])
  })

  test('each side door exists', () => {
    expect(Object.keys(sideDoors).filter((file) => !known.has(file))).toEqual([])
  })
})
