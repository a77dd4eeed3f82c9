import type { LanguageWords } from './language.ts'

export const portuguese: LanguageWords = {
  language: 'pt',
  streetTypes: `
rua: r
avenida: av avd
praca: pca pc pr.
praceta: pcta pct
travessa: tv trv tr trav
largo: lg lgo l.
alameda: al. alam
estrada: est estr
rodovia: rod
beco: bc b.
calcada: cc cal. calc
caminho: cam
campo: cpo
quinta: qta qt
bairro: bro b.
ladeira: ldr lad
via
viela: vla
rotunda: rot
passeio: pas.
azinhaga: az
jardim: jd jard
parque: pq pque
conjunto: cj conj
quadra: q. qd
lote: lt
loteamento: lot
vila: vl
escadas: esc
urbanizacao: urb
zona industrial: zi
praia: pr
ponte: pte
cais
`,
  directions: `
norte: n
sul: s
este: e
leste: l.
oeste: o
`,
  titles: `
sao: s.
santa: sta s.
santo: sto s.
dom: d.
dona: d. da.
doutor: dr
doutora: dra
engenheiro: eng
professor: prof
professora: profa
general: gen gal
coronel: cel
capitao: cap.
marechal: mal
almirante: alm
comendador: com.
conselheiro: cons
presidente: pres
padre: pe
visconde: visc
nossa senhora: ns
senhora: sra
senhor: sr
infante: inf
tenente: ten
`,
  words: `
nossa: na. n.
edificio: ed edif
estacao: est
hospital: hosp
universidade: univ
escola: esc
igreja: igr
numero: num nro
centro comercial: cc
bloco: bl
apartamento: ap apto
aeroporto: aerop
monte: mte
`,
}
