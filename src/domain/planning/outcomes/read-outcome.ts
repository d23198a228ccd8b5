import type { Static } from 'typebox'
import type { projectOutcomes } from '#contract/resources/project-outcomes.ts'
import { notFound } from '#domain/errors.ts'
import type { Ratio } from '#engine/outcome/compare-changes.ts'
import type { OutcomeHistory } from '#engine/outcome/history.ts'
import { type MeasuredOutcome, measureOutcome, risenNeighbours } from '#engine/outcome/measure-outcome.ts'
import { MAX_OUTCOME_NEIGHBOURS } from '#engine/thresholds/outcomes.ts'
import type { Db } from '#store/open.ts'
import { allOfThem, countsByKey, historyOf, type OutcomeSpan } from './histories.ts'
import { findEvidence, listNeighbours, type ProjectEvidence } from './queries-evidence.ts'
import { listGivenVerdicts } from './queries.ts'
import { listSubthemeWeeks, listTargetWeeks, listThemeWeeks, type Weeks } from './queries-weeks.ts'
import { nextVerdictOn, ratesOf, spanAt, type OutcomeTarget, targetOf, weeksOf } from './rules.ts'

type ReadOutcome = Static<typeof projectOutcomes.getProjectOutcome.result>
type Question = { db: Db; org: string; now: Date; projectId: string; date?: string | undefined }
type Asked = Question & { date: string; span: OutcomeSpan; evidence: ProjectEvidence; target: OutcomeTarget }

/** What customers say since a day: by default that on which the Project was completed. */
export async function readOutcome(question: Question): Promise<ReadOutcome> {
  const { db, org, now, projectId } = question
  const evidence = (await findEvidence(db, org, projectId)) ?? notFound('project')
  const date = question.date ?? evidence.project.completed_at?.slice(0, 10)
  const target = targetOf(evidence)
  if (date === undefined || target.parts.length === 0)
    return unknown(projectId, date ?? null, { reason: date === undefined ? 'not_completed' : 'no_evidence', target })
  return measure({ ...question, date, span: spanAt(date, now), evidence, target })
}

/** More digits would say more than is known. */
const digits = 3
const round = (value: number) => Number(value.toPrecision(digits))
const rounded = (ratio: Ratio | null) =>
  ratio && { ratio: round(ratio.ratio), low: round(ratio.low), high: round(ratio.high) }

const judged = ({ verdict, reason, volume, sentiment, missingAsks }: MeasuredOutcome) => ({
  verdict,
  reason,
  volume: rounded(volume),
  sentiment: rounded(sentiment),
  missing_customers: missingAsks,
})

const unknown = (
  project_id: string,
  date: string | null,
  { reason, target }: { reason: 'not_completed' | 'no_evidence'; target: OutcomeTarget },
): ReadOutcome => ({
  project_id,
  date,
  weeks_before: 0,
  weeks_after: 0,
  next_verdict_on: null,
  ...judged({ verdict: 'too_little', reason, weeksAfter: 0, volume: null, sentiment: null, missingAsks: null }),
  measured_by: `${target.type}s`,
  rate_before: null,
  rate_after: null,
  weeks: [],
  parts: [],
  segments: [],
  moved_to: [],
  earlier_verdicts: [],
})

const weeksAsked = ({ date, span }: Asked, segment: string | null = null): Weeks => ({
  date,
  first: -span.weeksBefore,
  last: span.weeksAfter,
  segment,
})

/** Rows of the weeks: all themes, the parts together, and each subtheme. */
async function readWeeks({ db, org, span, target }: Asked, weeks: Weeks) {
  const ids = target.parts.map(({ id }) => id)
  const themes = await listThemeWeeks(db, org, weeks)
  const whole = await listTargetWeeks(db, org, weeks, { type: target.type, ids })
  const subthemes = target.type === 'subtheme' ? await listSubthemeWeeks(db, org, weeks, ids) : []
  return {
    themes: countsByKey(themes, span),
    whole: countsByKey(whole, span).of(allOfThem),
    subthemes: countsByKey(subthemes, span),
  }
}

async function measure(asked: Asked): Promise<ReadOutcome> {
  const { db, org, projectId, date, span, evidence, target } = asked
  const { themes, whole, subthemes } = await readWeeks(asked, weeksAsked(asked))
  const history = historyOf(themes, whole, themesOf(evidence), span)
  const outcome = measureOutcome(history)
  const counts = target.type === 'subtheme' ? subthemes : themes
  return {
    project_id: projectId,
    date,
    weeks_before: span.weeksBefore,
    weeks_after: outcome.weeksAfter,
    next_verdict_on: nextVerdictOn(date, span.weeksAfter),
    ...judged(outcome),
    measured_by: `${target.type}s`,
    ...ratesOf(history),
    weeks: weeksOf(history, date),
    parts: target.parts.map(({ id, name }) => ({
      type: target.type,
      id,
      name,
      ...judged(measureOutcome({ ...history, target: counts.of(id) }, target.parts.length)),
    })),
    segments: await measureSegments(asked),
    moved_to: outcome.verdict === 'improved' ? await findMoved(asked, history) : [],
    earlier_verdicts: await listGivenVerdicts(db, org, projectId, date),
  }
}

const themesOf = ({ themes, subthemes }: ProjectEvidence) =>
  new Set([...themes.map(({ id }) => id), ...subthemes.map(({ theme_id }) => theme_id)])

/** The same among the customers of each segment of the evidence. */
async function measureSegments(asked: Asked): Promise<ReadOutcome['segments']> {
  const { segments } = asked.evidence
  const measured: ReadOutcome['segments'] = []
  for (const { id, name } of segments) {
    const { themes, whole } = await readWeeks(asked, weeksAsked(asked, id))
    const history = historyOf(themes, whole, themesOf(asked.evidence), asked.span)
    measured.push({ segment_id: id, name, ...judged(measureOutcome(history, segments.length)) })
  }
  return measured
}

/** Subthemes of the same themes that rose meanwhile. */
async function findMoved(asked: Asked, history: OutcomeHistory): Promise<ReadOutcome['moved_to']> {
  const { db, org, span, evidence, target } = asked
  const neighbours = await listNeighbours(db, org, {
    themeIds: [...themesOf(evidence)],
    subthemeIds: target.type === 'subtheme' ? target.parts.map(({ id }) => id) : [],
    limit: MAX_OUTCOME_NEIGHBOURS,
  })
  const ids = neighbours.map(({ id }) => id)
  const counts = countsByKey(await listSubthemeWeeks(db, org, weeksAsked(asked), ids), span)
  return risenNeighbours(
    history,
    ids.map((id) => counts.of(id)),
  ).map((position) => {
    const { id, theme_id, name } = neighbours[position]!
    return { subtheme_id: id, theme_id, name }
  })
}
