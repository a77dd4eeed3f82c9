/** Where the part of an address that a designator names has its number or letter. */
export interface DesignatorWords {
  /** Before the value: "Apt 4B". Written as sources of regular expressions. */
  before: string
  /** After it: "3rd floor". */
  after?: string
  /** Without a value: "ground floor". */
  alone?: string
}

/** Flats, rooms and offices. */
export const unitWords: DesignatorWords = {
  before: `
apt apartment appt appart(?:ement)? app apto ap unit units suite ste flat room rm shop office offices studio lot
space spc trailer penthouse ph cabin kiosk stall
wohnung whg w(?:o)?hng top tür zimmer zi
bureau porte chambre logement local loc boîte boite bte
bus
depto dpto dto departamento interior int puerta pta oficina nave of ofic ofi despacho
apartamento sala sl loja lj conj(?:unto)? fração
interno appartamento
m lok lokal mieszkanie
byt
кв квартира оф офис пом помещение ком комната комн каб квартира
lgh lägenhet leil leilighet bolig
as asunto huoneisto
ajtó
daire d iç\\skapı
căn\\shộ phòng
διαμ διαμέρισμα γραφείο
門牌 `,
  alone: 'penthouse',
}

export const levelWords: DesignatorWords = {
  before: `
floor fl flr level lvl lev storey
etage stock stockwerk geschoss
étage ét
piso planta andar piano
piętro patro poschodí poschodie
этаж эт поверх
kerros krs våning vån etasje etg
emelet em etaj et kat verdieping verd tầng όροφος`,
  after: `
floor fl flr level storey
etage og o\\.g ug stock stockwerk geschoss obergeschoss
étage etage ét
piso planta andar piano
piętro patro poschodí
этаж эт
kerros krs våning vån tr trappor sal etasje etg
emelet em kat verdieping όροφος`,
  alone: `ground\\sfloor lower\\sground\\sfloor upper\\sground\\sfloor first\\sfloor second\\sfloor third\\sfloor
fourth\\sfloor fifth\\sfloor sixth\\sfloor seventh\\sfloor eighth\\sfloor ninth\\sfloor tenth\\sfloor top\\sfloor
basement mezzanine erdgeschoss hochparterre parterre dachgeschoss untergeschoss eg dg ug
rez-de-chaussée rdc premier\\sétage planta\\sbaja entresuelo entlo ático sobreático bajos? baixos àtic entresòl principal pb piano\\sterra
rés-do-chão r/c cave begane\\sgrond primer\\spiso segundo\\spiso tercer\\spiso primo\\spiano secondo\\spiano`,
}

export const staircaseWords: DesignatorWords = {
  before: `
staircase stairway stair stiege stg aufgang escalier esc escalera scala sc scara escala klatka kl schodiště rappu porras
trappa uppgång trapphus opgang oppgang lépcsőház lph`,
}

export const entranceWords: DesignatorWords = {
  before: `
entrance entry door eingang entrée entrada ingresso wejście vchod vhod подъезд под під’їзд парадная ingång indgang
inngang portal bejárat είσοδος`,
}

/** A building among several of one number. */
export const buildingWords: DesignatorWords = {
  before: `
building bldg block blk tower wing haus gebäude bâtiment bât bat bloque bloc bloco bl torre edificio edif ed edifício
palazzina budynek bud blok building\\sno blok\\sno`,
}

/** Post boxes; the words before the number. */
export const boxWords: DesignatorWords = {
  before: `
p\\.?\\s?o\\.?\\s?box post\\soffice\\sbox po\\sbox pobox p\\.?o\\.?b gpo\\sbox g\\.p\\.o\\.\\sbox pmb locked\\sbag private\\sbag postnet\\ssuite
postfach boîte\\spostale boite\\spostale b\\.?\\s?p case\\spostale cas\\spostale casier\\spostal c\\.?p cs
casilla\\sde\\scorreos? casilla apartado\\sde\\scorreos apartado\\spostal apartado apdo apartat\\sde\\scorreus apartat
casella\\spostale caixa\\spostal cx\\.?\\spostal c\\.\\sp
postbus postboks boks postbox box pl
skrytka\\spocztowa skr\\.?\\spoczt skr
p\\.?\\s?p pošt\\.?\\spř poštovní\\spřihrádka poštová\\spriehradka
абонентский\\sящик а/я а\\.\\s?я
postafiók pf casuta\\spoștală căsuța\\spoștală οp τ\\.?θ
posta\\skutusu p\\.k`,
  alone: 'postfach',
}

/** What may stand before a house number and is not of it. */
export const numberWords = `
nr no nº n° n num numéro numero número núm nro № # дом д буд будинок house\\sno h\\.?\\s?no house\\snumber plot\\sno
plot door\\sno flat\\sno č\\.?\\s?p čp č civico αρ αριθ`

/** Names of buildings, firms and sights have such words. */
export const venueWords: ReadonlySet<string> = new Set(
  `hotel hostel motel inn cafe coffee restaurant ristorante trattoria pizzeria osteria bistro brasserie bar pub tavern
museum musee museo museu muzeum muzej musei galerie gallery galeria theatre theater theatre teatro teatre opera kino
cinema library bibliothek bibliotheque biblioteca school schule ecole escola escuela scuola college university universitat
universite universidad universidade universita lycee gymnasium hospital klinik clinic clinica clinique krankenhaus
hopital ospedale spital pharmacy apotheke pharmacie farmacia church kirche eglise iglesia igreja chiesa cathedral dom
cathedrale catedral duomo basilica basilika abbey temple mosque synagogue chapel castle schloss chateau castillo castelo
castello palace palais palacio palazzo palast tower turm tour torre building bldg gebaude batiment edificio center centre
centro zentrum mall shopping supermarket supermarkt supermarche market markthalle mercado mercato station bahnhof gare
estacion estacao stazione airport flughafen aeroport aeropuerto aeroporto house haus hall halle stadium stadion stade
estadio arena   gardens zoo bank post office embassy botschaft ambassade embajada ministry ministerium rathaus mairie
ayuntamiento municipio townhall courthouse gmbh   inc ltd llc   sarl srl           corp company   foundation
stiftung institute institut instituto society club gym   residence residencia residenz villa manor cottage farm lodge
court apartments towers plaza complex mansion mansions   chambers works studios business enterprise    
society chs premises kino divadlo nemocnice hotell sykehus sjukhus bibliotek slott kirke kyrka bibliotheek ziekenhuis
kasteel kerk sairaala kirkko kirjasto yliopisto koulu dworzec kosciol zamek galeria teatr szpital apteka
музеи театр гостиница отель ресторан кафе больница школа университет центр тц бц библиотека завод банк вокзал
stores store shop bakery backerei boulangerie panaderia books bookshop labs solutions technologies services group
memorial monument       royal   headquarters hq terminal`
    .split(/\s+/)
    .filter(Boolean),
)
