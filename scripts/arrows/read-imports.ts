// Reads all imports of a TypeScript file, with the parser that comes with Vite.
import { type ESTree, parseSync } from 'vite';
import { nodesIn } from './nodes.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** `import type`, `export type … from`, `import('…').T`: gone at run time. */
  readonly isType: boolean;
  /** `import()`, or the URL of a file that is run as a thread or process: loaded only when reached. */
  readonly isLazy: boolean;
}

export interface FileImports {
  readonly imports: Import[];
  /** Lines that call the global `fetch`. */
  readonly fetches: number[];
  readonly parseError: string | undefined;
}

/** Never throws: a file that cannot be parsed has a `parseError`. */
export function readImports(path: string, source: string): FileImports {
  const lineOf = (node: { start: number }) => source.slice(0, node.start).split('\n').length;
  const parsed = parseSync(path, source);
  const nodes = nodesIn(parsed.program);
  return {
    imports: nodes.flatMap((node) => {
      const found = importOf(node);
      return found === undefined ? [] : [{ ...found, line: lineOf(node) }];
    }),
    fetches: nodes.filter(isGlobalFetch).map(lineOf),
    parseError: parsed.errors[0]?.message,
  };
}

type Found = Omit<Import, 'line'>;

function importOf(node: ESTree.Node): Found | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { specifier: node.source.value, isType: node.importKind === 'type', isLazy: false };
    case 'ExportNamedDeclaration':
      if (node.source === null) return undefined;
      return { specifier: node.source.value, isType: node.exportKind === 'type', isLazy: false };
    case 'ExportAllDeclaration':
      return { specifier: node.source.value, isType: node.exportKind === 'type', isLazy: false };
    case 'TSImportType':
      return { specifier: node.source.value, isType: true, isLazy: false };
    case 'TSExternalModuleReference':
      return { specifier: node.expression.value, isType: false, isLazy: false };
    case 'ImportExpression':
      return { specifier: textOf(node.source), isType: false, isLazy: true };
    case 'NewExpression':
      return isProgramUrl(node) ? { specifier: textOf(node.arguments[0]), isType: false, isLazy: true } : undefined;
    default:
      return undefined;
  }
}

/** `new URL('./x.ts', import.meta.url)`. */
function isProgramUrl({ callee, arguments: [path, base] }: ESTree.NewExpression): boolean {
  if (callee.type !== 'Identifier' || callee.name !== 'URL' || !/^\..*\.tsx?$/.test(textOf(path))) return false;
  return base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
}

// A computed specifier cannot be checked; where only some packages are allowed it is refused.
function textOf(node: ESTree.Node | undefined): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? '';
  return '(computed)';
}

function isGlobalFetch(node: ESTree.Node): boolean {
  if (node.type === 'CallExpression') return node.callee.type === 'Identifier' && node.callee.name === 'fetch';
  if (node.type !== 'MemberExpression') return false;
  const { object, property } = node;
  const isGlobal = object.type === 'Identifier' && object.name === 'globalThis';
  return isGlobal && property.type === 'Identifier' && property.name === 'fetch';
}
