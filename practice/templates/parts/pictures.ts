// Every picture of the practice web is drawn here as SVG: covers by topic, faces of people, favicons.

import { diceFor, numberOf } from '../../data/random.ts';
import type { Page, Person, Site, Topic } from '../../data/types.ts';

export const coverPath = (page: Page) => `/images/cover-${numberOf(page.site.name + page.path).toString(36)}.svg`;
export const facePath = (person: Person) => `/images/people/${person.slug}.svg`;

const sky = (hue: number) =>
  `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue},45%,72%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360},60%,92%)"/></linearGradient></defs><rect width="1200" height="630" fill="url(#s)"/>`;

const hill = (color: string, y: number, lift: number) =>
  `<path fill="${color}" d="M0 ${y} C 250 ${y - lift}, 420 ${y + lift / 2}, 640 ${y - lift / 3} S 1020 ${y - lift}, 1200 ${y - lift / 4} V630 H0Z"/>`;

const SCENES: Record<Topic, (turn: (limit: number) => number) => string> = {
  golf: (turn) => {
    const x = 620 + turn(360);
    return `${sky(190 + turn(40))}<circle cx="${150 + turn(300)}" cy="130" r="${50 + turn(25)}" fill="#fff6d8"/>${hill('#5f8f5a', 380, 120)}${hill('#4c7d48', 470, 90)}${hill('#79b26a', 560, 60)}<ellipse cx="${x}" cy="560" rx="170" ry="26" fill="#9ad07f"/><ellipse cx="${x - 250}" cy="585" rx="80" ry="16" fill="#efe1b8"/><path d="M${x} 560V330" stroke="#fff" stroke-width="7"/><path d="M${x} 330l95 32-95 32z" fill="#d43d3d"/>`;
  },
  hosting: (turn) => {
    const hue = 200 + turn(60);
    const racks = [0, 1, 2, 3].map((i) => {
      const rows = [0, 1, 2, 3, 4, 5, 6].map((j) => {
        const lamp = turn(3) === 0 ? '#ffce54' : '#62e59b';
        return `<rect x="${190 + i * 220}" y="${110 + j * 62}" width="160" height="46" rx="6" fill="hsl(${hue},25%,${26 + turn(6)}%)"/><circle cx="${212 + i * 220}" cy="${133 + j * 62}" r="7" fill="${lamp}"/><rect x="${236 + i * 220}" y="${129 + j * 62}" width="${60 + turn(40)}" height="8" rx="4" fill="hsl(${hue},30%,55%)"/>`;
      });
      return `<rect x="${170 + i * 220}" y="80" width="200" height="490" rx="12" fill="hsl(${hue},28%,18%)"/>${rows.join('')}`;
    });
    return `<rect width="1200" height="630" fill="hsl(${hue},40%,88%)"/><rect y="560" width="1200" height="70" fill="hsl(${hue},25%,78%)"/>${racks.join('')}`;
  },
  coffee: (turn) => {
    const hue = 18 + turn(22);
    return `<rect width="1200" height="630" fill="hsl(${hue},45%,86%)"/><rect y="460" width="1200" height="170" fill="hsl(${hue},35%,44%)"/><ellipse cx="600" cy="480" rx="260" ry="36" fill="#fffaf2"/><path d="M430 250h340v130a120 120 0 0 1-120 110h-100a120 120 0 0 1-120-110z" fill="#fff"/><path d="M770 280h50a60 60 0 0 1 0 120h-56" fill="none" stroke="#fff" stroke-width="26"/><ellipse cx="600" cy="252" rx="170" ry="30" fill="hsl(${hue},55%,26%)"/><path d="M${540 + turn(20)} 200c-30-40 30-60 0-110M620 200c-30-40 30-60 0-110" stroke="#fff" stroke-width="12" fill="none" opacity=".7"/>`;
  },
  hiking: (turn) => {
    const a = 300 + turn(160);
    return `${sky(205 + turn(30))}<path d="M0 520L${a} 130l170 200 150-140 380 330V630H0z" fill="#6c7a89"/><path d="M${a} 130l-70 94 48 10 24-30 40 38 38-22z" fill="#f7fbff"/>${hill('#3f6b4f', 520, 70)}${hill('#2f5540', 585, 40)}<path d="M520 630c40-70 130-60 90-120s60-70 30-110" stroke="#d9c8a0" stroke-width="14" fill="none"/>`;
  },
  energy: (turn) => {
    const hue = 40 + turn(20);
    const panels = [0, 1, 2].map(
      (i) =>
        `<rect x="${640 + i * 62}" y="${262 + i * 34}" width="54" height="46" fill="#2c4a7c" transform="rotate(29 ${640 + i * 62} ${262 + i * 34})"/>`,
    );
    return `${sky(hue + 150)}<circle cx="${950 + turn(100)}" cy="130" r="66" fill="#ffd75e"/>${hill('#7aa867', 520, 40)}<path d="M330 330h470v230H330z" fill="#f2e9dc"/><path d="M290 350L565 170l275 180z" fill="#8a4b3c"/>${panels.join('')}<rect x="530" y="430" width="70" height="130" fill="#5b3b2e"/><rect x="390" y="400" width="80" height="70" fill="#bfe0f2"/><rect x="670" y="400" width="80" height="70" fill="#bfe0f2"/><rect x="830" y="490" width="90" height="70" rx="8" fill="#dfe4e8"/><circle cx="875" cy="525" r="24" fill="#9aa5ad"/>`;
  },
  finance: (turn) => {
    const hue = 140 + turn(60);
    const bars = [0, 1, 2, 3, 4, 5, 6].map((i) => {
      const height = 90 + i * 40 + turn(70);
      return `<rect x="${210 + i * 115}" y="${540 - height}" width="70" height="${height}" rx="6" fill="hsl(${hue},38%,${62 - i * 5}%)"/>`;
    });
    return `<rect width="1200" height="630" fill="hsl(${hue},35%,93%)"/>${bars.join('')}<path d="M200 470L330 430 450 440 570 350 690 330 800 250 960 170" stroke="hsl(${hue},60%,22%)" stroke-width="10" fill="none" stroke-linecap="round"/><path d="M170 540h880" stroke="hsl(${hue},20%,50%)" stroke-width="6"/>`;
  },
};

export function drawCover(page: Page): string {
  const dice = diceFor('cover', page.site.name, page.path);
  return svg(
    1200,
    630,
    SCENES[page.topic]((limit) => dice.below(limit)),
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
