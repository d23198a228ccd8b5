import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type Masking = OutputOf<'getMasking'>
export type MaskingRuleSet = Pick<Masking, 'kinds' | 'patterns'>
export type Kind = Masking['kinds'][number]

export const kindLabels = (): Record<Kind, string> => ({
  email: t('Email addresses'),
  phone: t('Phone numbers'),
  card: t('Card numbers'),
  iban: t('IBANs'),
})

export const patternsToText = (patterns: MaskingRuleSet['patterns']) =>
  patterns.map(({ name, pattern }) => `${name}: ${pattern}`).join('\n')

/** One pattern a line, after its name and a colon. */
export const patternsFromText = (text: string): MaskingRuleSet['patterns'] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, Math.max(0, colon)).trim(), pattern: line.slice(colon + 1).trim() }
    })
