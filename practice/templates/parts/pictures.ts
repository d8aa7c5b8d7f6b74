// Every picture of the practice web is drawn here as SVG: covers by topic, faces of people, favicons.

import { soldAs } from '../../data/products.ts';
import { diceFor, numberOf } from '../../data/random.ts';
import type { Page, Person, Site } from '../../data/types.ts';
import { drawScene } from './scenes.ts';

export const coverPath = (page: Page) => `/images/cover-${numberOf(page.site.name + page.path).toString(36)}.svg`;
export const facePath = (person: Person) => `/images/people/${person.slug}.svg`;

export function drawCover(page: Page): string {
  const dice = diceFor('cover', page.site.name, page.path);
  return svg(1200, 630, drawScene(page.topic, dice));
}

const SHAPES = {
  bag: '<path d="M140 150h120l24 190H116z"/><path d="M160 150c0-70 80-70 80 0" fill="none" stroke-width="14" class="line"/>',
  cover: '<path d="M130 120h140v110c0 60-140 60-140 0z"/><path d="M188 230h24v120h-24z"/>',
  pencil: '<path d="M90 300l170-190 40 36-170 190-52 14z"/><path d="M260 110l18-20 40 36-18 20z"/>',
  window:
    '<path d="M80 110h240v190H80z"/><path d="M80 150h240M150 150v150" class="line" stroke-width="8" fill="none"/>',
  seedling:
    '<path d="M196 340V200h10v140z"/><path d="M200 220c-90 10-110-60-110-90 70-6 110 20 110 90zM204 200c0-80 50-100 110-96 0 60-30 100-110 96z"/>',
  pouch: '<path d="M130 90h140l16 250H114z"/><path d="M130 130h140M160 210h80" class="line" stroke-width="8"/>',
  dripper: '<path d="M100 120h200l-70 110v20h-60v-20z"/><path d="M120 270h160v20H120z"/>',
  kettle:
    '<path d="M130 180h150l24 140H106z"/><path d="M296 240c60-10 20-110 70-120M160 180c0-60 90-60 90 0" class="line" fill="none" stroke-width="14"/>',
} as const;

export const productPath = (page: Page) => `/images/product-${page.path.split('/').at(-1)}.svg`;

export function drawProduct(page: Page): string {
  const shape = soldAs(page)?.shape ?? 'bag';
  const { hue } = page.site;
  const ink = `hsl(${hue},35%,36%)`;
  return svg(
    400,
    400,
    `<style>.line{stroke:hsl(${hue},30%,24%)}</style><rect width="400" height="400" fill="hsl(${hue},28%,88%)"/><ellipse cx="200" cy="350" rx="130" ry="14" fill="hsl(${hue},20%,76%)"/><g fill="${ink}">${SHAPES[shape]}</g>`,
  );
}

const SKINS = ['#f3d3bd', '#e2b48f', '#c98f63', '#9a6642', '#6f452c', '#f6dfcf'];
const HAIRS = ['#2b2118', '#5a3a22', '#8a5a2b', '#c9a15a', '#8d8d8d', '#1b1b22', '#a3452c'];

export function drawFace(person: Person): string {
  const dice = diceFor('face', person.slug);
  const hue = dice.below(360);
  const skin = dice.pick(SKINS);
  const hair = dice.pick(HAIRS);
  const long = dice.chance(0.5)
    ? `<path d="M110 190c-20-130 200-150 190 0l10 130h-60V200H160v120h-60z" fill="${hair}"/>`
    : '';
  const glasses = dice.chance(0.3)
    ? '<g fill="none" stroke="#222" stroke-width="5"><circle cx="172" cy="188" r="22"/><circle cx="232" cy="188" r="22"/><path d="M194 186h16"/></g>'
    : '';
  return svg(
    400,
    400,
    `<rect width="400" height="400" fill="hsl(${hue},35%,80%)"/>${long}<path d="M70 400c10-110 80-130 132-130s122 20 132 130z" fill="hsl(${(hue + 160) % 360},35%,42%)"/><rect x="176" y="230" width="52" height="60" fill="${skin}"/><ellipse cx="202" cy="185" rx="70" ry="84" fill="${skin}"/><path d="M130 180c-6-110 150-110 146 0-20-50-50-60-80-56-30-4-50 16-66 56z" fill="${hair}"/><circle cx="174" cy="190" r="6" fill="#222"/><circle cx="230" cy="190" r="6" fill="#222"/><path d="M178 228q24 ${10 + dice.below(12)} 48 0" stroke="#7a3b2e" stroke-width="5" fill="none"/>${glasses}`,
  );
}

export function drawIcon(site: Site): string {
  const letter = site.title.replace(/^The /, '').charAt(0);
  return svg(
    64,
    64,
    `<rect width="64" height="64" rx="14" fill="hsl(${site.hue},55%,38%)"/><text x="32" y="45" font-family="Georgia,serif" font-size="38" fill="#fff" text-anchor="middle">${letter}</text>`,
  );
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
}
