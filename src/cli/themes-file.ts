import { readFile, writeFile } from 'node:fs/promises'
import { type Document, isNode, LineCounter, parseDocument, stringify } from 'yaml'
import { EarshotError } from '#client/errors.ts'
import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import { type Io, print } from './io.ts'
import { jsonOf, stripControls } from './text.ts'

/* `earshot themes pull | plan | apply`: all themes as a YAML file. */

type Subtheme = { id: string; name: string; description: string | null }
type Theme = {
  id: string
  name: string
  definition: string | null
  belongs: string[]
  does_not_belong: string[]
  merged: string[]
  subthemes: Subtheme[]
}
type Change = { action: string; theme: string; subtheme: string | null; before: string | null }
type Move = { from: string[]; to: string[]; insight_count: number; samples: { name: string }[] }
type Plan = { plan_id: string; changes: Change[]; moves: Move[]; moved_insight_count: number }
type Applied = Plan & { application_id: string | null }
type Application = { id: string; undone_at: string | null }
type Undone = { restored_insight_count: number; kept_insight_count: number; kept_themes: string[] }

const introduction = `# All themes. What is left out is removed; what has another name under the same id is renamed.
# belongs, does_not_belong: statements; merged: names of themes whose insights this one gets.
# Look before it happens: earshot themes plan <file>. Do it: earshot themes apply <file>.
`
/** The file says everything: what it leaves out is empty. */
const empty = { definition: null, belongs: [], does_not_belong: [], merged: [], subthemes: [] }

const isFilled = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
const filled = (value: object) => Object.fromEntries(Object.entries(value).filter(isFilled))

export async function pullThemes(file: string | undefined, io: Io): Promise<void> {
  const { themes } = (await (await connectAs(io)).call('getTaxonomy', {})) as { themes: Theme[] }
  const rows = themes.map((theme) => filled({ ...theme, subthemes: theme.subthemes.map(filled) }))
  const text = introduction + stringify({ themes: rows }, { lineWidth: 120 })
  if (file === undefined) return print(io.stdout, text)
  await writeFile(file, text)
  await print(io.stdout, `${jsonOf({ file, themes: themes.length }, 2)}\n`)
}

export async function planThemes(file: string, { json }: { json?: boolean }, io: Io): Promise<void> {
  const plan = await send(file, 'planTaxonomy', {}, io)
  await print(io.stdout, json || !io.isTTY ? `${jsonOf(plan, 2)}\n` : planText(plan))
}

type ApplyOptions = { plan?: string; json?: boolean }

export async function applyThemes(file: string, { plan: seen, json }: ApplyOptions, io: Io): Promise<void> {
  const applied = (await send(file, 'applyTaxonomy', seen === undefined ? {} : { plan: seen }, io)) as Applied
  const hint = applied.application_id === null ? '' : `To take it back: earshot themes undo ${applied.application_id}\n`
  await print(io.stdout, json || !io.isTTY ? `${jsonOf(applied, 2)}\n` : planText(applied) + hint)
}

export async function undoThemes(id: string | undefined, { json }: { json?: boolean }, io: Io): Promise<void> {
  const client = await connectAs(io)
  const applicationId = id ?? (await lastApplied(client))
  const undone = (await client.call('undoTaxonomy', { applicationId })) as Undone
  await print(io.stdout, json || !io.isTTY ? `${jsonOf(undone, 2)}\n` : undoneText(undone))
}

async function lastApplied(client: Awaited<ReturnType<typeof connectAs>>): Promise<string> {
  const { data } = (await client.call('listTaxonomyApplications', {})) as { data: Application[] }
  const last = data.find(({ undone_at }) => undone_at === null)
  if (!last) throw new UsageError('there is no applied file of themes that could be undone')
  return last.id
}

const undoneText = ({ restored_insight_count, kept_insight_count, kept_themes }: Undone) =>
  [
    `${restored_insight_count} insights are back where they were.`,
    ...(kept_insight_count > 0 ? [`${kept_insight_count} were put elsewhere since and stay there.`] : []),
    ...(kept_themes.length > 0 ? [`Changed since, and kept: ${kept_themes.join(', ')}`] : []),
  ]
    .map((line) => `${stripControls(line)}\n`)
    .join('')

async function send(file: string, operation: string, more: object, io: Io): Promise<Plan> {
  const text = await readFile(file, 'utf8').catch(() => Promise.reject(new UsageError(`${file} cannot be read`)))
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [wrong] = document.errors
  if (wrong) throw new UsageError(`${file}, line ${lines.linePos(wrong.pos[0]).line}: ${wrong.message}`)
  const { themes } = (document.toJS() ?? {}) as { themes?: unknown }
  if (!Array.isArray(themes)) throw new UsageError(`${file}: there is no list of themes; themes pull writes one`)
  const wanted = themes.map((theme: unknown) => (isObject(theme) ? { ...empty, ...theme } : theme))
  try {
    return (await (await connectAs(io)).call(operation, { themes: wanted, ...more })) as Plan
  } catch (error) {
    throw error instanceof EarshotError ? withLines(error, { file, document, lines }) : error
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Source = { file: string; document: Document; lines: LineCounter }

/** The lines of the file that an error is about. */
function withLines(error: EarshotError, { file, document, lines }: Source): EarshotError {
  const details = error.details.map(({ path, message }) => {
    const keys = path.split('.').slice(1)
    const offset = offsetOf(document, keys)
    const [, n, ...field] = keys
    const at = offset === undefined ? file : `${file}, line ${lines.linePos(offset).line}`
    return { path: `${at} (theme ${Number(n) + 1}${field.length > 0 ? `, ${field.join('.')}` : ''})`, message }
  })
  return new EarshotError(error.message.replace(/^body\.\S+ /, ''), { ...error, details })
}

/** Of the field, or of the nearest thing around it that the file has. */
function offsetOf(document: Document, keys: readonly string[]): number | undefined {
  for (let length = keys.length; length > 0; length--) {
    const path = keys.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key))
    const found = document.getIn(path, true)
    if (isNode(found) && found.range) return found.range[0]
  }
  return undefined
}

function planText({ changes, moves, moved_insight_count }: Plan): string {
  if (changes.length === 0 && moves.length === 0) return 'Nothing changes.\n'
  return [
    ...changes.map(changeText),
    `${moved_insight_count} insights move.`,
    ...moves.flatMap(({ from, to, insight_count, samples }) => [
      `  ${insight_count}: ${placeText(from)} → ${placeText(to)}`,
      ...samples.map(({ name }) => `      ${name}`),
    ]),
  ]
    .map((line) => `${stripControls(line)}\n`)
    .join('')
}

const placeText = (themes: readonly string[]) => themes.join(', ') || 'unsorted'

function changeText({ action, theme, subtheme, before }: Change): string {
  const name = subtheme === null ? theme : `${theme}: ${subtheme}`
  const from = before === null ? '' : ` (${action === 'merge' ? 'takes' : 'was'} ${before})`
  return `${action} ${subtheme === null ? 'theme' : 'subtheme'} ${name}${from}`
}
