type Child = Node | string | null | undefined | false

/** An element with its attributes; texts stay texts, so nothing of the document becomes markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children.filter((child): child is Node | string => Boolean(child)))
  return created
}

/** Paragraphs with `code`. */
export const paragraphElements = (text: string): HTMLElement[] =>
  text.split(/\n{2,}/).map((paragraph) => element('p', {}, ...inline(paragraph)))

export const inline = (text: string): Child[] =>
  text.split('`').map((piece, n) => (n % 2 === 1 ? element('code', {}, piece) : piece))

export const methodBadge = (method: string) => element('code', { class: `method ${method.toLowerCase()}` }, method)
