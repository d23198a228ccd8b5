import type { EnumTexts } from './enum-texts.ts'

/** Whether a Project changed what customers say. */
export const outcomeEnums: EnumTexts = {
  OutcomeVerdict: {
    text: 'What the feedback says of a Project.',
    values: {
      improved: 'customers ask for it or complain of it less, or are less negative, than without the Project',
      worse: 'they do so more',
      no_change: 'neither: a large change is ruled out',
      too_little: 'too little is known to say',
    },
  },
  OutcomeReason: {
    text: 'Why too little is known of what a Project changed.',
    values: {
      not_completed: 'it is not completed, and no date was given',
      no_evidence: 'it has no evidence with a theme',
      too_early: 'fewer than 4 whole weeks have passed',
      short_history: 'there is feedback of fewer than 8 weeks before the date',
      few_other_themes: 'fewer than 4 other themes have enough feedback to compare with',
      few_customers: 'it could be chance: few customers speak of it, or themes change much by themselves',
      changed_before: 'it changed in the same way before the date',
    },
  },
  OutcomeMeasure: {
    text: 'Which groups of insights are compared.',
    values: { subthemes: 'the subthemes of the evidence', themes: 'the themes of the evidence' },
  },
  OutcomePart: {
    text: 'What kind of group of insights is compared.',
    values: { subtheme: 'a subtheme', theme: 'a theme' },
  },
}
