import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

/* Renders the part of Helm's template language that our chart uses; anything else is an error. */

export type Manifest = Record<string, any>
type Scope = { root: Manifest; variables: Record<string, unknown> }
type Node = { text: string } | { expression: string } | { block: string; children: Node[] }

export function renderChart(folder: string, release: string, values: Manifest): Manifest[] {
  const chart = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8')) as Manifest
  const root = {
    Release: { Name: release },
    Chart: { AppVersion: chart.appVersion },
    Values: merge(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')) as Manifest, values),
  }
  return globSync(join(folder, 'templates/*.yaml')).flatMap((file) => {
    const text = render(parseTemplate(readFileSync(file, 'utf8')), { root, variables: {} })
    return parseAllDocuments(text).flatMap((document) => {
      if ('errors' in document && document.errors.length) throw new Error(`${basename(file)}: ${document.errors[0]}`)
      return document.toJS() ?? []
    })
  })
}

const isMap = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(base: Manifest, over: Manifest): Manifest {
  const merged = { ...base }
  for (const [key, value] of Object.entries(over))
    merged[key] = isMap(base[key]) && isMap(value) ? merge(base[key], value) : value
  return merged
}

function parseTemplate(text: string): Node[] {
  const top: Node[] = []
  const stack = [top]
  let at = 0
  for (const match of text.matchAll(/(\s*\{\{-|\{\{)\s*((?:"[^"]*"|[^"}])*?)\s*(-\}\}\s*|\}\})/g)) {
    stack.at(-1)!.push({ text: text.slice(at, match.index) })
    at = match.index + match[0].length
    const body = match[2]!
    if (body === 'end') stack.pop()
    else if (/^(if|range) /.test(body)) {
      const children: Node[] = []
      stack.at(-1)!.push({ block: body, children })
      stack.push(children)
    } else stack.at(-1)!.push({ expression: body })
  }
  if (stack.length !== 1) throw new Error('a block has no end')
  return [...top, { text: text.slice(at) }]
}

const render = (nodes: Node[], scope: Scope): string => nodes.map((node) => renderNode(node, scope)).join('')

function renderNode(node: Node, scope: Scope): string {
  if ('text' in node) return node.text
  if ('expression' in node) return String(evaluate(node.expression, scope) ?? '')
  const [, name, value, over] = /^range \$(\w+), \$(\w+) := (.+)$/.exec(node.block) ?? []
  if (over !== undefined)
    return Object.entries(evaluate(over, scope) as object)
      .map(([key, one]) => render(node.children, { ...scope, variables: { [name!]: key, [value!]: one } }))
      .join('')
  const found = evaluate(node.block.slice('if '.length), scope)
  const isTrue = isMap(found) ? Object.keys(found).length > 0 : Boolean(found)
  return isTrue ? render(node.children, scope) : ''
}

const functions: Record<string, (...args: unknown[]) => unknown> = {
  required(message, value) {
    if (value === undefined || value === '') throw new Error(String(message))
    return value
  },
  default: (fallback, value) => (value === undefined || value === '' ? fallback : value),
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(width)))}`,
}

function evaluate(expression: string, scope: Scope): unknown {
  let piped: unknown[] = []
  for (const stage of expression.split(/\s*\|\s*(?=[a-zA-Z])/)) {
    const [first = '', ...rest] = stage.match(/"[^"]*"|\S+/g) ?? []
    const args = [...rest.map((word) => operand(word, scope)), ...piped]
    piped = [Object.hasOwn(functions, first) ? functions[first]!(...args) : operand(first, scope)]
  }
  return piped[0]
}

function operand(word: string, { root, variables }: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word.startsWith('$')) return variables[word.slice(1)]
  if (!word.startsWith('.')) throw new Error(`the tests do not know this part of a template: ${word}`)
  return word
    .slice(1)
    .split('.')
    .reduce((value: any, key) => value?.[key], root)
}
