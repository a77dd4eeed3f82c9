import type { LanguageWords } from './language.ts'

export const french: LanguageWords = {
  language: 'fr',
  streetTypes: `
rue: r. ru.
avenue: av ave aven
boulevard: bd bvd boul blvd bld
place: pl plc
chemin: ch che chem
route: rte rt
impasse: imp
allee: all. al.
allees: all.
passage: pas. psg pass
square: sq
quai: q. qu
cours: crs cs.
pont: pt
porte: pte pt
promenade: prom
lotissement: lot lots
residence: res rce resid
quartier: qua quart qr
faubourg: fg fbg
hameau: ham hau
cite: cte
villa
sentier: sen. sent
venelle: ven
traverse: tra trav
rond point: rpt rdpt
rocade: roc.
esplanade: esp
voie: voi
ruelle: rle
montee: mte
cote: cot
escalier: esc
escaliers: esc
parvis: prv
mail
zone industrielle: zi
zone artisanale: za
zone d activites: zac
zone d activite: za
centre commercial: cc ccal
galerie: gal
domaine: dom.
parc
clos
ancienne route: art.
grande rue: gr
chaussee: chs
carrefour: car.
`,
  directions: `
nord: n
sud: s
est: e
ouest: o
nord est: ne
nord ouest: no.
sud est: se.
sud ouest: so
`,
  titles: `
saint: st
sainte: ste
saints: sts
saintes: stes
monseigneur: mgr
monsieur: m.
madame: mme
mademoiselle: mlle
docteur: dr doct
professeur: pr prof
general: gen gal
marechal: mal mar.
colonel: col.
commandant: cdt cmdt
capitaine: cap. capt cne
lieutenant: lt
sergent: sgt
president: pdt pres
amiral: ami
abbe: abb
notre dame: nd
`,
  words: `
sur: s.
sous: ss
hotel de ville: hdv
gare
centre: ctre ctr
bureau: bur
batiment: bat
immeuble: imm
college: coll. clg
lycee: lyc
ecole: ec
universite: univ
eglise: egl
chapelle: chap
chateau: chat chau
hopital: hop hosp
centre hospitalier: ch
mont: mt
monts: mts
montagne: mgne
fontaine: font.
grand: gd
grande: gde
grands: gds
petit: pt
petite: pte
vieux: vx
vieille: vle
bas
haut: ht
haute: hte
`,
}
