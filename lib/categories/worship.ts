/** Read by `readCategories`. */
export const worship = `
place_of_worship: amenity=place_of_worship
place of worship/places of worship
lieu de culte/lieux de culte
Gotteshaus/Gotteshäuser, Kultstätte+n
lugar de culto/lugares de culto
luogo di culto/luoghi di culto
lloc de culte/llocs de culte
lugar de culto/lugares de culto
gebedshuis/gebedshuizen, religieus gebouw

church: amenity=place_of_worship+religion=christian building=church historic=church building=cathedral
church+es, cathedral+s
église+s, cathédrale+s, basilique+s, temple protestant
Kirche+n, Dom+e, Kathedrale+n, Münster
iglesia+s, catedral+es, basílica+s
chiesa/chiese, duomo/duomi, cattedrale/cattedrali, basilica/basiliche
església/esglésies, catedral+s, basílica/basíliques
igreja+s, catedral/catedrais, basílica+s, sé
kerk+en, kathedraal/kathedralen

chapel: building=chapel historic=chapel place_of_worship=chapel
chapel+s
chapelle+s
Kapelle+n
capilla+s, ermita+s
cappella/cappelle
capella/capelles, ermita/ermites
capela+s, ermida+s
kapel+len

mosque: amenity=place_of_worship+religion=muslim building=mosque
mosque+s
mosquée+s
Moschee+n
mezquita+s
moschea/moschee
mesquita/mesquites
mesquita+s
moskee+ën

synagogue: amenity=place_of_worship+religion=jewish building=synagogue
synagogue+s
synagogue+s
Synagoge+n
sinagoga+s
sinagoga/sinagoghe
sinagoga/sinagogues
sinagoga+s
synagoge+n

buddhist_temple: amenity=place_of_worship+religion=buddhist
Buddhist temple+s, temple+s
temple bouddhiste/temples bouddhistes, temple+s, pagode+s
buddhistischer Tempel/buddhistische Tempel, Tempel
templo budista/templos budistas, templo+s
tempio buddista/templi buddisti, tempio/templi
temple budista/temples budistes, temple+s
templo budista/templos budistas, templo+s
boeddhistische tempel+s, tempel+s

hindu_temple: amenity=place_of_worship+religion=hindu
Hindu temple+s, temple+s
temple hindou/temples hindous, temple+s
Hindutempel, hinduistischer Tempel, Tempel
templo hindú/templos hindúes, templo+s
tempio induista/templi induisti, tempio/templi
temple hindú/temples hindús, temple+s
templo hindu/templos hindus, templo+s
hindoetempel+s, tempel+s

shrine: amenity=place_of_worship+religion=shinto
shrine+s, Shinto shrine+s
sanctuaire shinto/sanctuaires shinto, sanctuaire+s
Schrein+e, Shinto-Schrein+e
santuario sintoísta/santuarios sintoístas, santuario+s
santuario shintoista/santuari shintoisti, santuario/santuari
santuari xintoista/santuaris xintoistes, santuari+s
santuário xintoísta/santuários xintoístas, santuário+s
schrijn+en, shintoschrijn+en

monastery: amenity=monastery historic=monastery
monastery/monasteries, abbey+s, convent+s
monastère+s, abbaye+s, couvent+s
Kloster/Klöster, Abtei+en
monasterio+s, abadía+s, convento+s
monastero/monasteri, abbazia/abbazie, convento/conventi
monestir+s, abadia/abadies, convent+s
mosteiro+s, abadia+s, convento+s
klooster+s, abdij+en

cemetery: landuse=cemetery amenity=grave_yard
cemetery/cemeteries, graveyard+s
cimetière+s
Friedhof/Friedhöfe
cementerio+s, camposanto+s
cimitero/cimiteri, camposanto/camposanti
cementiri+s
cemitério+s
begraafplaats+en, kerkhof/kerkhoven
`
