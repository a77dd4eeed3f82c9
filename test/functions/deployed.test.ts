import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deployedFunctions, findDeployedFunction } from '../../functions/deployed.ts'
import { operations } from '../../functions/operations.ts'

test('every folder with a handler is deployed, and nothing else', () => {
  const folders = globSync('**/handler.ts', { cwd: 'functions' }).map((file) =>
    file.replace(/\/handler\.ts$/, ''),
  )
  expect(deployedFunctions.map(({ id }) => id).sort()).toEqual(folders.sort())
})

test('an operation is deployed with the resources that its contract needs', () => {
  for (const { id, needs } of operations) {
    expect(findDeployedFunction(id)).toEqual({ id, kind: 'operation', needs })
  }
})

test('an unknown function is refused with the list of known ones', () => {
  expect(() => findDeployedFunction('nonsense')).toThrow(
    /^There is no function "nonsense"; .*ledger/,
  )
})
