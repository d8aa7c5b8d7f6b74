// The landscapes of the covers: several per topic, so that cards on a page differ.

import type { Dice } from '../../data/random.ts';
import type { Topic } from '../../data/types.ts';

type Scene = (dice: Dice) => string;

const sky = (top: string, bottom: string) =>
  `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="1200" height="630" fill="url(#s)"/>`;
const hill = (color: string, y: number, lift: number) =>
  `<path fill="${color}" d="M0 ${y} C 250 ${y - lift}, 420 ${y + lift / 2}, 640 ${y - lift / 3} S 1020 ${y - lift}, 1200 ${y - lift / 4} V630 H0Z"/>`;
const sun = (dice: Dice, color = '#fff6d8') =>
  `<circle cx="${140 + dice.below(900)}" cy="${90 + dice.below(90)}" r="${44 + dice.below(30)}" fill="${color}"/>`;
const flag = (x: number, y: number, color: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="170" ry="26" fill="#9ad07f"/><path d="M${x} ${y}V${y - 220}" stroke="#fff" stroke-width="7"/><path d="M${x} ${y - 220}l92 31-92 31z" fill="${color}"/>`;
const FLAGS = ['#d43d3d', '#f2c230', '#2f62b5', '#ffffff'];
const cloud = (dice: Dice) => {
  const x = dice.below(950);
  const y = 60 + dice.below(120);
  return `<g fill="#fff" opacity=".75"><ellipse cx="${x + 70}" cy="${y}" rx="90" ry="22"/><ellipse cx="${x + 110}" cy="${y - 20}" rx="60" ry="26"/></g>`;
};
const pine = (x: number, y: number, size: number) =>
  `<path d="M${x} ${y - size * 3}l${size} ${size * 3}h-${size * 2}z" fill="#234a35"/><rect x="${x - 4}" y="${y}" width="8" height="${size / 2}" fill="#4a3423"/>`;
const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const GOLF: readonly Scene[] = [
  (dice) =>
    `${sky('#8db7dd', '#dff0f4')}${sun(dice)}${cloud(dice)}${hill('#5f8f5a', 380, 120)}${hill('#4c7d48', 470, 90)}${hill('#79b26a', 560, 60)}<ellipse cx="${200 + dice.below(250)}" cy="590" rx="90" ry="17" fill="#efe1b8"/>${flag(560 + dice.below(480), 565, dice.pick(FLAGS))}`,
  (dice) =>
    `${sky('#6fa8d8', '#cfe6f2')}${cloud(dice)}${cloud(dice)}<rect y="330" width="1200" height="170" fill="#2f6f9f"/><path d="M0 360h1200M0 410h1200M0 450h1200" stroke="#5c96bf" stroke-width="4" stroke-dasharray="90 60"/><path d="M0 ${420 + dice.below(40)}C200 400 320 470 520 480S900 520 1200 450V630H0z" fill="#b99b62"/>${hill('#7cae5c', 560, 50)}${flag(220 + dice.below(300), 560, dice.pick(FLAGS))}`,
  (dice) =>
    `${sky('#f2a65e', '#fbe3b6')}${sun(dice, '#fff0c2')}<path d="M0 400h160l40-120h190l50 120h220l30-170h160l40 170h310v230H0z" fill="#b0573a"/>${hill('#d98e52', 500, 40)}${hill('#86a957', 585, 34)}${many(4, (i) => `<path d="M${120 + i * 290 + dice.below(80)} 540v-90m-26 60v-34h26m26 50v-44h-26" stroke="#3f6b45" stroke-width="13" fill="none" stroke-linecap="round"/>`)}${flag(520 + dice.below(400), 590, dice.pick(FLAGS))}`,
  (dice) =>
    `${sky('#bcd3d6', '#f0f3e6')}${hill('#8aa4a8', 340, 130)}${hill('#4f7c5b', 440, 60)}${many(13, (i) => pine(40 + i * 92 + dice.below(40), 450 + dice.below(30), 26 + dice.below(18)))}${hill('#6faa5e', 550, 40)}<ellipse cx="${240 + dice.below(300)}" cy="575" rx="180" ry="26" fill="#6ba6c4"/>${flag(760 + dice.below(250), 575, dice.pick(FLAGS))}`,
  (dice) =>
    `${sky('#e8b873', '#f8ecd2')}${sun(dice, '#fff')}${hill('#c08a3e', 420, 50)}${hill('#a97b35', 480, 30)}${many(26, (i) => `<path d="M${i * 48 + dice.below(20)} 520q8-50 ${dice.below(26)}-80" stroke="#d8b25f" stroke-width="5" fill="none"/>`)}${hill('#87a84f', 560, 30)}${flag(300 + dice.below(600), 575, dice.pick(FLAGS))}`,
];

const rack = (dice: Dice, x: number, hue: number) =>
  `<rect x="${x}" y="80" width="200" height="490" rx="12" fill="hsl(${hue},28%,18%)"/>${many(7, (j) => `<rect x="${x + 20}" y="${110 + j * 62}" width="160" height="46" rx="6" fill="hsl(${hue},25%,${26 + dice.below(8)}%)"/><circle cx="${x + 42}" cy="${133 + j * 62}" r="7" fill="${dice.pick(['#62e59b', '#62e59b', '#ffce54', '#ff7a6b'])}"/><rect x="${x + 66}" y="${129 + j * 62}" width="${50 + dice.below(50)}" height="8" rx="4" fill="hsl(${hue},30%,55%)"/>`)}`;

const HOSTING: readonly Scene[] = [
  (dice) => {
    const hue = 190 + dice.below(90);
    return `<rect width="1200" height="630" fill="hsl(${hue},40%,88%)"/><rect y="560" width="1200" height="70" fill="hsl(${hue},25%,78%)"/>${many(4, (i) => rack(dice, 170 + i * 220, hue))}`;
  },
  (dice) => {
    const hue = dice.below(360);
    return `<rect width="1200" height="630" fill="hsl(${hue},45%,20%)"/><rect x="190" y="90" width="820" height="470" rx="18" fill="#fff"/><rect x="190" y="90" width="820" height="56" rx="18" fill="hsl(${hue},20%,86%)"/>${many(3, (i) => `<circle cx="${226 + i * 34}" cy="118" r="10" fill="${['#ff6b5e', '#ffbd44', '#3ccf6a'][i] ?? '#999'}"/>`)}<path d="M240 480${many(9, (i) => `L${250 + i * 90} ${300 + dice.below(160)}`)}" fill="none" stroke="hsl(${hue},70%,45%)" stroke-width="9" stroke-linejoin="round"/><rect x="240" y="180" width="300" height="26" rx="8" fill="hsl(${hue},25%,80%)"/><rect x="240" y="222" width="190" height="18" rx="8" fill="hsl(${hue},25%,88%)"/>`;
  },
  (dice) => {
    const hue = 170 + dice.below(80);
    return `${sky(`hsl(${hue},60%,70%)`, `hsl(${hue},60%,94%)`)}<g fill="#fff"><ellipse cx="600" cy="300" rx="270" ry="110"/><ellipse cx="470" cy="250" rx="140" ry="110"/><ellipse cx="700" cy="220" rx="170" ry="130"/></g>${many(3, (i) => `<path d="M${460 + i * 140} 400v${80 + dice.below(60)}" stroke="hsl(${hue},45%,40%)" stroke-width="10" stroke-dasharray="18 14"/><rect x="${410 + i * 140}" y="530" width="100" height="60" rx="10" fill="hsl(${hue},40%,30%)"/>`)}`;
  },
];

const COFFEE: readonly Scene[] = [
  (dice) => {
    const hue = 12 + dice.below(30);
    return `<rect width="1200" height="630" fill="hsl(${hue},45%,86%)"/><rect y="460" width="1200" height="170" fill="hsl(${hue},35%,44%)"/><ellipse cx="600" cy="480" rx="260" ry="36" fill="#fffaf2"/><path d="M430 250h340v130a120 120 0 0 1-120 110h-100a120 120 0 0 1-120-110z" fill="#fff"/><path d="M770 280h50a60 60 0 0 1 0 120h-56" fill="none" stroke="#fff" stroke-width="26"/><ellipse cx="600" cy="252" rx="170" ry="30" fill="hsl(${hue},55%,26%)"/><path d="M${540 + dice.below(20)} 200c-30-40 30-60 0-110M620 200c-30-40 30-60 0-110" stroke="#fff" stroke-width="12" fill="none" opacity=".7"/>`;
  },
  (dice) => {
    const hue = 20 + dice.below(160);
    return `<rect width="1200" height="630" fill="hsl(${hue},25%,82%)"/><rect y="520" width="1200" height="110" fill="hsl(${hue},18%,55%)"/><path d="M470 140h260l-90 150v30h-80v-30z" fill="#fff"/><path d="M510 330h180l40 190H470z" fill="#ffffffaa" stroke="#fff" stroke-width="6"/><path d="M482 ${430 + dice.below(30)}h236l12 90H470z" fill="#5a2f18"/><path d="M600 320v110" stroke="#5a2f18" stroke-width="6" stroke-dasharray="10 12"/>`;
  },
  (dice) =>
    `<rect width="1200" height="630" fill="hsl(${24 + dice.below(16)},38%,72%)"/>${many(46, () => `<g transform="translate(${dice.below(1200)} ${dice.below(630)}) rotate(${dice.below(180)})"><ellipse rx="34" ry="23" fill="hsl(${18 + dice.below(10)},50%,${20 + dice.below(14)}%)"/><path d="M-30 0q15-9 30 0t30 0" stroke="#1c0e06" stroke-width="4" fill="none"/></g>`)}`,
];

const HIKING: readonly Scene[] = [
  (dice) => {
    const a = 260 + dice.below(260);
    return `${sky('#7fb0d9', '#e6f2f6')}${cloud(dice)}<path d="M0 520L${a} 130l170 200 150-140 380 330V630H0z" fill="#6c7a89"/><path d="M${a} 130l-70 94 48 10 24-30 40 38 38-22z" fill="#f7fbff"/>${hill('#3f6b4f', 520, 70)}${hill('#2f5540', 585, 40)}<path d="M520 630c40-70 130-60 90-120s60-70 30-110" stroke="#d9c8a0" stroke-width="14" fill="none"/>`;
  },
  (dice) =>
    `${sky('#f0b48a', '#fdeed9')}${sun(dice, '#ffe9a8')}${hill('#b98a9a', 330, 140)}${hill('#8d6f8e', 410, 110)}${hill('#5f5575', 490, 90)}${hill('#383a55', 580, 60)}`,
  (dice) =>
    `${sky('#a9c9c2', '#eef4e8')}${hill('#7d9f8e', 360, 90)}${many(17, (i) => pine(20 + i * 74 + dice.below(30), 500 + dice.below(40), 34 + dice.below(26)))}${hill('#4b7351', 580, 30)}<rect x="${520 + dice.below(300)}" y="470" width="130" height="90" fill="#7a4a2c"/>`,
];

const ENERGY: readonly Scene[] = [
  (dice) =>
    `${sky('#9fc9e8', '#f3f6e4')}<circle cx="${930 + dice.below(140)}" cy="130" r="66" fill="#ffd75e"/>${hill('#7aa867', 520, 40)}<path d="M330 330h470v230H330z" fill="hsl(${dice.below(60)},45%,88%)"/><path d="M290 350L565 170l275 180z" fill="#8a4b3c"/>${many(3, (i) => `<rect x="${640 + i * 62}" y="${262 + i * 34}" width="54" height="46" fill="#2c4a7c" transform="rotate(29 ${640 + i * 62} ${262 + i * 34})"/>`)}<rect x="530" y="430" width="70" height="130" fill="#5b3b2e"/><rect x="390" y="400" width="80" height="70" fill="#bfe0f2"/><rect x="670" y="400" width="80" height="70" fill="#bfe0f2"/><rect x="830" y="490" width="90" height="70" rx="8" fill="#dfe4e8"/><circle cx="875" cy="525" r="24" fill="#9aa5ad"/>`,
  (dice) =>
    `${sky('#23395b', '#5f7fa8')}${hill('#1f2f3f', 520, 50)}<path d="M380 340h440v200H380z" fill="#33465a"/><path d="M340 350l260-160 260 160z" fill="#22303e"/>${many(6, (i) => `<rect x="${420 + (i % 3) * 130}" y="${375 + Math.floor(i / 3) * 85}" width="80" height="56" fill="${dice.chance(0.6) ? '#ffd98a' : '#22303e'}"/>`)}${many(40, () => `<circle cx="${dice.below(1200)}" cy="${dice.below(300)}" r="${1 + dice.below(3)}" fill="#fff"/>`)}`,
  (dice) =>
    `${sky('#b7dcef', '#f4f9ef')}${hill('#8fbf74', 500, 60)}${many(4, (i) => {
      const x = 190 + i * 270 + dice.below(60);
      const y = 220 + dice.below(90);
      return `<path d="M${x} 560V${y}" stroke="#fff" stroke-width="14"/><g transform="rotate(${dice.below(120)} ${x} ${y})" stroke="#fff" stroke-width="12" stroke-linecap="round"><path d="M${x} ${y}v-130M${x} ${y}l112 65M${x} ${y}l-112 65"/></g>`;
    })}${hill('#6fa456', 590, 30)}`,
];

const FINANCE: readonly Scene[] = [
  (dice) => {
    const hue = 130 + dice.below(90);
    return `<rect width="1200" height="630" fill="hsl(${hue},35%,93%)"/>${many(7, (i) => {
      const height = 90 + i * 40 + dice.below(70);
      return `<rect x="${210 + i * 115}" y="${540 - height}" width="70" height="${height}" rx="6" fill="hsl(${hue},38%,${62 - i * 5}%)"/>`;
    })}<path d="M200 470L330 430 450 440 570 350 690 330 800 250 960 170" stroke="hsl(${hue},60%,22%)" stroke-width="10" fill="none" stroke-linecap="round"/><path d="M170 540h880" stroke="hsl(${hue},20%,50%)" stroke-width="6"/>`;
  },
  (dice) =>
    `<rect width="1200" height="630" fill="hsl(${30 + dice.below(40)},50%,88%)"/>${many(6, (i) => many(2 + i + dice.below(2), (j) => `<ellipse cx="${240 + i * 145}" cy="${520 - j * 34}" rx="62" ry="22" fill="#e7b93f" stroke="#b8892a" stroke-width="5"/>`))}`,
  (dice) =>
    `<rect width="1200" height="630" fill="hsl(${200 + dice.below(60)},30%,86%)"/><rect x="310" y="90" width="580" height="470" fill="#fffdf6"/>${many(9, (i) => `<path d="M350 ${160 + i * 44}h500" stroke="#c9d6e3" stroke-width="4"/><rect x="370" y="${136 + i * 44}" width="${90 + dice.below(160)}" height="12" rx="6" fill="#8aa0b5"/><rect x="${760 - dice.below(40)}" y="${136 + i * 44}" width="80" height="12" rx="6" fill="#5f7a93"/>`)}`,
];

const SCENES: Record<Topic, readonly Scene[]> = {
  golf: GOLF,
  hosting: HOSTING,
  coffee: COFFEE,
  hiking: HIKING,
  energy: ENERGY,
  finance: FINANCE,
};

export function drawScene(topic: Topic, dice: Dice): string {
  return dice.pick(SCENES[topic])(dice);
}
