/** Read by `readCategories`. */
export const lodging = `
hotel: tourism=hotel
hotel+s
hôtel+s
Hotel+s
hotel+es
hotel, albergo/alberghi
hotel+s
hotel/hotéis
hotel+s

hostel: tourism=hostel
hostel+s, youth hostel+s, backpacker+s
auberge de jeunesse/auberges de jeunesse, hostel+s
Jugendherberge+n, Hostel+s
albergue juvenil/albergues juveniles, hostel+s, albergue+s
ostello/ostelli, ostello della gioventù
alberg+s, alberg de joventut, hostel+s
pousada da juventude/pousadas da juventude, albergue+s, hostel+s
jeugdherberg+en, hostel+s

guest_house: tourism=guest_house
guest house+s, guesthouse+s, bed and breakfast+s, B&B+s
chambre d'hôtes/chambres d'hôtes, maison d'hôtes/maisons d'hôtes, gîte+s
Pension+en, Gästehaus/Gästehäuser, Frühstückspension+en
casa de huéspedes/casas de huéspedes, pensión/pensiones, hostal+es, casa rural/casas rurales
pensione/pensioni, affittacamere, bed and breakfast, agriturismo/agriturismi
pensió/pensions, casa d'hostes/cases d'hostes, hostal+s
casa de hóspedes/casas de hóspedes, pensão/pensões, pousada+s
pension+s, gasthuis/gasthuizen, bed and breakfast+s

motel: tourism=motel
motel+s
motel+s
Motel+s
motel+es
motel
motel+s
motel/motéis
motel+s

apartment: tourism=apartment tourism=chalet
holiday apartment+s, holiday home+s, vacation rental+s, chalet+s, holiday flat+s
appartement de vacances/appartements de vacances, location de vacances, chalet+s
Ferienwohnung+en, Ferienhaus/Ferienhäuser, Chalet+s
apartamento turístico/apartamentos turísticos, casa de vacaciones
appartamento vacanze/appartamenti vacanze, casa vacanze/case vacanze
apartament turístic/apartaments turístics, casa de vacances
apartamento turístico/apartamentos turísticos, casa de férias
vakantiewoning+en, vakantiehuis/vakantiehuizen, vakantieappartement+en

camp_site: tourism=camp_site
campsite+s, camp site+s, camping, campground+s
camping+s, terrain de camping/terrains de camping
Campingplatz/Campingplätze, Zeltplatz/Zeltplätze, Camping
camping+s, zona de acampada
campeggio/campeggi, camping
càmping+s, zona d'acampada
parque de campismo/parques de campismo, camping
camping+s, kampeerterrein+en

caravan_site: tourism=caravan_site
caravan site+s, RV park+s, motorhome stopover+s, campervan site+s
aire de camping-car/aires de camping-car, camping-car+s
Wohnmobilstellplatz/Wohnmobilstellplätze, Stellplatz/Stellplätze
área de autocaravanas/áreas de autocaravanas
area camper/aree camper, area di sosta camper
àrea d'autocaravanes/àrees d'autocaravanes
área de autocaravanas/áreas de autocaravanas, parque de caravanas
camperplaats+en, caravanterrein+en

alpine_hut: tourism=alpine_hut
mountain hut+s, alpine hut+s, mountain refuge+s
refuge+s, refuge de montagne/refuges de montagne, cabane de montagne
Berghütte+n, Schutzhütte+n, Alpenvereinshütte+n, Hütte+n
refugio+s, refugio de montaña/refugios de montaña
rifugio/rifugi, rifugio alpino/rifugi alpini, malga/malghe
refugi+s, refugi de muntanya/refugis de muntanya
refúgio+s, refúgio de montanha/refúgios de montanha
berghut+ten, schuilhut+ten

wilderness_hut: tourism=wilderness_hut
wilderness hut+s, bothy/bothies, unstaffed hut+s
cabane+s, refuge non gardé/refuges non gardés, abri de montagne
Biwak+s, Biwakschachtel+n, unbewirtschaftete Hütte/unbewirtschaftete Hütten
cabaña+s, refugio libre/refugios libres, vivac+s
bivacco/bivacchi, capanna/capanne
cabana/cabanes, refugi lliure/refugis lliures, bivac+s
cabana+s, abrigo de montanha/abrigos de montanha, bivaque+s
onbemande hut/onbemande hutten, trekkershut+ten
`
