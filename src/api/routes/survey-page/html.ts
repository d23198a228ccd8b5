/** Markup that is safe to put into markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Html | readonly Piece[] | null | undefined | false

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark]!)

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(written).join('') : escaped(String(piece))
}

/** html`<p>${text}</p>`: what is put in is text, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((text, part, n) => text + written(pieces[n - 1]) + part))

/** ` name` when it holds, for attributes that are there or not. */
export const flag = (name: string, holds: boolean): Html => new Html(holds ? ` ${name}` : '')
