// Finds which web platform features a built file uses, except those the code tests for before using them (`typeof X`, `x.y?.()`).
import { type ESTree, parseSync } from 'vite';
import type { Features } from './features.ts';

export type UsedFeatures = { readonly [Kind in keyof Features]: Set<string> };

/** The file's features; none for a file that is neither script nor style. */
export function usedFeatures(fileName: string, source: string): UsedFeatures {
  const used: UsedFeatures = { globals: new Set(), methods: new Set(), attributes: new Set(), styles: new Set() };
  if (fileName.endsWith('.js')) readScript(fileName, source, used);
  if (fileName.endsWith('.css')) readStyles(source, used);
  return used;
}

function readScript(fileName: string, source: string, used: UsedFeatures) {
  const tested = new Set<string>();
  const textOf = ({ start, end }: ESTree.Node) => source.slice(start, end);
  const visit = (node: ESTree.Node): void => {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') tested.add(textOf(node.argument));
    else if (node.type === 'Identifier') used.globals.add(node.name);
    else if (node.type === 'MemberExpression' && /^[A-Z]\w*(\.\w+)+$/.test(textOf(node)))
      used.globals.add(textOf(node));
    else if (node.type === 'CallExpression' && !node.optional) addMethod(node.callee, used);
    else if (node.type === 'Property' && node.key.type === 'Identifier')
      used.attributes.add(node.key.name.toLowerCase());
    else if (node.type === 'Literal' && typeof node.value === 'string') addSelectors(node.value, used);
    else if (node.type === 'TemplateElement') addSelectors(node.value.raw, used);
    for (const inner of nodesIn(node)) visit(inner);
  };
  visit(parseSync(fileName, source).program);
  for (const name of tested) used.globals.delete(name);
}

function addMethod(callee: ESTree.Expression, { methods }: UsedFeatures) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
  // A static one is among the globals.
  if (callee.object.type !== 'Identifier' || !/^[A-Z]\w+$/.test(callee.object.name)) methods.add(callee.property.name);
}

/** The child nodes, without names of members and keys, which aren't variables. */
function nodesIn(node: ESTree.Node): ESTree.Node[] {
  const isNode = (value: unknown): value is ESTree.Node =>
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  const isName = (key: string) =>
    'computed' in node && !node.computed && ((node.type === 'MemberExpression' && key === 'property') || key === 'key');
  return Object.entries(node).flatMap(([key, value]) => (isName(key) ? [] : [value].flat().filter(isNode)));
}

/** In a selector a name directly follows a colon; in a sentence there is a space, in a URL a slash or a digit. */
function addSelectors(text: string, { styles }: UsedFeatures) {
  for (const [, name] of text.matchAll(/::?([a-z][a-z-]+)(?![\w/-])/g)) styles.add(`:${name}`);
}

function readStyles(source: string, { styles }: UsedFeatures) {
  const plain = source.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)|\/\*.*?\*\//gs, '');
  for (const [rule] of plain.matchAll(/@[a-z-]+/g)) styles.add(rule);
  for (const [, name = ''] of plain.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:(?=[^{}]*[;}])/g)) styles.add(name);
  for (const [, name] of plain.matchAll(/(?<!\\)::?([a-z][a-z-]+)(?=[^;{}]*\{)/g)) styles.add(`:${name}`);
  for (const [call] of plain.matchAll(/(?<![\w-])[a-z][a-z-]+\(/g)) styles.add(`${call})`);
}
