// What the shops sell.

export interface Product {
  name: string;
  price: number;
  text: string;
}

export const PRODUCTS: Record<string, readonly Product[]> = {
  ironandwood: [
    {
      name: 'Waxed Carry Bag',
      price: 189,
      text: 'A bag for nine clubs, a sandwich and a light heart. Waxed cotton, leather base, one strap.',
    },
    { name: 'Walnut Putter Cover', price: 39, text: 'Turned from one piece of walnut and lined with felt.' },
    { name: 'Canvas Shag Bag', price: 64, text: 'Holds sixty practice balls and stands up by itself.' },
    {
      name: 'Pencil Set for Scorekeepers',
      price: 12,
      text: 'Twelve short pencils that fit behind an ear and into a pocket.',
    },
  ],
  themegarden: [
    {
      name: 'Orchard Theme',
      price: 59,
      text: 'A quiet theme for magazines, with three column layouts and a fast start.',
    },
    { name: 'Trellis Theme', price: 49, text: 'For shops with fewer than a hundred products.' },
    { name: 'Seedling Starter Kit', price: 29, text: 'A bare theme for people who like to plant their own.' },
    {
      name: 'Greenhouse Support Plan',
      price: 99,
      text: 'A year of updates and answers from the people who wrote the theme.',
    },
  ],
  kettleandkiln: [
    {
      name: 'Harbor Street Roast 250 g',
      price: 14,
      text: 'Apricot, black tea and a long finish. Roasted every Tuesday.',
    },
    { name: 'Stoneware Dripper', price: 42, text: 'Thrown by hand two streets away. Fits the usual paper filters.' },
    { name: 'Copper Gooseneck Kettle', price: 88, text: 'Pours slowly, keeps warm, does not drip.' },
    { name: 'Three Farms Sampler', price: 33, text: 'Three small bags, three valleys, one letter from each grower.' },
  ],
};
