/*
 * What the labels of an insight mean: in the prompts of the language model, in docs/analysis/labels.md and wherever an
 * interface explains them.
 */

export type LabelDefinition = { label: string; when: string }

export const sentimentMeaning = 'what the writer feels about the product at this point'

export const sentimentDefinitions = [
  {
    label: 'NEGATIVE',
    when:
      'a complaint; a defect or an obstacle, also when it is stated as a plain fact ("Pasted snippets turn into one ' +
      'line")',
  },
  { label: 'NEUTRAL', when: 'a polite wish; a question or a fact without judgement' },
  { label: 'POSITIVE', when: 'praise' },
] as const satisfies readonly LabelDefinition[]

export const categoryDefinitions = [
  { label: 'BUGS_AND_ERRORS', when: 'it does not work as it is meant to' },
  { label: 'USABILITY_ISSUES', when: 'it works, but is hard to find, confusing or clumsy' },
  {
    label: 'PAIN_POINTS',
    when: 'a complaint about price, policy, limits, speed, support or quality, without a defect or a concrete wish',
  },
  { label: 'FEATURE_REQUESTS', when: 'asks for something that is not there, also by implication' },
  { label: 'DELIGHTS', when: 'praise' },
  { label: 'GENERAL_FEEDBACK', when: 'facts, questions and context with content' },
] as const satisfies readonly LabelDefinition[]

export const labelRules = [
  'Irony counts by its meaning: "Love how it only crashes when I need to sell" is negative.',
  'Category and sentiment are independent: a neutral question about a bug, an annoyed wish and a happy remark about ' +
    'a clumsy screen all occur.',
] as const

const listOf = (definitions: readonly LabelDefinition[]) =>
  definitions.map(({ label, when }) => `- ${label}: ${when}`).join('\n')

/** The definitions as plain text. */
export const labelGuide = [
  `Sentiment is ${sentimentMeaning}.`,
  listOf(sentimentDefinitions),
  'Category:',
  listOf(categoryDefinitions),
  ...labelRules,
].join('\n')
