import type { RecognizedKind, RecognizedPart } from '#contract/resources/recognition.ts'

/** A part without its sentence, which follows from the rest. */
export type UnnamedPart = Omit<RecognizedPart, 'summary'>

export const emptyPart = (kind: RecognizedKind, kinds: RecognizedKind[]): UnnamedPart => ({
  kind,
  kinds,
  items: [],
  interview: null,
  table: null,
  link: null,
})
