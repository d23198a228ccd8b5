/* Lists in JSON: of texts, or of objects, which are rows of a table. */

type JsonList = { texts: string[] } | { csv: string }

const maxColumns = 200
const maxDepth = 3

/** Undefined when it is no JSON, or has no list. */
export function readJsonList(text: string): JsonList | undefined {
  const list = listIn(parsed(text) ?? linesAsJson(text))
  if (!list || list.length === 0) return undefined
  if (list.every((one) => typeof one === 'string')) {
    const texts = list.map((one) => one.trim()).filter(Boolean)
    return texts.length > 0 ? { texts } : undefined
  }
  const rows = list.filter((one) => isObject(one)).map((one) => flat(one))
  return rows.length === list.length ? { csv: toCsv(rows) } : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** NDJSON: one value a line. */
function linesAsJson(text: string): unknown {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return undefined
  const rows = lines.map(parsed)
  return rows.every((row) => row !== undefined) ? rows : undefined
}

/** The value itself, or the only list in an object such as `{"data": […], "total": 3}`. */
function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const lists = Object.values(value).filter((one) => Array.isArray(one))
  return lists.length === 1 ? lists[0] : undefined
}

/** `{contact: {name: 'Ana'}}` as `contact.name`. */
function flat(row: Record<string, unknown>, prefix = '', depth = 0): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue
    if (isObject(value) && depth < maxDepth)
      for (const [inner, cell] of flat(value, `${prefix}${name}.`, depth + 1)) cells.set(inner, cell)
    else cells.set(prefix + name, cellOf(value))
  }
  return cells
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  return JSON.stringify(value)
}

const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function toCsv(rows: readonly ReadonlyMap<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, maxColumns)
  const lines = rows.map((row) => columns.map((name) => quoted(row.get(name) ?? '')).join(','))
  return [columns.map(quoted).join(','), ...lines, ''].join('\n')
}
