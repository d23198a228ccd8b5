import type { DemoItem } from './kinds.ts'

/** What fits no theme yet: every real workspace has some of it. */
export const general: readonly DemoItem[] = [
  {
    source: 'survey',
    contact: 0,
    daysAgo: 4,
    content:
      'Support answered within ten minutes on a Sunday, by name and with the right answer. Please tell Oyelaran thank you from all of us in dispatch.',
    insights: [
      {
        name: 'Support answered within ten minutes on a Sunday',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: [],
        tags: ['support'],
        confidence: 0.96,
        quote: 'Support answered within ten minutes on a Sunday, by name and with the right answer.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 8,
    daysAgo: 22,
    content:
      'Dark mode is a little too dark for me, the grey text disappears against the background. My eyes are 58 years old, perhaps that is the reason.',
    insights: [
      {
        name: 'Grey text is hard to read in dark mode',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: [],
        tags: ['accessibility', 'dark mode'],
        confidence: 0.93,
        quote: 'the grey text disappears against the background',
      },
    ],
  },
  {
    source: 'survey',
    contact: 3,
    daysAgo: 62,
    content: 'We use it every day and it has been up every day. Nothing to add.',
    insights: [
      {
        name: 'In daily use without outages',
        sentiment: 'POSITIVE',
        category: 'GENERAL_FEEDBACK',
        themes: [],
        tags: ['reliability'],
        confidence: 0.88,
        quote: 'We use it every day and it has been up every day.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 109,
    content:
      'comparing you with two other tools for our board deck. you are ahead on writing, behind on project boards. happy to share the sheet',
    insights: [
      {
        name: 'Ahead on writing, behind on project boards',
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        themes: [],
        tags: ['comparison'],
        confidence: 0.87,
        quote: 'you are ahead on writing, behind on project boards',
      },
    ],
  },
]
