/** Culture, sights and tourism; read by `readCategories`. */
export const sights = `
museum: tourism=museum
museum+s
musée+s
Museum/Museen
museo+s
museo/musei
museu+s
museu+s
museum/musea, museums

gallery: tourism=gallery shop=art
art gallery/art galleries, gallery/galleries
galerie d'art/galeries d'art, galerie+s
Kunstgalerie+n, Galerie+n
galería de arte/galerías de arte, galería+s
galleria d'arte/gallerie d'arte, galleria/gallerie
galeria d'art/galeries d'art, galeria/galeries
galeria de arte/galerias de arte, galeria+s
kunstgalerie+s, galerie+s, galerij+en

theatre: amenity=theatre
theatre+s, theater+s, playhouse+s, opera house+s
théâtre+s, opéra+s
Theater, Opernhaus/Opernhäuser, Oper+n, Schauspielhaus
teatro+s, ópera+s
teatro/teatri, teatro dell'opera
teatre+s, òpera
teatro+s, ópera+s
theater+s, schouwburg+en, opera+s

cinema: amenity=cinema
cinema+s, movie theater+s, movie theatre+s, movies
cinéma+s
Kino+s, Lichtspielhaus
cine+s
cinema
cinema/cinemes, cine+s
cinema+s
bioscoop/bioscopen, filmhuis/filmhuizen

arts_centre: amenity=arts_centre amenity=concert_hall amenity=events_venue amenity=conference_centre
arts centre+s, cultural centre+s, cultural center+s, concert hall+s, music venue+s
centre culturel/centres culturels, salle de concert/salles de concert
Kulturzentrum/Kulturzentren, Konzerthaus/Konzerthäuser, Konzertsaal/Konzertsäle
centro cultural/centros culturales, sala de conciertos, auditorio+s
centro culturale/centri culturali, sala concerti, auditorium
centre cultural/centres culturals, sala de concerts, auditori+s
centro cultural/centros culturais, sala de concertos
cultureel centrum/culturele centra, concertzaal/concertzalen

library: amenity=library
library/libraries, public library/public libraries
bibliothèque+s, médiathèque+s
Bibliothek+en, Bücherei+en
biblioteca+s
biblioteca/biblioteche
biblioteca/biblioteques
biblioteca+s
bibliotheek/bibliotheken

casino: amenity=casino amenity=gambling
casino+s, gambling hall+s
casino+s, salle de jeux/salles de jeux
Spielbank+en, Casino+s, Kasino+s, Spielhalle+n
casino+s, salón de juego/salones de juego
casinò, sala giochi/sale giochi
casino+s, sala de joc/sales de joc
casino+s, cassino+s, salão de jogos
casino+s, speelhal+len

zoo: tourism=zoo
zoo+s, zoological garden+s, animal park+s
zoo+s, parc zoologique/parcs zoologiques, parc animalier/parcs animaliers
Zoo+s, Tierpark+s, Tiergarten/Tiergärten, Wildpark+s
zoo+s, zoológico+s, parque zoológico
zoo, giardino zoologico/giardini zoologici, parco faunistico
zoo+s, parc zoològic
zoo+s, jardim zoológico/jardins zoológicos, zoológico+s
dierentuin+en, dierenpark+en, zoo+s

aquarium: tourism=aquarium
aquarium+s, oceanarium+s
aquarium+s
Aquarium/Aquarien
acuario+s
acquario/acquari
aquari+s
aquário+s, oceanário+s
aquarium+s, aquaria

theme_park: tourism=theme_park
theme park+s, amusement park+s, funfair+s
parc d'attractions/parcs d'attractions, parc à thème
Freizeitpark+s, Vergnügungspark+s, Themenpark+s
parque de atracciones/parques de atracciones, parque temático
parco divertimenti/parchi divertimenti, parco giochi a tema, luna park
parc d'atraccions/parcs d'atraccions, parc temàtic
parque de diversões/parques de diversões, parque temático
pretpark+en, attractiepark+en, themapark+en

attraction: tourism=attraction
attraction+s, tourist attraction+s, sight+s, sightseeing, place of interest/places of interest, landmark+s
attraction+s, attraction touristique/attractions touristiques, curiosité+s
Sehenswürdigkeit+en, Attraktion+en, Touristenattraktion+en
atracción turística/atracciones turísticas, lugar de interés/lugares de interés, atracción/atracciones
attrazione/attrazioni, attrazione turistica/attrazioni turistiche, luogo d'interesse/luoghi d'interesse
atracció/atraccions, atracció turística/atraccions turístiques, lloc d'interès/llocs d'interès
atração turística/atrações turísticas, ponto turístico/pontos turísticos, atração/atrações
bezienswaardigheid/bezienswaardigheden, attractie+s

viewpoint: tourism=viewpoint
viewpoint+s, lookout+s, scenic view+s, vista point+s, panorama+s
point de vue/points de vue, belvédère+s, panorama+s
Aussichtspunkt+e, Aussicht+en, Panorama+s
mirador+es, vista panorámica
punto panoramico/punti panoramici, belvedere, panorama/panorami
mirador+s, vista panoràmica
miradouro+s, mirante+s
uitkijkpunt+en, uitzichtpunt+en

information: tourism=information+information=office tourism=information+information=visitor_centre
tourist information, tourist office+s, visitor centre+s, visitor center+s
office de tourisme/offices de tourisme, office du tourisme, syndicat d'initiative
Touristeninformation+en, Tourist-Information, Fremdenverkehrsamt/Fremdenverkehrsämter
oficina de turismo/oficinas de turismo, información turística
ufficio turistico/uffici turistici, informazioni turistiche, pro loco
oficina de turisme/oficines de turisme, informació turística
posto de turismo/postos de turismo, informação turística, informações turísticas
toeristeninformatie, VVV, toeristenbureau+s, bezoekerscentrum/bezoekerscentra

artwork: tourism=artwork
artwork+s, sculpture+s, statue+s, mural+s, public art
œuvre d'art/œuvres d'art, sculpture+s, statue+s, fresque+s
Kunstwerk+e, Skulptur+en, Statue+n
obra de arte/obras de arte, escultura+s, estatua+s, mural+es
opera d'arte/opere d'arte, scultura/sculture, statua/statue, murale/murali
obra d'art/obres d'art, escultura/escultures, estàtua/estàtues
obra de arte/obras de arte, escultura+s, estátua+s, mural/murais
kunstwerk+en, beeld+en, standbeeld+en, sculptuur/sculpturen

monument: historic=monument historic=memorial+memorial=!stolperstein historic=wayside_cross historic=wayside_shrine historic=city_gate
monument+s, memorial+s, war memorial+s, wayside cross+es
monument+s, mémorial/mémoriaux, monument aux morts/monuments aux morts, calvaire+s
Denkmal/Denkmäler, Mahnmal+e, Gedenkstätte+n, Monument+e, Wegkreuz+e
monumento+s, memorial+es, cruceiro+s
monumento/monumenti, memoriale/memoriali
monument+s, memorial+s
monumento+s, memorial/memoriais
monument+en, gedenkteken+s, herdenkingsmonument+en

castle: historic=castle historic=fort historic=manor
castle+s, palace+s, fortress+es, fort+s, manor+s
château+x, forteresse+s, fort+s, manoir+s
Burg+en, Schloss/Schlösser, Festung+en
castillo+s, fortaleza+s, palacio+s
castello/castelli, fortezza/fortezze, rocca/rocche
castell+s, fortalesa/fortaleses
castelo+s, fortaleza+s, solar+es
kasteel/kastelen, burcht+en, fort+en

ruins: historic=ruins historic=archaeological_site
ruin+s, archaeological site+s
ruine+s, site archéologique/sites archéologiques, vestiges
Ruine+n, Ausgrabungsstätte+n, archäologische Stätte
ruina+s, yacimiento arqueológico/yacimientos arqueológicos
rovina/rovine, rudere/ruderi, sito archeologico/siti archeologici, scavi
ruïna/ruïnes, ruines, jaciment arqueològic/jaciments arqueològics
ruína+s, sítio arqueológico/sítios arqueológicos
ruïne+s, archeologische vindplaats/archeologische vindplaatsen

tower: man_made=tower+tower:type=observation man_made=tower+tower:type=bell_tower historic=tower man_made=tower+name=*
tower+s, observation tower+s, bell tower+s
tour+s, tour d'observation, clocher+s
Turm/Türme, Aussichtsturm/Aussichtstürme, Glockenturm
torre+s, torre de observación, campanario+s
torre/torri, torre panoramica, campanile/campanili
torre/torres, campanar+s
torre+s, torre de observação, campanário+s
toren+s, uitkijktoren+s, klokkentoren+s

lighthouse: man_made=lighthouse
lighthouse+s
phare+s
Leuchtturm/Leuchttürme
faro+s
faro/fari
far+s
farol/faróis
vuurtoren+s

windmill: man_made=windmill man_made=watermill historic=mill
windmill+s, mill+s, watermill+s
moulin à vent/moulins à vent, moulin+s
Windmühle+n, Mühle+n, Wassermühle+n
molino de viento/molinos de viento, molino+s
mulino a vento/mulini a vento, mulino/mulini
molí de vent/molins de vent, molí/molins
moinho de vento/moinhos de vento, moinho+s, azenha+s
windmolen+s, molen+s, watermolen+s

fountain: amenity=fountain
fountain+s
fontaine+s
Brunnen, Springbrunnen
fuente+s
fontana/fontane
font+s, brollador+s
fonte+s, chafariz+es
fontein+en
`
