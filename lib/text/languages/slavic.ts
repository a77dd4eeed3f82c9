import type { LanguageWords } from './language.ts'

export const polish: LanguageWords = {
  language: 'pl',
  streetTypes: `
ulica: ul
aleja: al
aleje: al
plac: pl
osiedle: os.
rondo: r. rdo
skwer: skw
bulwar: bulw bul
rynek: ryn
most
droga
szosa
trasa
`,
  directions: `
polnoc: pn
poludnie: pd
wschod: wsch
zachod: zach
`,
  titles: `
swietego: sw
swietej: sw
swietych: sw sww
generala: gen
pulkownika: plk
kapitana: kpt
majora: mjr
marszalka: marsz
ksiedza: ks
kardynala: kard
biskupa: bp
doktora: dr
profesora: prof
inzyniera: inz
porucznika: por
ojca: o.
`,
  words: `
wielki: wlk wielk
wielkopolski: wlkp
numer: nr
szkola podstawowa: sp
nowy: n.
`,
}

export const czech: LanguageWords = {
  language: 'cs',
  streetTypes: `
ulice: ul
namesti: nam
trida: tr
nabrezi: nabr
silnice: siln
sidliste: sidl
most
sady
`,
  directions: `
sever: sev
jih
vychod: vych
zapad: zap
`,
  titles: `
svateho: sv
svate: sv
svaty: sv
doktora: dr
generala: gen
marsala: mars.
kralovske: kral
`,
  words: `
nad: n.
pod: p.
velke: vel
velky: vel
male: m.
nove: n.
stara: st.
stare: st.
hradec: hr
kralove: kral
cislo popisne: cp
`,
}

export const southSlavic: LanguageWords = {
  language: 'hr',
  streetTypes: `
ulica: ul
trg
cesta: c.
avenija: av
bulevar: bul
obala: ob
put
setaliste: set
prilaz
`,
  titles: `
svetog: sv
sveti: sv
sveta: sv
doktora: dr
`,
  words: `
veliki: vel
mala: m.
`,
}

export const russian: LanguageWords = {
  language: 'ru',
  streetTypes: `
улица: ул
проспект: пр просп прт пркт
проезд: пр прд прзд
площадь: пл
переулок: пер
бульвар: бул бр бвр блр
набережная: наб
шоссе: ш шс
аллея: ал
тупик: туп
тракт: тр
линия: лин
мост
дорога: дор
вулиця: вул
провулок: пров
площа: пл
вулица
микрораион: мкр мкрн
квартал: квл кв
ulitsa: ul
prospekt: pr prosp
pereulok: per.
ploshchad: pl
naberezhnaya: nab
bulvar: bul
vulytsia: vul
`,
  directions: `
север: с.
юг: ю.
восток: в.
запад: з.
северныи: сев
южныи: юж
восточныи: вост
западныи: зап
`,
  titles: `
святого: св
святои: св
академика: акад
генерала: ген
маршала: марш
профессора: проф
имени: им
`,
  words: `
город: г гор
область: обл
раион: рн
поселок: п пос
село: с
деревня: д дер
республика: респ
дом: д
корпус: к корп
строение: стр
квартира: кв
станция: ст
большая: б бол
большои: б бол
малая: м мал
малыи: м мал
новая: нов
старая: стар
верхнии: верх
нижнии: ниж
санкт петербург: спб
москва: мск
`,
}
