import { escapeHtml } from '#engine/text/escape-html.ts'

/** Escaped markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | readonly HtmlValue[] | null | undefined | false

function render(piece: HtmlValue): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(render).join('') : escapeHtml(String(piece))
}

/** html`<p>${text}</p>`: values are escaped unless they are Html. */
export const html = (strings: TemplateStringsArray, ...pieces: HtmlValue[]): Html =>
  new Html(strings.reduce((text, part, n) => text + render(pieces[n - 1]) + part))

/** ` name` when true, otherwise nothing. */
export const booleanAttribute = (name: string, isSet: boolean): Html => new Html(isSet ? ` ${name}` : '')
