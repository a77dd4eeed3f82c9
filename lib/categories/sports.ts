/** Sports that have grounds of their own; read by `readCategories`. */
export const sports = `
golf_course: leisure=golf_course
golf course+s, golf club+s, golf
golf+s, terrain de golf/terrains de golf, parcours de golf
Golfplatz/Golfplätze, Golf
campo de golf/campos de golf, golf
campo da golf/campi da golf, golf
camp de golf/camps de golf, golf
campo de golfe/campos de golfe, golfe
golfbaan/golfbanen, golf

miniature_golf: leisure=miniature_golf
miniature golf, mini golf, minigolf, crazy golf
minigolf+s, golf miniature
Minigolf, Minigolfplatz/Minigolfplätze
minigolf
minigolf
minigolf
minigolfe
minigolf, midgetgolf

ice_rink: leisure=ice_rink
ice rink+s, skating rink+s, ice skating
patinoire+s
Eisbahn+en, Eishalle+n, Eislaufplatz/Eislaufplätze, Eisstadion
pista de hielo/pistas de hielo, pista de patinaje
pista di pattinaggio/piste di pattinaggio, palaghiaccio
pista de gel/pistes de gel, pista de patinatge
pista de gelo/pistas de gelo, ringue de patinação
ijsbaan/ijsbanen, schaatsbaan/schaatsbanen

bowling: leisure=bowling_alley
bowling alley+s, bowling
bowling+s
Bowlingbahn+en, Bowling, Kegelbahn+en
bolera+s
bowling
bolera/boleres, bitlles
bowling
bowlingbaan/bowlingbanen, bowling

climbing: sport=climbing
climbing wall+s, climbing, climbing gym+s, climbing crag+s, bouldering
escalade, mur d'escalade/murs d'escalade, salle d'escalade, site d'escalade
Kletterhalle+n, Klettern, Klettergarten/Klettergärten, Boulderhalle+n
rocódromo+s, escalada
parete di arrampicata/pareti di arrampicata, arrampicata, falesia/falesie
rocòdrom+s, escalada
parede de escalada/paredes de escalada, escalada
klimhal+len, klimmen, klimmuur

skatepark: leisure=pitch+sport=skateboard sport=skateboard
skate park+s, skatepark+s
skatepark+s, skate park+s
Skatepark+s, Skateanlage+n
skatepark+s, pista de skate
skatepark, pista da skate
skatepark+s, pista de patins
skatepark+s, pista de skate
skatepark+en, skatebaan/skatebanen

horse_riding: leisure=horse_riding sport=equestrian
horse riding, riding stable+s, riding school+s, equestrian centre+s
centre équestre/centres équestres, équitation, manège+s
Reitstall/Reitställe, Reithof/Reithöfe, Reiten, Reitschule+n
hípica+s, centro ecuestre/centros ecuestres, equitación
maneggio/maneggi, equitazione, centro ippico
hípica/hípiques, centre eqüestre, equitació
centro hípico/centros hípicos, equitação, hípica+s
manege+s, paardrijden, rijstal

winter_sports: landuse=winter_sports site=piste
ski resort+s, ski area+s, skiing
station de ski/stations de ski, domaine skiable/domaines skiables
Skigebiet+e, Wintersport, Skiresort+s
estación de esquí/estaciones de esquí, esquí
stazione sciistica/stazioni sciistiche, comprensorio sciistico, sci
estació d'esquí/estacions d'esquí, esquí
estância de esqui/estâncias de esqui, estação de esqui, esqui
skigebied+en, skioord+en

dance: leisure=dance
dance hall+s, dance studio+s, dance school+s, ballroom+s
salle de danse/salles de danse, école de danse/écoles de danse, studio de danse
Tanzsaal/Tanzsäle, Tanzschule+n, Tanzstudio+s
salón de baile/salones de baile, escuela de baile/escuelas de baile
sala da ballo/sale da ballo, scuola di danza/scuole di danza
sala de ball/sales de ball, escola de dansa/escoles de dansa
salão de dança/salões de dança, escola de dança/escolas de dança
danszaal/danszalen, dansschool/dansscholen
`
