import { numberProblem } from '#contract/core/exact-number.ts'

type WithSource = (key: string, value: unknown, context: { source: string }) => unknown

/** The sender cannot be asked for text, so that numbers which would lose digits become text with all of them. */
const exactNumber: WithSource = (_key, value, { source }) =>
  typeof value === 'number' && numberProblem(source) !== undefined ? source : value

const longNumber = /[\d.]{16}|\d[eE]/

/** Throws like JSON.parse. A reviver is slow, so it only runs on texts that may have such a number. */
export const parseExactJson = (text: string): unknown =>
  longNumber.test(text) ? JSON.parse(text, exactNumber as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)
