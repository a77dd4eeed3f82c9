/** Read by `readCategories`. What is everywhere in nature counts only with a name. */
export const nature = `
peak: natural=peak natural=volcano
peak+s, mountain+s, summit+s, mountain top+s, volcano+es
sommet+s, montagne+s, pic+s, mont+s, volcan+s
Gipfel, Berg+e, Bergspitze+n, Vulkan+e
pico+s, cima+s, montaña+s, cumbre+s, volcán/volcanes
vetta/vette, cima/cime, montagna/montagne, monte/monti, vulcano/vulcani
pic+s, cim+s, muntanya/muntanyes, volcà/volcans
pico+s, cume+s, montanha+s, serra+s, vulcão/vulcões
bergtop+pen, berg+en, top+pen, vulkaan/vulkanen

mountain_pass: natural=saddle mountain_pass=yes
mountain pass+es, pass+es, saddle+s
col+s, col de montagne
Gebirgspass/Gebirgspässe, Pass/Pässe, Bergsattel
puerto de montaña/puertos de montaña, collado+s, paso de montaña
passo di montagna/passi di montagna, passo/passi, valico/valichi
coll+s, port de muntanya/ports de muntanya, collada/collades
passo de montanha/passos de montanha, colo+s, portela+s
bergpas+sen, pas+sen

waterfall: waterway=waterfall natural=waterfall
waterfall+s, falls, cascade+s
cascade+s, chute d'eau/chutes d'eau
Wasserfall/Wasserfälle
cascada+s, catarata+s, salto de agua
cascata/cascate
cascada/cascades, salt d'aigua/salts d'aigua
cascata+s, cachoeira+s, queda de água
waterval+len

lake: natural=water+water=lake natural=water+name=* natural=water+water=reservoir+name=* landuse=reservoir+name=*
lake+s, pond+s, reservoir+s, loch+s, tarn+s
lac+s, étang+s, réservoir+s, retenue d'eau
See+n, Teich+e, Stausee+n, Weiher
lago+s, laguna+s, embalse+s, estanque+s
lago/laghi, laghetto/laghetti, stagno/stagni, bacino/bacini
llac+s, estany+s, bassa/basses, embassament+s, pantà/pantans
lago+s, lagoa+s, albufeira+s, represa+s
meer/meren, plas+sen, vijver+s, stuwmeer/stuwmeren

river: waterway=river+name=* waterway=stream+name=* waterway=canal+name=*
river+s, stream+s, creek+s, canal+s
rivière+s, fleuve+s, ruisseau+x, canal/canaux, cours d'eau
Fluss/Flüsse, Bach/Bäche, Kanal/Kanäle
río+s, arroyo+s, riachuelo+s, canal+es
fiume/fiumi, torrente/torrenti, ruscello/ruscelli, canale/canali
riu+s, rierol+s, torrent+s, canal+s
rio+s, ribeira+s, ribeiro+s, riacho+s, canal/canais
rivier+en, beek/beken, kanaal/kanalen

spring: natural=spring
spring+s, water spring+s, natural spring+s
source+s, source d'eau
Quelle+n, Wasserquelle+n
manantial+es, fuente natural/fuentes naturales
sorgente/sorgenti, fonte/fonti
font+s, deu+s, font natural/fonts naturals
nascente+s, fonte+s, mina de água
bron+nen, waterbron+nen

cave: natural=cave_entrance
cave+s, cavern+s, grotto+es
grotte+s, caverne+s
Höhle+n, Grotte+n
cueva+s, gruta+s
grotta/grotte, caverna/caverne
cova/coves, avenc+s
gruta+s, caverna+s
grot+ten

beach: natural=beach leisure=beach_resort
beach+es, seaside
plage+s
Strand/Strände, Badestrand/Badestrände
playa+s
spiaggia/spiagge, lido/lidi
platja/platges
praia+s
strand+en

bay: natural=bay+name=*
bay+s, cove+s, inlet+s
baie+s, anse+s, crique+s
Bucht+en
bahía+s, cala+s, ensenada+s
baia/baie, cala/cale, insenatura/insenature
badia/badies, cala/cales
baía+s, enseada+s
baai+en, inham+men

cape: natural=cape+name=* natural=peninsula+name=*
cape+s, headland+s, peninsula+s
cap+s, pointe+s, presqu'île+s
Kap+s, Landspitze+n, Halbinsel+n
cabo+s, península+s
capo/capi, promontorio/promontori, penisola/penisole
cap+s, península/penínsules
cabo+s, península+s
kaap/kapen, landtong+en, schiereiland+en

glacier: natural=glacier+name=*
glacier+s
glacier+s
Gletscher
glaciar+es
ghiacciaio/ghiacciai
glacera/glaceres
glaciar+es, geleira+s
gletsjer+s

cliff: natural=cliff+name=* natural=rock+name=* natural=arch+name=*
cliff+s, rock+s, crag+s
falaise+s, rocher+s
Klippe+n, Felsen, Felswand/Felswände
acantilado+s, peña+s, roca+s
scogliera/scogliere, roccia/rocce, rupe/rupi
penya-segat+s, cingle+s, roca/roques
falésia+s, penhasco+s, rocha+s
klif+fen, rots+en

valley: natural=valley+name=* natural=gorge+name=*
valley+s, gorge+s, canyon+s, ravine+s
vallée+s, gorge+s, canyon+s, val
Tal/Täler, Schlucht+en, Klamm+en
valle+s, desfiladero+s, barranco+s, cañón/cañones
valle/valli, gola/gole, forra/forre, canyon
vall+s, congost+s, barranc+s
vale+s, desfiladeiro+s, garganta+s, cânion/cânions
vallei+en, dal+en, kloof/kloven

forest: natural=wood+name=* landuse=forest+name=*
forest+s, wood+s, woodland+s
forêt+s, bois
Wald/Wälder, Forst+e
bosque+s, pinar+es
bosco/boschi, foresta/foreste, pineta/pinete
bosc+s, pineda/pinedes
floresta+s, bosque+s, mata+s, pinhal/pinhais
bos+sen, woud+en

island: place=island+name=* place=islet+name=*
island+s, islet+s, isle+s
île+s, îlot+s
Insel+n
isla+s, islote+s
isola/isole, isolotto/isolotti
illa/illes, illot+s
ilha+s, ilhéu+s
eiland+en
`
