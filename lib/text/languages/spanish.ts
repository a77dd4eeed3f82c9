import type { LanguageWords } from './language.ts'

export const spanish: LanguageWords = {
  language: 'es',
  streetTypes: `
calle: c. cl cll call.
avenida: av avd avda avenid
carretera: ctra crta carr cra
carrera: cra kr cr krr
plaza: pza plz plza pl
paseo: po. pso pseo
pasaje: pje pjes psje
ronda: rda
camino: cno cmno cam
callejon: cjon cllon
bulevar: blvr blv
boulevard: blvd
glorieta: gta
travesia: trva trav tva
rambla: rbla
urbanizacion: urb
poligono: pol
poligono industrial: pi.
autopista: autop aut
autovia: aut
diagonal: dg diag
transversal: tv transv tr
circunvalacion: circunv
calzada: calz czda
privada: priv
prolongacion: prol prolg
cuesta: cta
jiron: jr
alameda: alam
malecon: mlcn
barrio: bo. bro
costanilla: cstan
ribera: rbra
`,
  directions: `
norte: n nte
sur: s
este: e
oeste: o
oriente: ote
poniente: pte
noreste: ne
noroeste: no.
sureste: se.
suroeste: so
`,
  titles: `
san: s.
santa: sta
santo: sto
santos: stos
doctor: dr
doctora: dra
don: d.
dona: da.
general: gral gen
virgen: vg
nuestra senora: ntra
senora: sra
senor: sr
padre: p.
ingeniero: ing
profesor: prof
presidente: pdte pte
coronel: cnel
capitan: cap.
teniente: tte
francisco: fco
maria: ma.
`,
  words: `
nuestra: ntra nra
edificio: edif ed
estacion: est
aeropuerto: aerop
hospital: hosp
instituto: inst
colegio: col.
colonia: col.
fraccionamiento: fracc
departamento: depto dpto
provincia: prov
municipio: mpio
ciudad: cd
villa: v.
puerto: pto
monte: mte
iglesia: igl
universidad: univ
centro: ctro
centro comercial: cc
numero: num nro
kilometro: km
sin numero: sn
`,
}
