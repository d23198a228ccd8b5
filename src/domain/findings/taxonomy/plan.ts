import { createHash } from 'node:crypto'
import type { ReadCtx } from '#domain/context.ts'
import { isWorthComparing, planMove, type ThemeMove } from '#engine/clustering/plan-moves.ts'
import type { ThemeProfile } from '#engine/clustering/theme-profiles.ts'
import { topicsIn } from '#engine/naming/topic-bank.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { similaritiesOfStored } from '#engine/vectors/compare-stored.ts'
import { rowOf } from '#engine/vectors/matrix.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { type CurrentTaxonomy, diffTaxonomy, type TaxonomyDiff, type WantedTheme } from './diff.ts'
import { compareThemes, type ComparedThemes } from './profiles.ts'
import {
  findCatchAllName,
  listInsightTexts,
  listScanned,
  listTaxonomySubthemes,
  listTaxonomyThemes,
  type MovableRow,
} from './queries.ts'

/* Everything that a document of themes would change. */

type NamedMove = ThemeMove & { name: string }
export type TaxonomyPlan = {
  id: string
  current: CurrentTaxonomy
  diff: TaxonomyDiff
  /** Of insights that move one by one; those of merged themes come along with them. */
  moves: readonly NamedMove[]
}

const pageSize = 2000

export async function planTaxonomyOf(ctx: ReadCtx, wanted: readonly WantedTheme[]): Promise<TaxonomyPlan> {
  const { db, org, semanticSearch } = ctx
  const current = {
    themes: await listTaxonomyThemes(db, org),
    subthemes: await listTaxonomySubthemes(db, org),
    catchAllName: await findCatchAllName(db, org),
  }
  const diff = diffTaxonomy(current, wanted)
  const isMoving =
    diff.removed.length > 0 || diff.targets.some((one) => !one.current || one.isRenamed || one.isDescribed)
  const compared =
    isMoving && semanticSearch ? await compareThemes(db, org, semanticSearch, { current: current.themes, diff }) : null
  const moves = compared ? await listMoves(ctx, compared) : []
  return { id: planId(diff, moves), current, diff, moves }
}

/** The same for the same changes of the same data. */
function planId({ targets, removed, removedSubthemes }: TaxonomyDiff, moves: readonly NamedMove[]): string {
  const hash = createHash('sha256')
  const ofTarget = ({ key, current, texts, merges, subthemes }: TaxonomyDiff['targets'][number]) => [
    key,
    current && [current.name, current.definition, current.belongs, current.does_not_belong],
    texts,
    merges.map(({ id, insight_count }) => [id, insight_count]),
    subthemes,
  ]
  hash.update(JSON.stringify([targets.map(ofTarget), removed.map(({ id }) => id), removedSubthemes]))
  for (const { id, themes, to } of moves) hash.update(JSON.stringify([id, themes, to.map(({ theme }) => theme)]))
  return hash.digest('hex').slice(0, 32)
}

async function listMoves({ db, org }: ReadCtx, change: ComparedThemes): Promise<NamedMove[]> {
  const prototypes = prototypesOf([...change.before, ...change.after])
  const known = new Set(change.before.map(({ theme }) => theme))
  const moves: NamedMove[] = []
  for (let after: string | null = null; ;) {
    const rows = await listScanned(db, org, change.model, { after, limit: pageSize })
    if (rows.length === 0) return moves
    after = rows.at(-1)!.id
    const live = rows.flatMap(({ id, vector, themes }): MovableRow[] =>
      vector && themes ? [{ id, vector, themes: themes.filter((theme) => known.has(theme)) }] : [],
    )
    if (live.length > 0) moves.push(...(await movesOfPage({ db, org }, live, { change, prototypes })))
    await yieldToEventLoop()
  }
}

type Prototypes = { rows: readonly Float32Array[]; at: ReadonlyMap<Float32Array, number> }

/** Each once, although profiles of themes that stay as they are occur twice. */
function prototypesOf(profiles: readonly ThemeProfile[]): Prototypes {
  const rows = [
    ...new Set(
      profiles.flatMap(({ nameVector, sum, definition }) => [
        nameVector,
        sum,
        ...(definition?.include ?? []),
        ...(definition?.exclude ?? []),
      ]),
    ),
  ]
  return { rows, at: new Map(rows.map((row, n) => [row, n])) }
}

type Page = { change: ComparedThemes; prototypes: Prototypes }

async function movesOfPage({ db, org }: Pick<ReadCtx, 'db' | 'org'>, rows: MovableRow[], { change, prototypes }: Page) {
  const similarities = similaritiesOfStored(
    rows.map(({ vector }) => vector),
    prototypes.rows,
    change.mean,
  )
  const worth = [...rows.entries()].flatMap(([n, { id, themes }]) => {
    const own = rowOf(similarities, n)
    const similarTo = (prototype: Float32Array) => own[prototypes.at.get(prototype)!]!
    return isWorthComparing({ id, themes }, similarTo, change) ? { id, themes, similarTo } : []
  })
  if (worth.length === 0) return []
  const texts = new Map(
    (
      await listInsightTexts(
        db,
        org,
        worth.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const topics = new Set([...change.before, ...change.after].flatMap(({ topic }) => topic ?? []))
  return worth.flatMap(({ similarTo, ...insight }) => {
    const { text, name, language } = texts.get(insight.id)!
    const compared = {
      id: insight.id,
      similarTo,
      text,
      topics: topicsIn(text, language ?? detectLanguage(text) ?? 'en', topics),
    }
    const move = planMove(insight, compared, change)
    return move ? { ...move, name } : []
  })
}
