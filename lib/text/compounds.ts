import type { WordForm } from './word.ts'

/**
 * Street types that German, Dutch and the Nordic languages write onto the name, with abbreviations;
 * those with a point are read as such only when a point follows.
 */
const endings = `
strasse str
gasse g.
allee
platz pl.
weg wg
steig
stieg
pfad
ring
ufer
damm
chaussee ch.
graben
markt
zeile
brucke br.
promenade prom
kai
gatan g.
vagen v.
grand
stigen
torget
torg
gata
vag
vej
gade
plads pl.
straede
torv
veien v.
gaten
vei
plass
katu k.
tie t.
kuja
polku
tori
aukio
raitti
kaari
ranta
penger
puistikko
silta
straat str
laan ln
plein pln
gracht gr.
kade
singel
dijk
steeg
dreef
hof
pad
markt
plantsoen
`

/** Endings so short that other words end so too need a longer beginning. */
const shortEnding = 3

interface Ending {
  text: string
  full: string
  pointed: boolean
}

let byLast: Map<string, Ending[]> | undefined

function endingsBy(last: string): readonly Ending[] {
  if (!byLast) {
    byLast = new Map()
    for (const line of endings.trim().split('\n')) {
      const [full = '', ...short] = line.split(' ')
      for (const written of [full, ...short]) {
        const text = written.replace('.', '')
        const ending = { text, full, pointed: text !== written }
        const key = text.at(-1)!
        byLast.set(key, [...(byLast.get(key) ?? []), ending])
      }
    }
  }
  return byLast.get(last) ?? []
}

/**
 * A compound street name in full and in its two parts: `hauptstr` gives hauptstrasse and haupt + strasse,
 * also hauptstraat and haupt + straat, for nothing tells the language of one word.
 */
export function compoundForms(text: string, pointed: boolean): WordForm[] {
  const forms: WordForm[] = []
  if (text.length < 6 && !pointed) return forms
  for (const ending of endingsBy(text.at(-1) ?? '')) {
    if ((ending.pointed && !pointed) || !text.endsWith(ending.text)) continue
    const name = text.slice(0, -ending.text.length)
    const short = ending.full.length <= shortEnding || ending.pointed
    if (name.length < (short ? 4 : 3) || !/^\D+$/.test(name)) continue
    if (ending.full !== ending.text) {
      forms.push({ kind: 'expansion', words: [name + ending.full] })
    }
    forms.push({ kind: 'split', words: [name, ending.full] })
  }
  return forms
}
