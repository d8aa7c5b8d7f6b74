/** The text, or its first `length` characters and '...'. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}
