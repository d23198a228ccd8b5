import type { Compared } from './find-comparison.ts'
import type { Dimension } from './find-dimension.ts'
import type { AnswerForm } from './find-forms.ts'
import type { LabelFilter } from './find-kinds.ts'
import type { KnownName } from './find-names.ts'
import type { AskedPeriod } from './parse-period.ts'
import type { QuestionLanguage } from './translate-question.ts'

export type Intent = 'describe' | 'rank' | 'count'

export type ParsedQuestion = {
  intent: Intent
  /** What "how many" counts. */
  unit: 'contacts' | 'insights'
  kind: LabelFilter
  period: AskedPeriod | undefined
  /** What the period is compared with. */
  compared: Compared | undefined
  names: readonly KnownName[]
  /** What the insights are counted by. */
  by: Dimension | undefined
  forms: readonly AnswerForm[]
  /** The words of the topic in their order; empty when the question has none. */
  topic: string
  language: QuestionLanguage
  /** Something of it was said by the question before. */
  isFollowUp: boolean
}
