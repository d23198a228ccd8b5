import { eventNames } from '#contract/core/event-names.ts'
import { categoryDefinitions, sentimentDefinitions } from '#contract/core/label-definitions.ts'
import { answerEnums } from './answers.ts'
import type { EnumTexts } from './enum-texts.ts'
import { discussionEnums } from './discussions.ts'
import { errorEnum } from './error-codes.ts'
import { eventTexts } from './events.ts'
import { importEnums } from './imports.ts'
import { kindEnums } from './kinds.ts'
import { operationEnums } from './operation.ts'
import { sharingEnums } from './sharing.ts'
import { sourceEnums } from './sources.ts'
import { outcomeEnums } from './outcomes.ts'
import { requestEnums } from './requests.ts'
import { stateEnums } from './states.ts'

const meanings = (definitions: readonly { label: string; when: string }[]) =>
  Object.fromEntries(definitions.map(({ label, when }) => [label, when]))
const families = [...new Set(eventNames.map((name) => name.slice(0, name.indexOf('.'))))]

export const enumTexts: EnumTexts = {
  Sentiment: {
    text: 'What the writer feels about the product at this point.',
    values: meanings(sentimentDefinitions),
  },
  InsightCategory: { text: 'What kind of point an insight makes.', values: meanings(categoryDefinitions) },
  EventType: { text: 'What happened.', values: eventTexts },
  EventPattern: {
    text: 'Which types of events: one, all of one kind, or all.',
    values: {
      '*': 'all events',
      ...Object.fromEntries(
        families.map((family) => [`${family}.*`, `all events whose type begins with \`${family}\``]),
      ),
      ...eventTexts,
    },
  },
  ...errorEnum,
  ...discussionEnums,
  ...importEnums,
  ...answerEnums,
  ...kindEnums,
  ...operationEnums,
  ...outcomeEnums,
  ...requestEnums,
  ...sharingEnums,
  ...sourceEnums,
  ...stateEnums,
}

const setOf = (values: readonly unknown[]) => values.map(String).sort().join('\n')
const names = new Map(Object.entries(enumTexts).map(([name, { values }]) => [setOf(Object.keys(values)), name]))

/** The name of the enumeration with these values. */
export const nameOfEnum = (values: readonly unknown[]): string | undefined => names.get(setOf(values))

/** What it says, and a line for each value. */
export function describeEnum(name: string): string | undefined {
  const known = enumTexts[name]
  if (!known) return undefined
  const lines = Object.entries(known.values).map(([value, meaning]) => `- \`${value}\`: ${meaning}.`)
  return `${known.text}\n\n${lines.join('\n')}`
}
