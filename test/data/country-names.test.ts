import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cldrVersion, renderCountryNameFiles } from '../../scripts/country-names.ts'

// Another Node may have a newer CLDR, whose names are not taken over unseen.
test.skipIf(process.versions.cldr !== cldrVersion)(
  'names of countries are those of the Unicode CLDR',
  () => {
    for (const [path, text] of Object.entries(renderCountryNameFiles()))
      expect(readFileSync(`data/${path}`, 'utf8'), path).toBe(text)
  },
)
