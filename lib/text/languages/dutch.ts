import type { LanguageWords } from './language.ts'

export const dutch: LanguageWords = {
  language: 'nl',
  streetTypes: `
straat: str
laan: ln
plein: pln
gracht: gr
weg: wg
kade: kd
singel: sngl
steeg: stg
dijk: dk
markt: mkt
straatweg: strwg
steenweg: stwg stw
hof
dreef
park: pk
pad
boulevard: blvd bd
baan
lei
rotonde
brug: br
haven
`,
  directions: `
noord: n
zuid: z
oost: o.
west: w
noorder: nrd
zuider: zdr
`,
  titles: `
sint: st
burgemeester: burg bgm
meester: mr
dokter: dr
doctor: dr
professor: prof
koning: kon.
koningin: kon
prins: pr.
prinses: prs
prins hendrik: ph
generaal: gen
admiraal: adm
ingenieur: ir
pastoor: past
van der: vd
van den: vd
van de: vd
`,
  words: `
station: stat
grote: gr gte
kleine: kl
oude: o.
nieuwe: nwe n.
oud: o.
nieuw: n.
ziekenhuis: zkh
universiteit: univ
gemeente: gem
nummer: nr
`,
}
