/*
 * What a program can call that knows nothing but the OpenAPI document: bodies are the examples of the document, and ids
 * come from the lists of the collections that the paths name. It uses no code of the product.
 */

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  oneOf?: Schema[]
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema & Examples }
type Examples = { examples?: unknown[]; example?: unknown; enum?: unknown[]; default?: unknown; format?: string }
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
export type DocumentedOperation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  security?: unknown[]
}
export type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema & Examples> }
}
type Json = Record<string, any>
export type Call = { method: string; path: string; query: Record<string, string>; body?: Json }
export type Send = (call: Call) => Promise<{ status: number; body: any; text: string }>

const anId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:user|org|evt)_[0-9a-f]{32})$/
const plural = (word: string) => {
  if (word === 'feedback') return word
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}
/** `source_theme_ids` and `themeId` are themes. */
const collectionOf = (name: string) =>
  `/${plural(
    name
      .replace(/_?[iI]ds?$/, '')
      .replace(/^source_/, '')
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      .replaceAll('_', '-'),
  )}`

const maxObjects = 20

export class OutsideGenerator {
  readonly #document: Document
  readonly #send: Send
  readonly #seen = new Map<string, string[]>()
  constructor(document: Document, send: Send) {
    this.#document = document
    this.#send = send
  }

  get operations() {
    const all = Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    // What deletes comes last, and after it what replaces all themes.
    const rank = ({ path, method }: { path: string; method: string }) =>
      path === '/taxonomy/apply' ? 2 : Number(method === 'DELETE')
    return all.toSorted((a, b) => rank(a) - rank(b))
  }

