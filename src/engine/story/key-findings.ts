import { CATEGORY_SEVERITY, OTHER_CATEGORY_SEVERITY } from '#engine/thresholds/impact.ts'
import type { Comparison } from './bears-out.ts'
import { byId, countEvidenceContacts, countPeople } from './count-evidence.ts'
import { groupByPoint } from './group-by-point.ts'
import type { Evidence, StoryFinding } from './types.ts'

/* Groups evidence into findings: a point and the insights that support it. */

/** Every insight is in one finding. Most people first, then the most severe. */
export const groupFindings = (insights: readonly Evidence[], comparison: Comparison<Evidence>): StoryFinding[] =>
  groupByPoint(insights, comparison).sort(byImportance)

const byImportance = (a: StoryFinding, b: StoryFinding) =>
  countPeople(b.members) - countPeople(a.members) ||
  b.members.length - a.members.length ||
  severity(b.members) - severity(a.members) ||
  countEvidenceContacts(b.members) - countEvidenceContacts(a.members) ||
  byId(a.source, b.source)

const severities: Record<string, number> = CATEGORY_SEVERITY
const severityOf = ({ category, sentiment }: Evidence) =>
  (severities[category] ?? OTHER_CATEGORY_SEVERITY) * (sentiment === 'NEGATIVE' ? 1 : 0.5)
const severity = (insights: readonly Evidence[]) =>
  insights.reduce((sum, insight) => sum + severityOf(insight), 0) / insights.length
