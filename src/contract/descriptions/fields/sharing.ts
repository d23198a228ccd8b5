import type { FieldTexts } from './field-texts.ts'

/** Of one-pagers and share links. */
export const sharingTexts: Record<string, FieldTexts> = {
  OnePager: {
    'score_terms.factor': 'What is counted.',
    'score_terms.role': 'What the factor does in the score.',
  },
}
