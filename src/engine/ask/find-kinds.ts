import type { Found } from './question-text.ts'
import type { NpsGroup } from '#vocabulary/nps.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

/* Words of a question that ask for a category, a sentiment or a group of NPS respondents. */

export type LabelFilter = {
  category?: readonly string[]
  sentiment?: Sentiment
  nps_type?: NpsGroup
}

const troubles = ['PAIN_POINTS', 'BUGS_AND_ERRORS', 'USABILITY_ISSUES']
/** A request is not praise, whatever its rating. */
const praise: LabelFilter = { sentiment: 'POSITIVE', category: ['DELIGHTS', 'GENERAL_FEEDBACK'] }
const requests: LabelFilter = { category: ['FEATURE_REQUESTS'] }
const negative: LabelFilter = { sentiment: 'NEGATIVE' }

const clauseEnd = String.raw`\s*(?:$|[?.,;!]|\u0001)`
const notNegated = String.raw`(?<!\b(?:not|never|n't|n’t)\s)`
/** "What do people like", not "would like", "feels like" or "apps like Slack". */
const likes =
  String.raw`(?<=\b(?:do|does|did|that|who)\b[^?]*\s)(?<!\b(?:would|feels?|looks?|sounds?|be|something|anything)\s)` +
  String.raw`likes?(?=${clauseEnd}|\s+(?:about|most|best|in|with|the|this|our|it|that)\b)`

const rules: readonly (readonly [pattern: string, kind: LabelFilter])[] = [
  [String.raw`(?:nps\s+)?promoters?`, { nps_type: 'promoter' }],
  [String.raw`(?:nps\s+)?detractors?`, { nps_type: 'detractor' }],
  [String.raw`(?:nps\s+)?passives|nps\s+passive`, { nps_type: 'passive' }],
  [String.raw`pain\s?points?`, { category: ['PAIN_POINTS'] }],
  [
    String.raw`(?:(?:go|goes|going|went)\s+wrong|(?<=\bwhat\b[^?]*\s)wrong)(?:\s+(?:with|at|in))?|` +
      String.raw`(?:suffers?|suffering)\s+from|fed\s+up(?:\s+with)?|` +
      String.raw`pains?|hurts?|bothers?|bothered|(?:least|not|less)\s+(?:happy|satisfied|pleased)|` +
      String.raw`(?:most\s+)?unhapp(?:y|iest)`,
    negative,
  ],
  [String.raw`(?:happiest|(?:most|very)\s+(?:happy|satisfied|pleased))`, praise],
  [String.raw`usability\s+(?:issues?|problems?)`, { category: ['USABILITY_ISSUES'] }],
  [String.raw`(?:bug\s+reports?|bugs?)(?!\s+(?:tracker|tracking|bounty|template))`, { category: ['BUGS_AND_ERRORS'] }],
  [String.raw`(?:negative|critical|bad)\s+(?:feedback|comments?|reviews?|insights?)`, negative],
  [String.raw`(?:positive|good)\s+(?:feedback|comments?|reviews?|insights?)`, { sentiment: 'POSITIVE' }],
  [String.raw`neutral\s+(?:feedback|comments?|reviews?|insights?)`, { sentiment: 'NEUTRAL' }],
  [
    String.raw`(?<!\b(?:pull|merge|http|api|network|access|connection|refund|support)\s)` +
      String.raw`(?:feature\s+requests?|requests(?=${clauseEnd}|\s+(?:from|by|of|for|in|about|do|are|were)\b))`,
    requests,
  ],
  [String.raw`(?:most\s+)?(?:requested|wanted|asked[-\s]for|missing)\s+(?:features?|functions?|things?)`, requests],
  [String.raw`(?:feature|product|improvement)\s+(?:ideas?|suggestions?)|wish\s?list`, requests],
  [
    String.raw`(?:like|love|want|need|expect)s?\s+us\s+to` +
      String.raw`(?:\s+(?:build|add|make|offer|improve|change|do|develop|fix))?|` +
      String.raw`should\s+(?:we|our\s+team)\s+(?:build|add|offer|improve|change|develop|do)(?:\s+next)?|` +
      String.raw`(?:like|love)\s+to\s+(?:have|see|get)|hop(?:e|es|ing)\s+for|dream(?:s|ing)?\s+of`,
    requests,
  ],
  [
    String.raw`(?<!\bwhy\b[^?]*)${notNegated}(?:ask(?:s|ed|ing)?\s+for|request(?:ed|ing)|wish(?:es|ed)?\s+for|` +
      String.raw`wish(?:es)?(?=\s*[?])|would\s+like(?=${clauseEnd})|(?:want|need)(?:s|ed)?(?!\s+(?:to|help)\b)|` +
      String.raw`(?<=\bdo(?:es)?\b[^?]*\s)(?:miss|lack)(?=${clauseEnd}))`,
    requests,
  ],
  [String.raw`(?:not|don['’]t|doesn['’]t|didn['’]t)\s+(?:like|love|enjoy|appreciate)`, negative],
  [String.raw`(?<=\bwhat\b[^?]*\s)(?:missing|lacking)(?=${clauseEnd}|\s+(?:in|from|for)\b)`, requests],
  [
    `${notNegated}(?:dislikes?|like\\s+(?:the\\s+)?least|hates?|complain(?:s|ed|ing|ts?)?|frustrat\\w+|annoy\\w*|` +
      'unhappy|angry|upset|dissatisf\\w+|critici[sz]\\w*)',
    negative,
  ],
  [
    String.raw`(?:issues?|problems?|troubles?|difficulties|struggles?|weaknesses)` +
      String.raw`(?!\s+(?:tracker|tracking|type|types|template|templates|view|board|list)\b)`,
    { category: troubles },
  ],
  [
    String.raw`${notNegated}(?:${likes}|` +
      String.raw`(?<!\bwould\s)(?:loves?|loved|enjoy(?:s|ed)?|appreciate[sd]?|prais(?:e[sd]?|ing))|` +
      String.raw`(?:happy|satisfied|pleased|delighted)(?=\s+(?:with|about)|\s*[?])|delights?|compliments?|strengths)`,
    praise,
  ],
]

const compiled = rules.map(([pattern, kind]) => ({
  regex: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  kind,
}))

const overlaps = (a: Found<unknown>, b: Found<unknown>) => a.start < b.end && b.start < a.end

/** What a question asks for; of contradicting words the first rule counts. */
export function findKinds(text: string): { kind: LabelFilter; parts: Found<LabelFilter>[] } {
  const parts: Found<LabelFilter>[] = []
  let kind: LabelFilter = {}
  for (const rule of compiled)
    for (const match of text.matchAll(rule.regex)) {
      const part = { value: rule.kind, start: match.index, end: match.index + match[0].length }
      if (parts.some((other) => overlaps(other, part))) continue
      if (rule.kind.sentiment && kind.sentiment && rule.kind.sentiment !== kind.sentiment) continue
      parts.push(part)
      kind = { ...rule.kind, ...kind }
    }
  return { kind, parts }
}
