import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf, linesOf, productFiles } from './house.ts'

/** Families of modules in `lib/`; each imports only itself and the families before it. */
const families = ['platform', 'ground', 'places', 'routing', 'prediction', 'language', 'console']

/** Families with only one module. */
const single = ['prediction', 'language', 'console']

/** Returns the module of a file: `lib/ground/geo`, `infra/local`, `region`. */
function roomOf(file: string): string {
  const [first, second, third] = file.split('/') as [string, string, string]
  if (first === 'lib') return single.includes(second) ? `lib/${second}` : `lib/${second}/${third}`
  return ['infra', 'layers'].includes(first) ? `${first}/${second}` : first
}

/** Maps each module to the modules that it imports. */
function importedRooms(): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>()
  for (const { from, to } of productFiles.flatMap(importsOf)) {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!imported.has(room)) imported.set(room, new Set())
    if (room !== other) imported.get(room)!.add(other)
  }
  return imported
}

/** Finds modules or files on a circle of imports, by repeated removal of all without imports. */
function inCircles(imported: Map<string, Set<string>>): string[] {
  const left = new Map([...imported].map(([room, others]) => [room, new Set(others)]))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [room, others] of left) {
      for (const other of others) if (!left.has(other)) others.delete(other)
      if (others.size === 0) left.delete(room)
    }
  }
  return [...left.keys()]
}

describe('the code base', () => {
  test('is checked by a search that finds circles of imports', () => {
    const circle = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['a', 'c'])],
    ])
    expect(inCircles(circle)).toEqual(['a', 'b'])
  })

  test('has no circle of imports between modules', () => {
    expect(inCircles(importedRooms())).toEqual([])
  })

  test('has no circle of imports between files', () => {
    const imported = productFiles.map((file): [string, Set<string>] => [
      file,
      new Set(importsOf(file).map(({ to }) => to)),
    ])
    expect(inCircles(new Map(imported))).toEqual([])
  })

  test('has no import in lib from functions, infrastructure, builds or command lines', () => {
    const upward = [...importedRooms()]
      .filter(([room]) => room.startsWith('lib/'))
      .flatMap(([room, others]) => [...others].map((other) => `${room} -> ${other}`))
      .filter((arrow) => !/-> lib\//.test(arrow))
    expect(upward).toEqual([])
  })

  test('has no family of modules that imports a later family', () => {
    const rank = (room: string) => families.indexOf(room.split('/')[1]!)
    const upward = [...importedRooms()]
      .filter(([room]) => room.startsWith('lib/'))
      .flatMap(([room, others]) =>
        [...others]
          .filter((other) => rank(other) > rank(room))
          .map((other) => `${room} -> ${other}`),
      )
    expect(upward).toEqual([])
    expect(
      [...importedRooms().keys()].filter((room) => /^lib/.test(room) && rank(room) < 0),
    ).toEqual([])
  })

  test('has no module that imports the command lines', () => {
    const importers = [...importedRooms()].filter(([, others]) => others.has('cli'))
    expect(importers.map(([room]) => room)).toEqual([])
  })

  test('has no module with more than a fifth of its lines', () => {
    const lines = new Map<string, number>()
    for (const file of productFiles) {
      lines.set(roomOf(file), (lines.get(roomOf(file)) ?? 0) + linesOf(file))
    }
    const total = [...lines.values()].reduce((sum, count) => sum + count)
    expect([...lines].filter(([, count]) => count > total / 5)).toEqual([])
  })

  test('has no two exported types with the same name', () => {
    const declared = new Map<string, string[]>()
    for (const file of productFiles) {
      const text = readFileSync(file, 'utf8')
      const names = text.matchAll(/^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm)
      for (const [, name] of names) declared.set(name!, [...(declared.get(name!) ?? []), file])
    }
    expect([...declared].filter(([, places]) => places.length > 1)).toEqual([])
  })
})
