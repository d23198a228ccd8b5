/* Names of generated contacts. The companies are fictitious. */

const list = (text: string) => text.split(',').map((one) => one.trim())

export const firstNames =
  list(`Aino, Alba, Anders, Anjali, Astrid, Benedek, Bruno, Carmen, Chidi, Clara, Dario, Dilan, Edda, Elif, Emre, Farah, Fiona, Gianni, Greta, Hamza, Helene,
  Igor, Ines, Isak, Jana, Joaquim, Kaito, Katya, Lars, Leila, Lorenzo, Maeve, Malik, Mei, Mirko, Nadia, Nils, Noor, Oona, Oscar, Paloma, Petra, Quentin, Rania, Rafael, Saskia, Stellan,
  Tamsin, Theo, Ulla, Vikram, Wanda, Yara, Yusuf, Zuzana`)
export const lastNames =
  list(`Abara, Almeida, Arslan, Baumann, Bergström, Brennan, Castellano, Chaudhry, Dahl, Dobrev, Eriksen, Farkas, Fonseca, Gallagher, Haddad, Hoshino, Ibsen, Janssen,
  Kaplan, Kowalczyk, Laurent, Lindqvist, Mbeki, Moretti, Nakagawa, Novak, Okonkwo, Olsen, Pereira, Petrov, Quist, Rahimi, Romero, Sato, Schreiber, Sharma, Sorensen, Tahiri, Thorne,
  Uddin, Vasquez, Villanueva, Weiss, Whitaker, Yilmaz, Zander`)

type Firm = { name: string; plan: 'enterprise' | 'team' | 'education'; country: string }
const firms = (plan: Firm['plan'], text: string): Firm[] =>
  list(text).map((one) => ({ name: one.slice(0, -3), plan, country: one.slice(-2) }))

export const companies: readonly Firm[] = [
  ...firms(
    'enterprise',
    `Kestrel Airways GB, Bjornholm Energi DK, Altavia Rail FR, Corvane Pharma CH, Brisa Telecom PT, Northgate Hospitals US, Stahlwerk Emden DE, Polder Water NL,
    Maple Trust Bank CA, Orso Foods IT, Silverline Ports AU, Hallmere Council GB`,
  ),
  ...firms(
    'team',
    `Quillbeam US, Lumen Bakery FR, Studio Kasbah MA, Driftwood Games SE, Papaya Travel MX, Cobalt Bikes NL, Juniper Law GB, Tangram Labs IN, Hexa Solar ES, Otterly US,
    Mochi Media JP, Sable Interiors IT, Pebble Finance IE, Fjordline Tours NO, Rookery Press GB, Kiln Ceramics DE, Zephyr Drones US, Marigold Care AU`,
  ),
  ...firms(
    'education',
    `Haverhill College GB, Lycée Montrose FR, Universidade do Vale BR, Oakridge School District US, Technikum Graz AT, Institut Bellaterra ES, Tampere Polytechnic FI`,
  ),
]
