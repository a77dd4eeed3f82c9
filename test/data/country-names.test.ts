import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cldrVersion, renderCountryNameFiles } from '../../scripts/country-names.ts'

// Another Node may have a newer CLDR, whose names need a review first.
test.skipIf(process.versions.cldr !== cldrVersion)(
  'the names of countries equal the names in the Unicode CLDR',
  () => {
    for (const [path, text] of Object.entries(renderCountryNameFiles()))
      expect(readFileSync(`data/${path}`, 'utf8'), path).toBe(text)
  },
)
