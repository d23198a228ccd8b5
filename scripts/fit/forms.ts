import { seededRandom } from '#engine/seeded-random.ts'

/* Expands sentence templates: [this|that] is a choice. */

export type Labelled = {
  text: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  type: 'bug' | 'feature' | 'usability' | 'other'
}

const maxForms = 4

function expand(line: string): string[] {
  const random = seededRandom(line.length * 31 + line.charCodeAt(0))
  const forms = new Set<string>()
  for (let turn = 0; turn < 12 && forms.size < maxForms; turn++)
    forms.add(
      line.replace(
        /\[([^\]]*)\]/g,
        (_, choices: string) => choices.split('|')[Math.floor(random() * choices.split('|').length)]!,
      ),
    )
  return [...forms]
}

export const lines = (type: Labelled['type'], sentiment: Labelled['sentiment'], text: string): Labelled[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => expand(line.trim()).map((form) => ({ text: form, type, sentiment })))
