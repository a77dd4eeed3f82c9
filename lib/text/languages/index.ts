import { catalan } from './catalan.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { LanguageWords } from './language.ts'
import { danish, finnish, norwegian, swedish } from './nordic.ts'
import { greek, hungarian, indonesian, romanian, turkish, vietnamese } from './others.ts'
import { portuguese } from './portuguese.ts'
import { czech, polish, russian, southSlavic } from './slavic.ts'
import { spanish } from './spanish.ts'

export type { LanguageWords } from './language.ts'

/** In this order expansions of one abbreviation are tried. */
export const languages: readonly LanguageWords[] = [
  english,
  french,
  german,
  spanish,
  italian,
  catalan,
  portuguese,
  dutch,
  danish,
  swedish,
  norwegian,
  finnish,
  polish,
  czech,
  southSlavic,
  russian,
  turkish,
  hungarian,
  romanian,
  greek,
  indonesian,
  vietnamese,
]
