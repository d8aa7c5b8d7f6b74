// Queries by role skip hidden elements, and clicks are refused where CSS says so: both compute an element's style, many times over,
// which took half of the time of these tests. They load no stylesheet, so what is asked for depends only on the element's name,
// whether it is open, and its style attribute.

type ComputeStyle = (element: Element) => CSSStyleDeclaration;

/** Call it for every page: each has its own function. */
export function computeStylesQuickly() {
  const page = document.defaultView as Window;
  page.getComputedStyle = quickly(page.getComputedStyle.bind(page));
}

function quickly(computeStyle: ComputeStyle): ComputeStyle {
  const known = new Map<string, CSSStyleDeclaration>();
  return (element) => {
    if (!element.isConnected || element.hasAttribute('style')) return computeStyle(element);
    const kind = `${element.tagName} ${element.hasAttribute('open')}`;
    const style = known.get(kind) ?? copyStyle(computeStyle(element));
    known.set(kind, style);
    return style;
  };
}

/** The original changes with its element. The size of the font is for media queries in rem. */
function copyStyle({ display, visibility, pointerEvents, fontSize }: CSSStyleDeclaration): CSSStyleDeclaration {
  const copy: Record<string, string> = { display, visibility, pointerEvents, fontSize };
  return { ...copy, getPropertyValue: (name: string) => copy[name] ?? '' } as unknown as CSSStyleDeclaration;
}
