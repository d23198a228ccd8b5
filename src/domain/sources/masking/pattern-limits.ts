import { invalidField } from '#domain/errors.ts'
import { checkPatterns, TooManyStepsError } from '#engine/masking/mask-off-thread.ts'
import { type MaskPattern, maxPatternSize, maxStepsPerText, type PatternCheck } from '#engine/masking/mask-text.ts'
import { withBusyError } from './errors.ts'
import { rulesFor } from './mask-intake.ts'
import type { MaskingSettings } from './queries.ts'
import { waitOutside } from './wait-outside.ts'

/* The patterns that apply to one text, those of the organization and of its source, have a limit together. */

type Checks = ReadonlyMap<string, PatternCheck>
type PatternList = { path: string; patterns: readonly MaskPattern[] }

const sizeOf = (checks: Checks, patterns: readonly MaskPattern[]) =>
  patterns.reduce((sum, { pattern }) => sum + checks.get(pattern)!.size, 0)

/** Settings do not wait for texts that are being masked. */
const ownerOf = (org: string) => `settings of ${org}`

/** Settings are checked when they are saved and again whenever they are read. */
const known = new Map<string, PatternCheck>()
const maxKnown = 5000

async function checksOf(org: string, { patterns = [], sources = [] }: Partial<MaskingSettings>): Promise<Checks> {
  const all = [...patterns, ...sources.flatMap((source) => source.patterns)].map(({ pattern }) => pattern)
  const checks = new Map(all.map((pattern) => [pattern, known.get(pattern)]))
  const missing = [...checks.keys()].filter((pattern) => !checks.get(pattern))
  const found = await withBusyError(() => checkPatterns(ownerOf(org), missing))
  if (known.size + missing.length > maxKnown) known.clear()
  for (const [n, pattern] of missing.entries()) {
    known.set(pattern, found[n]!)
    checks.set(pattern, found[n]!)
  }
  return checks as Checks
}

/** Refuses patterns that cannot be used, alone or together with those that are stored. */
export async function requirePatterns(
  org: string,
  stored: Partial<MaskingSettings>,
  given: Partial<MaskingSettings>,
): Promise<void> {
  if (!given.patterns && !given.sources) return
  const next = { ...stored, ...given }
  const checks = await waitOutside(['checks', org, next], () => checksOf(org, next)).catch((error: unknown) => {
    if (error instanceof TooManyStepsError)
      return invalidField(given.patterns ? 'body.patterns' : 'body.sources', 'take too long to compile; use fewer')
    throw error
  })
  const ofOrganization = { path: 'body.patterns', patterns: given.patterns ?? [] }
  const ofSources = (given.sources ?? []).map(({ patterns }, n) => ({ path: `body.sources.${n}.patterns`, patterns }))
  for (const list of [ofOrganization, ...ofSources]) requireUsable(checks, list)
  requireWithinLimit(checks, ofOrganization, 0)
  const common = sizeOf(checks, next.patterns ?? [])
  const replaced = new Set(next.patterns?.map(({ name }) => name))
  for (const list of ofSources) requireWithinLimit(checks, list, common, replaced)
  if (given.patterns && !given.sources) requireRoomForSources(checks, next)
}

function requireUsable(checks: Checks, { path, patterns }: PatternList) {
  for (const [n, { name, pattern }] of patterns.entries()) {
    const { problem } = checks.get(pattern)!
    if (problem) invalidField(`${path}.${n}.pattern`, problem)
    if (patterns.findIndex((one) => one.name === name) !== n) invalidField(`${path}.${n}.name`, 'is used twice')
  }
}

const tooMany = (size: number, sum: number, others: string) =>
  `has ${size} instructions after its repetitions are written out, together with ${others} ${sum}; ` +
  `${maxPatternSize} are allowed for a text. Remove a pattern, or repeat less in one`

function requireWithinLimit(
  checks: Checks,
  { path, patterns }: PatternList,
  common: number,
  replaced: ReadonlySet<string> = new Set(),
) {
  let sum = common
  for (const [n, { name, pattern }] of patterns.entries()) {
    const size = replaced.has(name) ? 0 : checks.get(pattern)!.size
    sum += size
    if (sum > maxPatternSize) invalidField(`${path}.${n}.pattern`, tooMany(size, sum, 'the patterns before it'))
  }
}

function requireRoomForSources(checks: Checks, { patterns = [], sources = [] }: Partial<MaskingSettings>) {
  for (const { source } of sources) {
    const sum = sizeOf(checks, rulesFor({ patterns, sources }, source).patterns)
    const last = patterns.at(-1)
    if (last && sum > maxPatternSize)
      invalidField(
        `body.patterns.${patterns.length - 1}.pattern`,
        tooMany(checks.get(last.pattern)!.size, sum, `the others and those of the source ${source}`),
      )
  }
}

/** What the limit means for patterns that were stored before there was one. */
export async function storedPatternProblem(org: string, settings: Partial<MaskingSettings>): Promise<string | null> {
  const checks = await checksOf(org, settings).catch((error: unknown) => {
    if (error instanceof TooManyStepsError) return undefined
    throw error
  })
  if (!checks) return 'The patterns take too long to compile, so texts are refused until there are fewer.'
  const sourceNames = [null, ...(settings.sources ?? []).map(({ source }) => source)]
  const sizes = sourceNames.map((source) => sizeOf(checks, rulesFor(settings, source).patterns))
  const largest = Math.max(...sizes)
  if (largest <= maxPatternSize) return null
  return (
    `The patterns for a text have ${largest} instructions; ${maxPatternSize} are allowed. Texts of more than ` +
    `${Math.floor(maxStepsPerText / largest)} characters are refused until the patterns repeat less.`
  )
}
