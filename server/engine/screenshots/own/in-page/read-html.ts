// Runs inside the page, in an isolated world. Sent to the browser as text, so it uses nothing from outside itself.

export async function readHtml({ most }: { most: number }): Promise<string> {
  return document.documentElement.outerHTML.slice(0, most);
}
