import type { FieldTexts } from './field-texts.ts'

const judged = (of: string): FieldTexts => ({
  [`${of}verdict`]: 'What the feedback says.',
  [`${of}reason`]: 'Why too little is known; null with another verdict.',
  [`${of}volume`]:
    'How many times as many customers ask or complain as without the Project; null where it cannot be said.',
  [`${of}sentiment`]:
    'How many times as high the odds are that a customer is negative as without the Project; ' +
    'null where it cannot be said.',
  [`${of}missing_customers`]:
    'About how many customers more would have to ask or complain until a verdict is likely; ' +
    'null where more would not help or none are missing.',
})

/** Whether a Project changed what customers say. */
export const outcomeTexts: Record<string, FieldTexts> = {
  OutcomeRatio: {
    ratio: 'The estimate; 1 is no change.',
    low: 'The lower end of the interval.',
    high: 'The upper end of the interval.',
  },
  ProjectOutcome: {
    date:
      'The day from which on the weeks count as after the Project: the one that was asked for, ' +
      'else the day on which it was completed; null if it is not.',
    weeks_before: 'How many weeks before the date are compared.',
    weeks_after: 'How many whole weeks after the date are compared; 0 before the first verdict.',
    next_verdict_on: 'The day from which on the next verdict is given; null if there is none.',
    ...judged(''),
    measured_by:
      'Whether the subthemes or, where most of the evidence has none, the themes of the evidence are compared.',
    rate_before:
      'Customers who asked or complained, for 100 active customers a week, before the date; null without any.',
    rate_after: 'The same after the date.',
    weeks: 'The weeks that are compared, oldest first.',
    'weeks.week': 'The first day of the week.',
    'weeks.customers': 'Customers who asked or complained; an insight without a contact counts as one.',
    'weeks.active_customers': 'Customers who said anything.',
    parts: 'The subthemes or themes one by one, each with a verdict of its own; those with most evidence first.',
    'parts.type': 'What is compared.',
    'parts.id': 'The subtheme or theme.',
    'parts.name': 'What it is called.',
    ...judged('parts.'),
    segments: 'The same for the customers of each segment of the evidence.',
    'segments.name': 'What the segment is called.',
    ...judged('segments.'),
    moved_to:
      'Subthemes of the same themes that rose while the Project improved what it is about: the ' +
      'complaint may have moved there.',
    'moved_to.theme_id': 'The theme that the subtheme is part of.',
    'moved_to.name': 'What the subtheme is called.',
    earlier_verdicts: 'The verdicts that were given for this date, the first one first.',
    'earlier_verdicts.weeks_after': 'How many weeks after the date were known then.',
    'earlier_verdicts.verdict': 'What the feedback said then.',
    'earlier_verdicts.decided_at': 'When the verdict was given.',
  },
}
