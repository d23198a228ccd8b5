import type { DemoItem } from './kinds.ts'

export const editor: readonly DemoItem[] = [
  {
    source: 'intercom',
    contact: 5,
    daysAgo: 8,
    content:
      'Pasting from a spreadsheet now keeps the table as a table. Small change, but I did this by hand for two years. Thanks to the people who pushed for it!',
    insights: [
      {
        name: 'Pasting a spreadsheet keeps the table',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['editor'],
        tags: ['paste', 'tables'],
        confidence: 0.95,
        quote: 'Pasting from a spreadsheet now keeps the table as a table.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 2,
    daysAgo: 19,
    title: 'Undo removes too much',
    content:
      'If I press undo once after moving a block, the move is undone together with the last paragraph I wrote. Redo brings back the move but not the text. Reproducible in both browsers we use.',
    insights: [
      {
        name: 'Undo after a move also deletes the last paragraph',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['editor'],
        tags: ['undo', 'data loss'],
        confidence: 0.97,
        quote: 'the move is undone together with the last paragraph I wrote',
      },
    ],
  },
  {
    source: 'survey',
    contact: 13,
    daysAgo: 44,
    content: 'Formulas please!! Physics homework without proper equations looks like a ransom note.',
    insights: [
      {
        name: 'Wants proper equations in notes',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['editor'],
        tags: ['equations', 'studying'],
        confidence: 0.94,
        quote: 'Physics homework without proper equations looks like a ransom note.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 42,
    content: 'the slash menu has 61 entries now. I counted. could it learn that I only ever use six of them',
    insights: [
      {
        name: 'Slash menu has grown too long',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['editor'],
        tags: ['slash menu'],
        confidence: 0.91,
        quote: 'the slash menu has 61 entries now',
      },
    ],
  },
  {
    source: 'interview',
    contact: 8,
    daysAgo: 54,
    title: 'Research call, faculty of biology',
    content:
      'Amara: What I miss is a citation that knows its source. I type the reference, then the number, then I renumber everything when I add one in the middle. My students use another tool for the last month of their thesis, only for this.',
    insights: [
      {
        name: 'Wants citations that number themselves',
        sentiment: 'NEGATIVE',
        category: 'FEATURE_REQUESTS',
        themes: ['editor'],
        tags: ['citations', 'research'],
        confidence: 0.93,
        quote: 'My students use another tool for the last month of their thesis, only for this.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 4,
    daysAgo: 71,
    content:
      'The editor gets out of the way. I never think about it, and coming from where I come from, that is the highest praise I have.',
    insights: [
      {
        name: 'Editor stays out of the way',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['editor'],
        tags: ['writing'],
        confidence: 0.89,
        quote: 'The editor gets out of the way.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 3,
    daysAgo: 86,
    title: 'Very long pages become slow',
    content:
      'Our incident log is one page with about 3,000 entries. Typing in it lags by a second or more per letter. We know it is long, but splitting it breaks our process.',
    insights: [
      {
        name: 'Typing lags by a second on very long pages',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['editor'],
        tags: ['speed', 'long pages'],
        confidence: 0.95,
        quote: 'Typing in it lags by a second or more per letter.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 5,
    daysAgo: 102,
    content: 'code blocks forget their language when you copy a page from a template. 40 snippets, all grey. pls',
    insights: [
      {
        name: 'Code blocks lose their language when copied',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['editor', 'onboarding'],
        tags: ['code blocks', 'templates'],
        confidence: 0.93,
        quote: 'code blocks forget their language when you copy a page from a template',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 12,
    daysAgo: 121,
    title: 'Nice but no colours',
    content: 'I would pay for text colours. Highlighting in exactly one shade of yellow is a bit sad for a planner.',
    insights: [
      {
        name: 'Wants text colours and more highlight shades',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['editor'],
        tags: ['colours'],
        confidence: 0.92,
        quote: 'Highlighting in exactly one shade of yellow is a bit sad for a planner.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 10,
    daysAgo: 144,
    language: 'es',
    content:
      'Me encantan los atajos de teclado, los aprendí en una tarde. Solo falta poder cambiar alguno, porque en el teclado español dos de ellos no funcionan.',
    insights: [
      {
        name: 'Keyboard shortcuts learned in one afternoon',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['editor'],
        tags: ['shortcuts'],
        confidence: 0.9,
        quote: 'Me encantan los atajos de teclado, los aprendí en una tarde.',
      },
      {
        name: 'Two shortcuts fail on Spanish keyboards',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['editor'],
        tags: ['shortcuts', 'spanish'],
        confidence: 0.88,
        quote: 'en el teclado español dos de ellos no funcionan',
      },
    ],
  },
  {
    source: 'survey',
    contact: 1,
    daysAgo: 169,
    content: 'Formatting is adequate for our purposes. We write policies, not poetry.',
    insights: [
      {
        name: 'Formatting is adequate for policies',
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        themes: ['editor'],
        tags: ['writing'],
        confidence: 0.83,
        quote: 'Formatting is adequate for our purposes.',
      },
    ],
  },
]
