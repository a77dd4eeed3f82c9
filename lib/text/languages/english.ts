import type { LanguageWords } from './language.ts'

export const english: LanguageWords = {
  language: 'en',
  streetTypes: `
street: st str
avenue: av ave aven
road: rd
lane: ln
drive: dr drv
court: ct crt
boulevard: blvd bvd boul bd
parkway: pkwy pky pwy
highway: hwy hiway
place: pl
square: sq sqr
terrace: ter terr tce
crescent: cres cr cresc
circle: cir circ
close: cl clo
gardens: gdns gdn
garden: gdn
grove: gr grv gro
trail: trl tr
way: wy
alley: aly ally
expressway: expy expwy
freeway: fwy frwy
turnpike: tpke tpk
plaza: plz
bridge: brg bri
hill: hl
heights: hts hgts
park: pk
green: grn
row
walk: wlk
yard: yd
mews: mws
wharf: whf
quay: qy
path
loop: lp
rise
view: vw
parade: pde
esplanade: esp
bypass: byp
crossing: xing
causeway: cswy
ridge: rdg
point: pt
route: rte rt
gate: gte
vale
arcade: arc.
estate: est
embankment: emb embkmt
roundabout: rdbt
`,
  directions: `
north: n
south: s
east: e
west: w
northeast: ne
northwest: nw
southeast: se
southwest: sw
`,
  titles: `
saint: st snt
saints: sts ss.
mount: mt mnt
doctor: dr
general: gen
sergeant: sgt
captain: capt cpt
lieutenant: lt
colonel: col.
major: maj
president: pres
professor: prof
reverend: rev
father: fr.
monsignor: msgr mgr
martin luther king: mlk
junior: jr
senior: sr
`,
  words: `
upper: up.
lower: lwr
fort: ft
mountain: mtn
mountains: mtns
island: isl
islands: isls
station: stn sta
center: ctr cntr
centre: ctr cntr
university: univ
college: coll.
hospital: hosp
building: bldg
national: natl nat
international: intl int.
airport: arpt
county: co.
township: twp
village: vlg
junction: jct jctn
memorial: mem. meml
lake: lk
river: riv
beach: bch
springs: spgs
valley: vly
great: gt.
little: lit.
church: ch.
company: co.
brothers: bros
department: dept
school: sch
police department: pd
fire department: fd
post office: po
`,
}
