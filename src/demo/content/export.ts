import type { DemoItem } from './kinds.ts'

export const exporting: readonly DemoItem[] = [
  {
    source: 'zendesk',
    contact: 0,
    daysAgo: 6,
    title: 'PDF export cuts off tables',
    content:
      'When I export the loading plan to PDF the last two columns of the table are missing. There is no warning, the page simply ends. A customer got a plan without weights because of this.',
    insights: [
      {
        name: 'PDF export drops the last columns of wide tables',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['export'],
        tags: ['pdf', 'tables'],
        confidence: 0.97,
        quote: 'When I export the loading plan to PDF the last two columns of the table are missing.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 12,
    daysAgo: 16,
    content:
      'I would like to print my journal once a year as a book. Export gives me 365 files. One file with all pages in order, please?',
    insights: [
      {
        name: 'Wants many pages exported as one file',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['export'],
        tags: ['pdf', 'print'],
        confidence: 0.94,
        quote: 'One file with all pages in order, please?',
      },
    ],
  },
  {
    source: 'survey',
    contact: 5,
    daysAgo: 28,
    content:
      'Markdown export is clean enough that we commit it straight to our repository every night. No other tool we tried managed that.',
    insights: [
      {
        name: 'Markdown export is clean enough for a repository',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['export'],
        tags: ['markdown'],
        confidence: 0.95,
        quote: 'Markdown export is clean enough that we commit it straight to our repository every night.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 8,
    daysAgo: 37,
    title: 'Footnotes lost in Word export',
    content:
      'Dear support, the Word export turns my footnotes into plain text in brackets. For a manuscript of 90 pages that is two days of work to put right. Is a fix planned?',
    insights: [
      {
        name: 'Word export turns footnotes into bracketed text',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['export'],
        tags: ['word', 'footnotes'],
        confidence: 0.96,
        quote: 'the Word export turns my footnotes into plain text in brackets',
      },
    ],
  },
  {
    source: 'interview',
    contact: 1,
    daysAgo: 46,
    title: 'Renewal call, Brightwater Insurance',
    content:
      'Tom: Legal wants a full backup of the workspace on our own storage every month. One of my team clicks "export all" and waits by the screen for four hours. It has to be scheduled, nobody should wait for it.',
    insights: [
      {
        name: 'Wants scheduled backups to own storage',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['export'],
        tags: ['backup', 'compliance'],
        confidence: 0.95,
        quote: 'Legal wants a full backup of the workspace on our own storage every month.',
      },
      {
        name: 'Full export takes four hours of waiting',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['export'],
        tags: ['backup', 'speed'],
        confidence: 0.9,
        quote: 'One of my team clicks "export all" and waits by the screen for four hours.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 57,
    content: 'exported pages keep the links to each other. tiny thing, made my week',
    insights: [
      {
        name: 'Links between exported pages keep working',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['export'],
        tags: ['links'],
        confidence: 0.88,
        quote: 'exported pages keep the links to each other',
      },
    ],
  },
  {
    source: 'survey',
    contact: 9,
    daysAgo: 75,
    language: 'de',
    content:
      'Beim Drucken fehlen die Seitenzahlen. Für Arbeitsblätter brauche ich sie jedes Mal und trage sie von Hand nach.',
    insights: [
      {
        name: 'Printed pages lack page numbers',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['export'],
        tags: ['print'],
        confidence: 0.93,
        quote: 'Beim Drucken fehlen die Seitenzahlen.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 11,
    daysAgo: 92,
    title: 'Your notes stay yours',
    content: 'What convinced me: I can take everything out again in one click. I never needed to, but I sleep better.',
    insights: [
      {
        name: 'Easy way out convinced a new user to stay',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['export'],
        tags: ['trust'],
        confidence: 0.9,
        quote: 'I can take everything out again in one click',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 7,
    daysAgo: 110,
    content:
      'Importing from our old wiki worked, except that all images came in at thumbnail size. 1,400 pages, so doing it by hand is not really on the table.',
    insights: [
      {
        name: 'Wiki import shrinks images to thumbnails',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['export', 'onboarding'],
        tags: ['import', 'images'],
        confidence: 0.94,
        quote: 'all images came in at thumbnail size',
      },
    ],
  },
  {
    source: 'survey',
    contact: 2,
    daysAgo: 138,
    content:
      'I did not find the export for a long time. It is under "More", then "Page", then "Tools". I would have expected it next to "Share".',
    insights: [
      {
        name: 'Export is hidden three menus deep',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['export'],
        tags: ['menus'],
        confidence: 0.94,
        quote: 'It is under "More", then "Page", then "Tools".',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 3,
    daysAgo: 171,
    title: 'Letterhead in PDF',
    content:
      'We send reports to the regulator as PDF. Can we add our logo and a document number to the header? At the moment we edit every file afterwards.',
    insights: [
      {
        name: 'Wants logo and document number in PDF headers',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['export'],
        tags: ['pdf', 'branding'],
        confidence: 0.93,
        quote: 'Can we add our logo and a document number to the header?',
      },
    ],
  },
]
