import type { Static } from 'typebox'
import type { taxonomy } from '#contract/resources/taxonomy.ts'
import type { ReadCtx } from '#domain/context.ts'
import { remainingThemes } from '#engine/clustering/plan-moves.ts'
import type { ThemeTarget } from './diff.ts'
import type { TaxonomyPlan } from './plan.ts'
import { listInsightTexts, listMergedInsights } from './queries.ts'

type Shown = Static<(typeof taxonomy.planTaxonomy)['result']>
type Change = Shown['changes'][number]
type Flow = Shown['moves'][number]

const maxSamples = 3

export async function showPlan(ctx: ReadCtx, plan: TaxonomyPlan): Promise<Shown> {
  const flows = new Map<string, Flow>()
  for (const { insight_count, samples, ...ends } of [...singleMoves(plan), ...(await themeMoves(ctx, plan))]) {
    const flow = flows.get(keyOf(ends)) ?? { ...ends, insight_count: 0, samples: [] }
    flow.insight_count += insight_count
    flow.samples = [...flow.samples, ...samples].slice(0, maxSamples)
    flows.set(keyOf(ends), flow)
  }
  const moves = [...flows.values()].sort((a, b) => b.insight_count - a.insight_count || (keyOf(a) < keyOf(b) ? -1 : 1))
  return {
    plan_id: plan.id,
    changes: changesOf(plan),
    moves,
    moved_insight_count: moves.reduce((sum, { insight_count }) => sum + insight_count, 0),
  }
}

const keyOf = ({ from, to }: Pick<Flow, 'from' | 'to'>) => JSON.stringify([from, to])
const namesOf = (themes: readonly string[], names: ReadonlyMap<string, string>) =>
  themes.map((theme) => names.get(theme)!).sort()
const namesBefore = ({ current }: TaxonomyPlan) => new Map(current.themes.map(({ id, name }) => [id, name]))
const namesAfter = ({ diff }: TaxonomyPlan) => new Map(diff.targets.map(({ key, texts }) => [key, texts.name]))

function singleMoves(plan: TaxonomyPlan): Flow[] {
  const [before, after] = [namesBefore(plan), namesAfter(plan)]
  return plan.moves.map(({ id, name, themes, to }) => ({
    from: namesOf(themes, before),
    to: namesOf(
      to.map(({ theme }) => theme),
      after,
    ),
    insight_count: 1,
    samples: [{ id, name }],
  }))
}

/**
 * All insights of merged and removed themes, people's too, without those that move one by one. Those that people have
 * put into a removed theme keep it, hidden.
 */
async function themeMoves({ db, org }: ReadCtx, plan: TaxonomyPlan): Promise<Flow[]> {
  const { current, diff, moves } = plan
  const replaced = new Map([
    ...diff.targets.flatMap(({ key, merges }) => merges.map(({ id }) => [id, key] as const)),
    ...diff.removed.map(({ id }) => [id, null] as const),
  ])
  if (replaced.size === 0) return []
  const rows = await listMergedInsights(db, org, [...replaced.keys()], {
    without: moves.map(({ id }) => id),
    among: current.themes.map(({ id }) => id),
  })
  const texts = await listInsightTexts(
    db,
    org,
    rows.flatMap(({ samples }) => samples),
  )
  const names = new Map(texts.map(({ id, name }) => [id, name]))
  return rows.map(({ themes, insight_count, samples }) => ({
    from: namesOf(themes, namesBefore(plan)),
    to: namesOf(remainingThemes({ themes }, { replaced }), namesAfter(plan)),
    insight_count,
    samples: samples.map((id) => ({ id, name: names.get(id)! })),
  }))
}

function changesOf({ current, diff }: TaxonomyPlan): Change[] {
  const names = new Map(current.themes.map(({ id, name }) => [id, name]))
  return [
    ...diff.targets.flatMap((target) => themeChanges(target)),
    ...diff.removed.map(({ name }) => change('remove', name)),
    ...diff.targets.flatMap((target) => subthemeChanges(target, names)),
    ...diff.removedSubthemes.map(({ name, theme_id }) => change('remove', names.get(theme_id)!, { subtheme: name })),
  ]
}

const change = (
  action: Change['action'],
  theme: string,
  { subtheme = null, before = null }: { subtheme?: string | null; before?: string | null } = {},
): Change => ({ action, theme, subtheme, before })

const themeChanges = ({ current, texts: { name }, isRenamed, isDescribed, merges }: ThemeTarget): Change[] => [
  ...(current ? [] : [change('create', name)]),
  ...(isRenamed ? [change('rename', name, { before: current!.name })] : []),
  ...(isDescribed ? [change('describe', name)] : []),
  ...merges.map((source) => change('merge', name, { before: source.name })),
]

const subthemeChanges = ({ texts, subthemes }: ThemeTarget, names: ReadonlyMap<string, string>): Change[] =>
  subthemes.flatMap(({ current, name, isRenamed, isDescribed, isMoved }) => {
    const of = (action: Change['action'], before: string | null = null) =>
      change(action, texts.name, { subtheme: name, before })
    return [
      ...(current ? [] : [of('create')]),
      ...(isMoved ? [of('move', names.get(current!.theme_id) ?? null)] : []),
      ...(isRenamed ? [of('rename', current!.name)] : []),
      ...(isDescribed ? [of('describe')] : []),
    ]
  })
