import type { LanguageWords } from './language.ts'

export const turkish: LanguageWords = {
  language: 'tr',
  streetTypes: `
cadde: cad cd
caddesi: cad cd
sokak: sok sk
sokagi: sok sk
bulvar: bulv blv
bulvari: bulv bul blv
mahalle: mah mh
mahallesi: mah mh
meydan: myd
meydani: myd
cikmazi: cik
yolu
`,
  directions: `
kuzey: kz
guney: gn
dogu: dg
bati: bt
`,
  titles: `
doktor: dr
profesor: prof
general: gen
`,
  words: `
apartmani: apt ap
hastanesi: hast
universitesi: uni univ
havalimani: hvl
numara: no.
kat: k.
daire: d.
`,
}

export const hungarian: LanguageWords = {
  language: 'hu',
  streetTypes: `
utca: u. ut
ut
utja
ter
tere
korut: krt
koz
fasor: fs
setany
rakpart: rkp
sor
lakotelep: ltp
sugarut: sgt
`,
  titles: `
szent: szt
doktor: dr
grof: gr
ifjabb: ifj
`,
  words: `
epulet: ep
emelet: em.
kerulet: ker
palyaudvar: pu
allomas: all.
nagy
`,
}

export const romanian: LanguageWords = {
  language: 'ro',
  streetTypes: `
strada: str
bulevardul: bd bdul blvd b.
bulevard: bd
aleea: al.
calea: cal.
soseaua: sos
piata: pta p.
splaiul: spl
intrarea: intr int
drumul
fundatura: fnd
prelungirea: prel
cartier: cart
`,
  titles: `
sfantul: sf
sfanta: sf
sfintii: sf
doctor: dr
general: gen gral
profesor: prof
inginer: ing
capitan: cpt
`,
  words: `
judetul: jud
municipiul: mun
comuna: com.
bloc: bl
scara: sc
apartament: ap
etaj: et.
sectorul: sect
sector: sect
numarul: nr
`,
}

export const greek: LanguageWords = {
  language: 'el',
  streetTypes: `
οδοσ: οδ
λεωφοροσ: λεωφ λ.
πλατεια: πλ
παροδοσ: παρ
odos: od
leoforos: leof
plateia: pl
`,
  titles: `
αγιου: αγ
αγιασ: αγ
αγιοσ: αγ
αγια: αγ
αγιων: αγ
agiou: ag
agia: ag
agios: ag
`,
}

export const indonesian: LanguageWords = {
  language: 'id',
  streetTypes: `
jalan: jl jln
gang: gg
`,
}

export const vietnamese: LanguageWords = {
  language: 'vi',
  streetTypes: `
duong: d.
pho: p.
`,
  words: `
thanh pho: tp
quan: q.
phuong: p.
`,
}
