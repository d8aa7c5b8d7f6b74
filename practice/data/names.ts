// Given and family names by language. Every person on the practice web is a made-up combination of two of them.

export interface NamePool {
  given: readonly string[];
  family: readonly string[];
}

const list = (text: string) => text.split(', ');

export const NAME_POOLS: readonly NamePool[] = [
  {
    given: list('Margaret, Theodore, Harriet, Desmond, Imogen, Callum, Rosalind, Barnaby, Winifred, Alistair'),
    family: list(
      'Whitcombe, Harrowgate, Pellow, Ashdown, Brightwater, Kettleworth, Fenwick, Marlowe, Oakhurst, Thistlewood',
    ),
  },
  {
    given: list('Dakota, Wesley, Loretta, Marcus, Jolene, Terrence, Savannah, Clayton, Denise, Roland'),
    family: list(
      'Hollister, Beauchamp, Granger, McAllister, Tidewater, Rutledge, Winslow, Caldwell, Prescott, O’Rourke',
    ),
  },
  {
    given: list('Jürgen, Annelise, Matthias, Heike, Lothar, Sabine, Götz, Friederike, Björn, Käthe'),
    family: list(
      'Weißmüller, Brandstätter, Obermayer, Lindqvist-Kern, Schönfeld, Hufnagel, Krähenbühl, Tannhäuser, Vogelsang, Zimmerling',
    ),
  },
  {
    given: list('Élodie, Baptiste, Solène, Gaëtan, Marguerite, Loïc, Anaïs, Thibault, Océane, Rémi'),
    family: list(
      'Delacourt, Montfaucon, Lefèvre-Roy, Beaurepaire, Charbonnel, Vauquelin, Dujardin, Garancière, de la Tour, Poirault',
    ),
  },
  {
    given: list('María José, Íñigo, Rosario, Ezequiel, Lucía, Joaquín, Nuria, Álvaro, Itziar, Gonzalo'),
    family: list(
      'Ruiz Ortega, Echevarría, Montealegre, Villaseñor, Peñalosa, Carbonell, Iturbide, Zubizarreta, Quintanilla, del Olmo',
    ),
  },
  {
    given: list('Giulia, Fiorenzo, Ornella, Raffaele, Ilaria, Tommaso, Benedetta, Corrado, Mirella, Saverio'),
    family: list(
      'Bellandi, Castelnuovo, D’Arienzo, Ferragamonti, Grimaldelli, Lombardini, Pieraccini, Sanvitale, Tortorella, Vescovado',
    ),
  },
  {
    given: list('Małgorzata, Zbigniew, Kinga, Przemysław, Agnieszka, Wojciech, Łucja, Stanisław, Dorota, Bartosz'),
    family: list(
      'Kowalczewski, Wiśniowska, Zielonka, Brzezicki, Dąbrowiecki, Jaworska, Ostrowicz, Piątkiewicz, Szczerbiński, Wronowska',
    ),
  },
  {
    given: list('Ingrid, Søren, Astrid, Håkon, Linnea, Torbjørn, Freja, Åke, Sigrún, Mikkel'),
    family: list(
      'Bjørnstad, Ekstrand, Fjellheim, Grønnegaard, Holmlund, Kvistgaard, Nyström, Rosendahl, Søndergaard, Ulvestad',
    ),
  },
  {
    given: list('Sanne, Joost, Marijke, Thijs, Liesbeth, Wouter, Femke, Ruben, Anouk, Pieter'),
    family: list(
      'van der Linden, de Wachter, Hoekstraat, van Oosterzee, Brouwershof, ter Horst, Kuipersma, van den Broeckx, Molenkamp, Zuiderwijk',
    ),
  },
  {
    given: list('Haruka, Kenji, Sayuri, Takumi, Naoko, Shinobu, Ayaka, Ryota, Michiko, Daisuke'),
    family: list(
      'Akizuki, Hoshinoya, Kuramochi, Minazuki, Nakasato, Okunomiya, Shirakawa, Tsukishima, Umehara, Yamanobe',
    ),
  },
  {
    given: list('Ananya, Rohan, Meenakshi, Vikram, Priyanka, Siddharth, Lakshmi, Arjun, Kavita, Devendra'),
    family: list(
      'Banerjee-Rao, Chandrasekhar, Deshmukhe, Gopalan, Iyengarh, Krishnamoor, Mehrotra, Nambiarh, Raghunath, Subramoni',
    ),
  },
  {
    given: list('Adaeze, Kwabena, Folake, Chidi, Amina, Sekou, Thandiwe, Obinna, Wanjiru, Tendai'),
    family: list('Adeyinka, Boatengu, Chukwuka, Diallomba, Eberechi, Kamaraju, Mwangola, Ndlovane, Okonjore, Zulumani'),
  },
  {
    given: list('Mei-Ling, Wenjie, Xiaoyan, Jun-ho, Seo-yeon, Thanh, Linh, Minh-Anh, Haoran, Ji-woo'),
    family: list(
      'Changsun, Fenghua, Huangpei, Kimura-Park, Linhua, Nguyen-Tran, Ouyanglin, Seongnam, Tranhoa, Zhaolin',
    ),
  },
  {
    given: list('Zeynep, Emre, Leyla, Tariq, Samira, Cemal, Nadia, Yusuf, Darya, Karim'),
    family: list(
      'Akıncıoğlu, Benhaddou, Çelikbaş, El-Amrani, Farahzad, Güneşli, Haddadine, Khoury-Nasser, Rahimzadeh, Yıldıztepe',
    ),
  },
];

/** How the letters of a name are written in an address. */
const PLAIN: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'o',
  å: 'a',
  æ: 'ae',
  ł: 'l',
  ı: 'i',
  đ: 'd',
};

const plainLetters = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßøåæłıđ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFD');

/** Lower-case ASCII letters only: 'Götz Weißmüller' gives 'goetz' and 'weissmueller', 'de la Tour' gives 'delatour'. */
export const asciiOf = (name: string) => plainLetters(name).replace(/[^a-z]/g, '');

/** 'María José Ruiz Ortega' gives 'maria-jose-ruiz-ortega'. */
export function slugOf(text: string): string {
  return plainLetters(text)
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
