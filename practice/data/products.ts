// What the shops sell.

import type { Page } from './types.ts';

export interface Product {
  name: string;
  price: number;
  text: string;
  /** Its drawing, from templates/parts/pictures.ts. */
  shape: 'bag' | 'cover' | 'pencil' | 'window' | 'seedling' | 'pouch' | 'dripper' | 'kettle';
}

export const PRODUCTS: Record<string, readonly Product[]> = {
  ironandwood: [
    {
      name: 'Waxed Carry Bag',
      shape: 'bag',
      price: 189,
      text: 'A bag for nine clubs, a sandwich and a light heart. Waxed cotton, leather base, one strap.',
    },
    {
      name: 'Walnut Putter Cover',
      shape: 'cover',
      price: 39,
      text: 'Turned from one piece of walnut and lined with felt.',
    },
    { name: 'Canvas Shag Bag', shape: 'pouch', price: 64, text: 'Holds sixty practice balls and stands up by itself.' },
    {
      name: 'Pencil Set for Scorekeepers',
      shape: 'pencil',
      price: 12,
      text: 'Twelve short pencils that fit behind an ear and into a pocket.',
    },
  ],
  themegarden: [
    {
      name: 'Orchard Theme',
      shape: 'window',
      price: 59,
      text: 'A quiet theme for magazines, with three column layouts and a fast start.',
    },
    { name: 'Trellis Theme', shape: 'window', price: 49, text: 'For shops with fewer than a hundred products.' },
    {
      name: 'Seedling Starter Kit',
      shape: 'seedling',
      price: 29,
      text: 'A bare theme for people who like to plant their own.',
    },
    {
      name: 'Greenhouse Support Plan',
      shape: 'seedling',
      price: 99,
      text: 'A year of updates and answers from the people who wrote the theme.',
    },
  ],
  kettleandkiln: [
    {
      name: 'Harbor Street Roast 250 g',
      shape: 'pouch',
      price: 14,
      text: 'Apricot, black tea and a long finish. Roasted every Tuesday.',
    },
    {
      name: 'Stoneware Dripper',
      shape: 'dripper',
      price: 42,
      text: 'Thrown by hand two streets away. Fits the usual paper filters.',
    },
    { name: 'Copper Gooseneck Kettle', shape: 'kettle', price: 88, text: 'Pours slowly, keeps warm, does not drip.' },
    {
      name: 'Three Farms Sampler',
      shape: 'pouch',
      price: 33,
      text: 'Three small bags, three valleys, one letter from each grower.',
    },
  ],
};

export function soldAs(page: Page): Product | undefined {
  return (PRODUCTS[page.site.name] ?? []).find((one) => one.name === page.title);
}
