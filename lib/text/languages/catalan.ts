import type { LanguageWords } from './language.ts'

export const catalan: LanguageWords = {
  language: 'ca',
  streetTypes: `
carrer: c. cr carr
avinguda: av avda avgda avg
placa: pl pca plca
placeta: plta pta
passeig: pg pgi psg ps
passatge: ptge pge ptg
carretera: ctra crta
cami: cm
ronda: rda
rambla: rbla
travessia: trav trv
travessera: trav
baixada: bda baix
pujada: pda puj
carrero: cro
costa
moll
gran via: gv
urbanitzacio: urb
poligon industrial: pi.
poligon: pol
autopista: aut
via
torrent: torr
riera: ra
parc
jardins: jard
escales
edifici: ed edif
barri
prat
`,
  directions: `
nord: n
sud: s
est: e
oest: o
`,
  titles: `
sant: st s.
santa: sta s.
sants: sts
mare de deu: mdd
doctor: dr
doctora: dra
general: gral gen
bisbe: bbe
mossen: mn mos
professor: prof
president: pres
francesc: fcesc
josep: jph
`,
  words: `
estacio: est
universitat: univ
hospital: hosp
escola: esc
institut: inst
esglesia: esgl
numero: num nro
sense numero: sn
coll: cl.
pic
mas
cal
can
centre: ctre
`,
}