  /** The nth call of an operation: another object each time, and the examples of the body in turn. */
  async call(path: string, method: string, operation: DocumentedOperation, n: number): Promise<Call> {
    const params = operation.parameters.filter((parameter) => parameter.in === 'path')
    let filled = path
    const at = path.split('/')
    for (const { name, schema } of params) {
      const parent = at.slice(0, at.indexOf(`{${name}}`)).join('/')
      const value = await this.#idFor(name, schema, this.#fill(parent, path, filled), n)
      filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)))
    }
    const query: Record<string, string> = {}
    for (const { name, schema, required } of operation.parameters.filter((parameter) => parameter.in === 'query'))
      if (required) query[name] = String(await this.#valueOf(name, this.#exampleOf(schema), n, filled, query))
    const media = operation.requestBody?.content['application/json']
    if (!media) return { method, path: filled, query }
    const examples = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example]
    const body = (await this.#valueOf('', structuredClone(examples[n % examples.length]), n, filled)) as Json
    return { method, path: filled, query, body }
  }

  #fill(parent: string, path: string, filled: string): string {
    return filled.split('/').slice(0, parent.split('/').length).join('/') || path
  }

  #exampleOf(schema: Schema & Examples): unknown {
    if (schema.$ref) return this.#exampleOf(this.#document.components.schemas[schema.$ref.split('/').at(-1)!]!)
    return schema.examples?.[0] ?? schema.example ?? schema.enum?.[0] ?? schema.default
  }

  /** Example ids are replaced by ids of the collection that the field names. */
  async #valueOf(name: string, value: unknown, n: number, path: string, beside: Json = {}): Promise<unknown> {
    if (typeof value === 'string' && anId.test(value)) return this.#idNamed(name, value, n, path, beside)
    // An order names all.
    if (Array.isArray(value) && path.endsWith('/order'))
      return (await this.#readInside(path.replace(/\/order$/, '')))?.map(({ id }) => id as string)
    if (Array.isArray(value))
      return Promise.all(
        value.map((item, i) => this.#valueOf(name, item, n + i + (name.startsWith('source_') ? 1 : 0), path)),
      )
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        await Promise.all(
          Object.entries(value).map(async ([field, inner]) => [
            field,
            await this.#valueOf(field, inner, n, path, value as Json),
          ]),
        ),
      )
    return value
  }

  async #idNamed(name: string, example: string, n: number, path: string, beside: Json): Promise<unknown> {
    if (example.startsWith('user_')) return this.#pick('/org-members', n)
    // `{ type: 'insight', id }` and `{ source_type: 'subtheme', source_id }` name the kind in the field beside.
    const kind: unknown = beside[name.replace(/id$/, 'type')]
    const collection = collectionOf(typeof kind === 'string' ? kind : name)
    const context = path.split('/')
    return (
      (await this.#pick(collection, n, [context[1]!, ...context.at(-1)!.split('-').map(plural)])) ??
      (await this.#pick(context.slice(0, 3).join('/') + collection, n)) ??
      example
    )
  }

  async #idFor(name: string, schema: Parameter['schema'], collection: string, n: number): Promise<unknown> {
    const example = this.#exampleOf(schema)
    if (typeof example === 'string' && !anId.test(example)) return example
    if (typeof example === 'number') return example
    return (
      (await this.#pick(collection, n)) ??
      (await this.#pick(collectionOf(name), n, [collection.split('/')[1]!])) ??
      example
    )
  }

  /**
   * The nth id of a list, read again for each call, because calls change what there is: of the collection below one of
   * the sections, of objects inside other answers of the section, or of any list with this end.
   */
  async #pick(collection: string, n: number, sections: readonly string[] = []): Promise<unknown> {
    const lists = Object.keys(this.#document.paths).filter((path) => !path.includes('{'))
    const isNested = collection.split('/').length > 2 && !lists.includes(collection)
    const near = sections.map((section) => `/${section}${collection}`).filter((path) => lists.includes(path))
    const first = await this.#firstOf([...near, ...(isNested ? [collection] : [])])
    if (first) return idOf(first[n % first.length], collection)
    const seen = sections.flatMap((section) => this.#seen.get(`${section}${collection}`) ?? [])
    if (seen.length) return seen[n % seen.length]
    const any = await this.#firstOf(lists.filter((path) => path.endsWith(collection)))
    return any && idOf(any[n % any.length], collection)
  }

  async #firstOf(paths: readonly string[]): Promise<Json[] | undefined> {
    for (const path of paths) {
      const found = (await this.#read(path)) ?? (await this.#readInside(path))
      if (found?.length) return found
    }
    return undefined
  }

  async #read(path: string): Promise<Json[] | undefined> {
    const operation = this.#document.paths[path]?.['get']
    // A list of what belongs to an object is read for one after the other.
    if (operation?.parameters.some((one) => one.in === 'query' && one.required))
      return this.#readOfObjects(path, operation)
    return this.#readList({ method: 'GET', path, query: {} })
  }

  async #readOfObjects(path: string, operation: DocumentedOperation): Promise<Json[] | undefined> {
    for (let n = 0; n < maxObjects; n++) {
      const rows = await this.#readList(await this.call(path, 'GET', operation, n))
      if (rows?.length) return rows
    }
    return undefined
  }

  async #readList(call: Call): Promise<Json[] | undefined> {
    const { status, body } = await this.#send(call)
    if (status !== 200) return undefined
    this.remember(call.path, body)
    return Array.isArray(body.data) ? body.data : undefined
  }

  /** `/surveys/1/questions` may be a field of `/surveys/1`. */
  async #readInside(path: string): Promise<Json[] | undefined> {
    const at = path.lastIndexOf('/')
    const { status, body } = await this.#send({ method: 'GET', path: path.slice(0, at), query: {} })
    const inside: unknown = status === 200 ? body[path.slice(at + 1)] : undefined
    return Array.isArray(inside) ? inside : undefined
  }

  /** Collects the ids in an answer by the names of the lists and fields that they are in. */
  remember(path: string, body: unknown) {
    const section = path.split('/')[1]!
    const add = (collection: string, id: unknown) => {
      const key = section + collection
      if (typeof id === 'string' && anId.test(id)) this.#seen.set(key, [...(this.#seen.get(key) ?? []), id].slice(-20))
    }
    const walk = (value: unknown, name: string) => {
      if (Array.isArray(value)) for (const item of value) walk(item, name)
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return
      if (name) add(`/${name}`, (value as Json).id)
      for (const [field, inner] of Object.entries(value)) {
        if (field.endsWith('_id')) add(collectionOf(field), inner)
        walk(inner, field)
      }
    }
    walk(body, '')
  }
}

const idOf = (item: Json | undefined, collection: string) =>
  item === undefined ? undefined : collection === '/org-members' ? item.user_id : (item.id ?? item.key)
