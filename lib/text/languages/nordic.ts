import type { LanguageWords } from './language.ts'

export const danish: LanguageWords = {
  language: 'da',
  streetTypes: `
vej: v.
gade: g.
alle: al.
plads: pl
torv: tv
straede: str
boulevard: blvd
stien
parken
kaj
`,
  directions: `
nord: n
syd: s
ost: o.
vest: v.
nordre: ndr nr
sondre: sdr
ostre: ostr
vestre: vestr
`,
  titles: `
sankt: skt sct st
doktor: dr
kong: kg
`,
  words: `
gammel: gl
ny
store: st.
lille: ll
station: st.
norre: nr
nummer: nr
`,
}

export const swedish: LanguageWords = {
  language: 'sv',
  streetTypes: `
gatan: g.
gata: g.
vagen: v.
vag: v.
torg: t.
torget: t.
grand: gr
stigen
alle: al.
allen
plan: pl
plats: pl
kajen
esplanaden: espl
`,
  directions: `
norr: n.
soder: s.
oster: o.
vaster: v.
norra: n.
sodra: s.
ostra: o.
vastra: v.
`,
  titles: `
sankt: s. st skt
sankta: s.
doktor: dr
kung: kg
`,
  words: `
stora: st.
lilla: l.
gamla: gla
nya
station: stn
centralstation: cst
nummer: nr
ovre: o.
nedre: n.
`,
}

export const norwegian: LanguageWords = {
  language: 'nb',
  streetTypes: `
gate: g. gt
gata: g. gt
gaten: g. gt
vei: v.
veien: v.
veg: v.
vegen: v.
plass: pl
plassen: pl
torg
torget
alle: al.
brygge: br
kai
`,
  directions: `
nord: n
sor: s.
ost: o.
vest: v.
nordre: ndr nr
sondre: sdr
ovre: ov
nedre: ndr
`,
  titles: `
sankt: st
doktor: dr
`,
  words: `
gamle: gml
store: st.
lille: ll
stasjon: st.
nummer: nr
`,
}

export const finnish: LanguageWords = {
  language: 'fi',
  streetTypes: `
katu: k.
tie: t.
kuja: kj
polku: p.
tori
aukio: auk
raitti: r.
kaari
rinne
ranta
puistotie: pt
bulevardi: bul
esplanadi: espl
penger
silta
`,
  directions: `
pohjoinen: p. pohj
etelainen: e. etel
itainen: i.
lantinen: l.
pohjois: p.
etela: e.
ita: i.
lansi: l.
`,
  titles: `
pyha: p.
tohtori: tri
`,
  words: `
rautatieasema: ras
asema: as.
iso: i.
pieni: p.
vanha: v.
uusi: u.
numero: nro
`,
}
