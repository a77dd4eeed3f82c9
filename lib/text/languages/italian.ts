import type { LanguageWords } from './language.ts'

export const italian: LanguageWords = {
  language: 'it',
  streetTypes: `
via: v.
viale: vle
piazza: pza pzza pz p.
piazzale: pzle ple pzale
piazzetta: pzta
corso: cso c.
largo: lgo
vicolo: vlo vic
strada: str sda
strada statale: ss
strada provinciale: sp
strada comunale: sc
lungomare: lmare
lungotevere: lgtv lungot
lungarno: lno
campo: cpo
calle: cle
fondamenta: fta
rotonda: rot
salita: sal
galleria: gall.
contrada: cda
localita: loc
frazione: fraz fr
borgo: bgo
circonvallazione: circ circonv
traversa: trav tr
passeggiata: pass
ponte: pte
porta: pta
quartiere: quart
rione
sestiere: sest
scalinata: scal
rampa
regione: reg
`,
  directions: `
nord: n
sud: s
est: e
ovest: o
`,
  titles: `
san: s.
santa: s. sta
santo: s. sto
santi: ss
santissima: ss
santissimo: ss
dottore: dr dott
dottor: dr dott
professore: prof
monsignore: mons
generale: gen
ingegnere: ing
onorevole: on.
fratelli: flli
don: d.
padre: p.
giovanni: gio g.
battista: batt
maria: m.
cavaliere: cav
maresciallo: mar.
capitano: cap.
colonnello: col.
`,
  words: `
nuova: nva
nuovo: nvo
vecchia: vcchia vec
stazione: staz
ospedale: osp
universita: univ
chiesa: ch
monte: mte m.
monti: mti
castello: cast
palazzo: pal.
scuola: sc.
comune: com.
provincia: prov
centro: ctro
centro commerciale: cc
numero: num nr
senza numero: snc
`,
}
