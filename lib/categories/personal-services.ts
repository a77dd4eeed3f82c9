/** Trades and personal services; read by `readCategories`. */
export const personalServices = `
hairdresser: shop=hairdresser
hairdresser+s, hair salon+s, barber+s, barber shop+s, haircut
coiffeur+s, salon de coiffure/salons de coiffure, barbier+s
Friseur+e, Friseursalon+s, Frisör+e, Barbier
peluquería+s, barbería+s, peluquero+s
parrucchiere/parrucchieri, barbiere/barbieri
perruqueria/perruqueries, barberia/barberies
cabeleireiro+s, barbearia+s, barbeiro+s
kapper+s, kapsalon+s, barbier+s

beauty: shop=beauty shop=massage shop=nails
beauty salon+s, nail salon+s, massage, spa+s
institut de beauté/instituts de beauté, esthéticienne+s, salon de beauté, massage+s
Kosmetiksalon+s, Nagelstudio+s, Kosmetikstudio+s, Massage
salón de belleza/salones de belleza, centro de estética, masaje+s
centro estetico/centri estetici, estetista/estetiste, massaggi
centre d'estètica/centres d'estètica, saló de bellesa, massatge+s
salão de beleza/salões de beleza, esteticista+s, massagem
schoonheidssalon+s, nagelstudio+s, massage

cosmetics: shop=cosmetics shop=perfumery shop=chemist
cosmetics, perfumery/perfumeries, perfume shop+s, toiletries
parfumerie+s, cosmétiques, droguerie+s
Drogerie+n, Parfümerie+n, Drogeriemarkt/Drogeriemärkte, Kosmetik
perfumería+s, droguería+s, cosméticos
profumeria/profumerie, cosmetici
perfumeria/perfumeries, drogueria/drogueries, cosmètics
perfumaria+s, cosméticos
drogisterij+en, parfumerie+s, drogist+en

tattoo: shop=tattoo
tattoo studio+s, tattoo parlour+s, tattoo+s
tatoueur+s, salon de tatouage/salons de tatouage
Tattoostudio+s, Tätowierer
estudio de tatuajes/estudios de tatuajes, tatuajes
tatuatore/tatuatori, studio di tatuaggi
estudi de tatuatges/estudis de tatuatges, tatuatges
estúdio de tatuagem/estúdios de tatuagem, tatuagens
tattooshop+s, tatoeëerder+s

optician: shop=optician
optician+s, glasses, eyewear
opticien+s, lunettes
Optiker, Augenoptiker, Brillen
óptica+s, gafas
ottico/ottici, ottica, occhiali
òptica/òptiques, ulleres
oculista+s, ótica+s, óculos
opticien+s, brillen

laundry: shop=laundry shop=dry_cleaning
laundry/laundries, launderette+s, laundromat+s, dry cleaner+s, dry cleaning
laverie+s, pressing+s, blanchisserie+s, teinturerie+s
Wäscherei+en, Waschsalon+s, Reinigung+en
lavandería+s, tintorería+s
lavanderia/lavanderie, tintoria/tintorie
bugaderia/bugaderies, tintoreria/tintoreries
lavandaria+s, lavanderia+s
wasserette+s, wasserij+en, stomerij+en

travel_agency: shop=travel_agency
travel agency/travel agencies, travel agent+s
agence de voyage/agences de voyage, agence de voyages
Reisebüro+s
agencia de viajes/agencias de viajes
agenzia di viaggi/agenzie di viaggi, agenzia viaggi
agència de viatges/agències de viatges
agência de viagens/agências de viagens
reisbureau+s

estate_agent: office=estate_agent
estate agent+s, real estate agency/real estate agencies, realtor+s, real estate
agence immobilière/agences immobilières
Immobilienmakler, Makler, Immobilienbüro+s
inmobiliaria+s, agencia inmobiliaria/agencias inmobiliarias
agenzia immobiliare/agenzie immobiliari
immobiliària/immobiliàries, agència immobiliària
imobiliária+s
makelaar+s, vastgoedkantoor

lawyer: office=lawyer office=notary
lawyer+s, solicitor+s, attorney+s, law firm+s, notary/notaries
avocat+s, cabinet d'avocats, notaire+s
Rechtsanwalt/Rechtsanwälte, Anwalt/Anwälte, Notar+e, Kanzlei+en
abogado+s, bufete+s, notario+s, notaría+s
avvocato/avvocati, studio legale/studi legali, notaio/notai
advocat+s, notari+s, notaria/notaries
advogado+s, escritório de advocacia, notário+s
advocaat/advocaten, advocatenkantoor/advocatenkantoren, notaris+sen

insurance: office=insurance
insurance, insurance office+s, insurance agent+s
assurance+s, agence d'assurance
Versicherung+en, Versicherungsbüro+s
seguros, aseguradora+s, agencia de seguros
assicurazione/assicurazioni, agenzia assicurativa
assegurança/assegurances, asseguradora/asseguradores
seguros, seguradora+s
verzekering+en, verzekeringskantoor/verzekeringskantoren

coworking: amenity=coworking_space office=coworking
coworking space+s, coworking
espace de coworking/espaces de coworking, coworking
Coworking-Space+s, Coworking
espacio de coworking/espacios de coworking, coworking
spazio di coworking/spazi di coworking, coworking
espai de coworking/espais de coworking, coworking
espaço de coworking/espaços de coworking, coworking
coworkingruimte+s, coworking, flexwerkplek+ken

copyshop: shop=copyshop shop=photo
copy shop+s, print shop+s, photo shop+s, photographer+s
photocopie+s, imprimerie+s, photographe+s
Copyshop+s, Druckerei+en, Fotogeschäft+e, Fotograf+en
copistería+s, reprografía+s, imprenta+s, fotógrafo+s
copisteria/copisterie, tipografia/tipografie, fotografo/fotografi
copisteria/copisteries, impremta/impremtes, fotògraf+s
reprografia+s, centro de cópias, fotógrafo+s
copyshop+s, drukkerij+en, fotograaf/fotografen

craft: craft=carpenter craft=electrician craft=plumber craft=painter craft=shoemaker craft=key_cutter shop=locksmith craft=tailor shop=tailor
craftsman/craftsmen, plumber+s, electrician+s, carpenter+s, locksmith+s, tailor+s, shoemaker+s
artisan+s, plombier+s, électricien+s, menuisier+s, serrurier+s, tailleur+s, cordonnier+s
Handwerker, Klempner, Elektriker, Schreiner, Tischler, Schlüsseldienst+e, Schneider, Schuster
artesano+s, fontanero+s, electricista+s, carpintero+s, cerrajero+s, sastre+s, zapatero+s
artigiano/artigiani, idraulico/idraulici, elettricista/elettricisti, falegname/falegnami, fabbro/fabbri, sarto/sarti, calzolaio/calzolai
artesà/artesans, lampista/lampistes, electricista/electricistes, fuster+s, manyà/manyans, sastre+s, sabater+s
artesão/artesãos, canalizador+es, eletricista+s, carpinteiro+s, serralheiro+s, alfaiate+s, sapateiro+s
ambachtsman/ambachtslieden, loodgieter+s, elektricien+s, timmerman/timmerlui, slotenmaker+s, kleermaker+s, schoenmaker+s
`
