import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import addressFormatter from '@fragaria/address-formatter'
import { expect, test } from 'vitest'
import { packAddressTemplates } from '../../../infra/cloud/bundle-address-templates.ts'

const countries = Object.keys(
  JSON.parse(
    readFileSync('node_modules/@fragaria/address-formatter/src/templates/templates.json', 'utf8'),
  ),
).filter((code) => /^[A-Z]{2}$/.test(code))

const addresses = [
  { house_number: '5', road: 'Main Street', postcode: '12345', city: 'Town' },
  { road: 'Main Street', city: 'Town', state: 'California' },
  { house_number: '5', road: 'Avenue', suburb: 'Suburb', county: 'Barcelona', state: 'Catalunya' },
]

test('the packed templates format addresses of every country as the package does', async () => {
  const path = packAddressTemplates(process.cwd())
  const packed = (await import(/* @vite-ignore */ pathToFileURL(path).href)).default
  const formatted = (formatter: typeof addressFormatter, address: object) => {
    try {
      return formatter.format(address as never, { output: 'array', abbreviate: true })
    } catch (error) {
      return String(error)
    }
  }
  expect(countries.length).toBeGreaterThan(240)
  for (const country_code of countries) {
    for (const address of addresses) {
      const input = { ...address, country_code }
      expect(formatted(packed, input)).toEqual(formatted(addressFormatter, input))
    }
  }
})
