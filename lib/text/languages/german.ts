import type { LanguageWords } from './language.ts'

export const german: LanguageWords = {
  language: 'de',
  streetTypes: `
strasse: str
gasse: g. ga
weg: wg w.
platz: pl
allee: al. all.
ring
ufer
damm
chaussee: ch
promenade: prom
brucke: br
steig
stieg
pfad
markt: mkt
siedlung: sdlg siedl
kai
graben
landstrasse: landstr lstr
hauptstrasse: hauptstr hptstr
bundesstrasse: bundesstr
autobahn: ab bab
quai
zeile
winkel
hof
`,
  directions: `
nord: n
sud: s
ost: o
west: w
nordost: no.
nordwest: nw
sudost: so
sudwest: sw
nordlich: nordl
sudlich: sudl
ostlich: ostl
westlich: westl
`,
  titles: `
sankt: st skt
doktor: dr
professor: prof
general: gen
heilige: hl
heiliger: hl
heiligen: hl
burgermeister: bgm bm.
ingenieur: ing
pfarrer: pfr
kaiser: ks.
`,
  words: `
grosse: gr
grosser: gr
grosses: gr
kleine: kl
kleiner: kl
kleines: kl
alte: a.
obere: ob
oberer: ob
oberes: ob
untere: unt
unterer: unt
unteres: unt
hintere: hint
vordere: vord
neue: n.
am: a.
bahnhof: bhf bf
hauptbahnhof: hbf
busbahnhof: zob
krankenhaus: kkh krhs
gymnasium: gymn
universitat: uni univ
technische universitat: tu
bad: b.
bei: b.
ober: o.
unter: u.
evangelische: ev evang
katholische: kath
freiwillige feuerwehr: ff
gasthof: gh
gasthaus: gh
haltestelle: hst
apotheke: apo
platz: pl
zentrum: ztr zentr
einkaufszentrum: ekz
nummer: nr
wien: w.
`,
}
