import { numberProblem } from './exact-number.ts'

/* A scan of JSON before it is parsed: parsing keeps the last of two equal keys, loses digits and has no limits. */

export type JsonLimits = {
  depth: number
  keysPerObject: number
  itemsPerArray: number
  values: number
  /** Accepts equal keys and numbers that lose digits. */
  sizesOnly?: true
}
export const noJsonLimits: JsonLimits = {
  depth: Infinity,
  keysPerObject: Infinity,
  itemsPerArray: Infinity,
  values: Infinity,
}

/** With the reason `form` the message is a sentence about the body. */
type JsonProblem = { path: string; message: string; reason: 'form' | 'size' | 'number' }

type Frame = { keys: Set<string> | null; items: number; key: string }

const [quote, comma, minus, zero, nine] = [34, 44, 45, 48, 57]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

/** The first problem of a JSON text, and how many fields and items it has. Malformed texts are left to the parser. */
export class JsonScan {
  readonly problem: JsonProblem | undefined
  #values = 0
  #numbers = 0
  readonly #text: string
  readonly #path: string
  readonly #limits: JsonLimits
  readonly #frames: Frame[] = []

  constructor(text: string, path: string, limits: JsonLimits) {
    this.#text = text
    this.#path = path
    this.#limits = limits
    this.problem = this.#scan()
  }

  get values() {
    return this.#values
  }

  #scan(): JsonProblem | undefined {
    let problem: JsonProblem | undefined
    for (let i = 0; i < this.#text.length && problem === undefined; i++) {
      const code = this.#text.charCodeAt(i)
      if (code === quote) {
        const end = endOfString(this.#text, i)
        problem = this.#string(i, end)
        i = end
      } else if (code === comma) problem = this.#nextItem()
      else if (code === openObject || code === openArray) problem = this.#open(code === openObject)
      else if (code === closeObject || code === closeArray) this.#frames.pop()
      else if (code === minus || (code >= zero && code <= nine)) {
        const end = endOfNumber(this.#text, i)
        problem = this.#number(i, end)
        i = end - 1
      }
    }
    return problem
  }

  #open(isObject: boolean): JsonProblem | undefined {
    const depth = this.#frames.push({ keys: isObject ? new Set() : null, items: 0, key: '' })
    if (depth <= this.#limits.depth) return undefined
    return { path: this.#path, message: `The body is nested deeper than ${this.#limits.depth} levels.`, reason: 'form' }
  }

  #string(start: number, end: number): JsonProblem | undefined {
    const open = this.#frames.at(-1)
    if (!open?.keys || !isKey(this.#text, end)) return undefined
    const key = decodedKey(this.#text.slice(start, end + 1))
    open.key = key
    if (!this.#limits.sizesOnly && open.keys.has(key))
      return { path: this.#path, message: `The key ${key.slice(0, 100)} occurs twice in one object.`, reason: 'form' }
    const max = this.#limits.keysPerObject
    if (open.keys.add(key).size > max) return this.#tooLarge(`has more than ${max} fields`)
    return this.#count()
  }

  #nextItem(): JsonProblem | undefined {
    const open = this.#frames.at(-1)
    if (!open || open.keys) return undefined
    const max = this.#limits.itemsPerArray
    if (++open.items >= max) return this.#tooLarge(`has more than ${max} items`)
    return this.#count()
  }

  #count(): JsonProblem | undefined {
    return ++this.#values <= this.#limits.values ? undefined : this.#tooMany()
  }

  #tooMany = (): JsonProblem => ({
    path: this.#path,
    message: `has more than ${this.#limits.values} fields and items in all`,
    reason: 'size',
  })

  #number(start: number, end: number): JsonProblem | undefined {
    if (this.#limits.sizesOnly) return undefined
    // Without commas between them they are no items, and the text is no JSON; each costs as much.
    if (++this.#numbers > this.#limits.values + 1) return this.#tooMany()
    const message = numberProblem(this.#text.slice(start, end))
    return message === undefined ? undefined : { path: this.#pathOf(this.#frames), message, reason: 'number' }
  }

  #tooLarge = (message: string): JsonProblem => ({
    path: this.#pathOf(this.#frames.slice(0, -1)),
    message,
    reason: 'size',
  })

  #pathOf = (frames: readonly Frame[]) =>
    this.#path + frames.map(({ keys, key, items }) => (keys ? `.${nameOf(key)}` : `[${items}]`)).join('')
}

/** The next quote after an even number of backslashes. `indexOf` is many times as fast as a loop over a long text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

const numberLiteral = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function endOfNumber(text: string, start: number): number {
  numberLiteral.lastIndex = start
  return numberLiteral.test(text) ? numberLiteral.lastIndex : start + 1
}

function isKey(text: string, end: number): boolean {
  let next = end + 1
  while (isSpace(text.charCodeAt(next))) next++
  return text[next] === ':'
}

/** In quotes and without needless escapes, so that equal keys are equal texts. */
function decodedKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted
  try {
    return JSON.stringify(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

function nameOf(key: string): string {
  try {
    return String(JSON.parse(key)).slice(0, 200)
  } catch {
    return key.slice(0, 200)
  }
}
